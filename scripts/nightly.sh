#!/usr/bin/env bash
# nightly.sh [SECONDS]: everything, in full: the checks on all sources, a build without precompiled headers, every
# fuzz target for SECONDS (600), both sanitizers with kernels for all instruction sets, and all tests, the long
# ones too. Goes on where a step fails; the last lines say which did, and the exit status is then 1.
set -euo pipefail
case ${1:-} in
  -h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
esac
cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-600}

failed=()
# step NAME COMMAND…: runs it, says how long it took, and remembers that it failed.
step() {
  local name=$1 start=$SECONDS
  shift
  echo "=== $name"
  "$@" || failed+=("$name")
  echo "=== $name: $((SECONDS - start)) s"
}

# Every file includes what it uses: with precompiled headers nobody would notice.
plain_build() {
  cmake --preset release -B build/plain -DBSG_BUILD_PYTHON=ON -DBSG_PRECOMPILED_HEADERS=OFF &&
    cmake --build build/plain --parallel "$(nproc)"
}

step "checks of all sources" scripts/check.sh --all
step "build without precompiled headers" plain_build
step "fuzzing" scripts/fuzz.sh "$seconds"
step "ThreadSanitizer" scripts/sanitize.sh thread
step "AddressSanitizer" scripts/sanitize.sh address
step "tests" scripts/test.sh --nightly

if [ ${#failed[@]} -gt 0 ]; then
  printf 'FAILED  %s\n' "${failed[@]}"
  exit 1
fi
