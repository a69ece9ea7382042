#!/usr/bin/env bash
# test.sh [--asan|--tsan] [CTEST ARGUMENT…]: installs what is missing, builds and runs all tests. Ends with
# ctest's summary. With --asan or --tsan: the tests of C++ that are not slow, under that sanitizer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=release
selection=()
python=ON
case ${1:-} in
  -h | --help) sed -n '2,3s/^# //p' "$0"; exit 0 ;;
  --asan | --tsan) preset=${1#--}; selection=(--label-exclude slow); python=OFF; shift ;;
esac

scripts/install-packages.sh build python test
cmake --preset "$preset" -DBSG_BUILD_PYTHON="$python"
cmake --build --preset "$preset" --parallel "$(nproc)"
exec ctest --preset "$preset" --parallel "$(nproc)" "${selection[@]}" "$@"
