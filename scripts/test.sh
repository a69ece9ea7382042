#!/usr/bin/env bash
# test.sh [CTEST ARGUMENT…]: installs what is missing, builds and runs all tests. Ends with ctest's summary.
# Under sanitizers: sanitize.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case ${1:-} in
  -h | --help) sed -n '2,3s/^# //p' "$0"; exit 0 ;;
esac

scripts/install-packages.sh build python test
cmake --preset release -DBSG_BUILD_PYTHON=ON
cmake --build --preset release --parallel "$(nproc)"
exec ctest --preset release --parallel "$(nproc)" "$@"
