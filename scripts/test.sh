#!/usr/bin/env bash
# test.sh [--nightly] [CTEST ARGUMENT…]: installs what is missing, builds and runs all tests of a change, with
# --nightly also the long ones. Ends with ctest's summary. Under sanitizers: sanitize.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

nightly=OFF
case ${1:-} in
  -h | --help) sed -n '2,3s/^# //p' "$0"; exit 0 ;;
  --nightly) nightly=ON; shift ;;
esac

scripts/install-packages.sh build python test
cmake --preset release -DBSG_BUILD_PYTHON=ON -DBSG_NIGHTLY_TESTS="$nightly"
cmake --build --preset release --parallel "$(nproc)"
exec ctest --preset release --parallel "$(nproc)" "$@"
