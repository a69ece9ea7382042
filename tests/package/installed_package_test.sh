#!/usr/bin/env bash
# Installs the build into an empty prefix, builds examples/train_and_ask and the README's C++ lines against it
# as a stranger would, with find_package(bsg), and runs them.
#   installed_package_test.sh BUILD_FOLDER SOURCE_FOLDER
set -euo pipefail
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" >"$work/install.log"
build_against_installed() { # FOLDER
  cmake -S "$1" -B "$1/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror ${CXXFLAGS_FOR_EXAMPLE:-}" >"$work/configure.log"
  cmake --build "$1/build"
}

cp -r "$source/examples/train_and_ask" "$work/example"
build_against_installed "$work/example"

mkdir "$work/readme"
sed 's/train_and_ask/readme/g' "$source/examples/train_and_ask/CMakeLists.txt" >"$work/readme/CMakeLists.txt"
snippet=$(sed -n '/^```cpp$/,/^```$/p' "$source/README.md" | grep -v '^```')
{
  echo '#include <iostream>'
  grep '^#include' <<<"$snippet"
  echo 'int main() {'
  grep -v '^#include' <<<"$snippet"
  echo '}'
} >"$work/readme/readme.cc"
build_against_installed "$work/readme"

for n in $(seq 400); do
  echo "the cat chased the mouse round house $((n % 7))"
  echo "the dog chased the cat round garden $((n % 5))"
done >"$work/text.txt"

cd "$work"
./example/build/train_and_ask text.txt cat >neighbours.txt
cat neighbours.txt
test "$(wc -l <neighbours.txt)" -eq 5
grep -Eq '^[a-z0-9]+ +-?[0-9]\.[0-9]{3} ± [0-9]\.[0-9]{3}$' neighbours.txt
test -s model.bsg
"$work/prefix/bin/bsg" info model.bsg >/dev/null

sed 's/cat/paris/g' text.txt >corpus.txt
test "$(./readme/build/readme | wc -l)" -eq 10

# Errors reach the caller as exceptions.
if ./example/build/train_and_ask missing.txt cat 2>error.txt; then
  echo "a missing text was accepted" >&2
  exit 1
fi
grep -q 'missing.txt' error.txt
