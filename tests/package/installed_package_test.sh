#!/usr/bin/env bash
# Installs the build into an empty prefix, builds examples/train_and_ask against it as a stranger would, with
# find_package(bsg), and runs it.
#   installed_package_test.sh BUILD_FOLDER SOURCE_FOLDER
set -euo pipefail
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" >"$work/install.log"
cmake -S "$source/examples/train_and_ask" -B "$work/example" -G Ninja \
  -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release \
  ${CXXFLAGS_FOR_EXAMPLE:+-DCMAKE_CXX_FLAGS="$CXXFLAGS_FOR_EXAMPLE"} >"$work/configure.log"
cmake --build "$work/example"

for n in $(seq 400); do
  echo "the cat chased the mouse round house $((n % 7))"
  echo "the dog chased the cat round garden $((n % 5))"
done >"$work/text.txt"

cd "$work"
./example/train_and_ask text.txt cat >neighbours.txt
cat neighbours.txt
test "$(wc -l <neighbours.txt)" -eq 5
grep -Eq '^[a-z0-9]+ +-?[0-9]\.[0-9]{3} ± [0-9]\.[0-9]{3}$' neighbours.txt
test -s model.bsg
"$work/prefix/bin/bsg" info model.bsg >/dev/null

# Errors reach the caller as exceptions.
if ./example/train_and_ask missing.txt cat 2>error.txt; then
  echo "a missing text was accepted" >&2
  exit 1
fi
grep -q 'missing.txt' error.txt
