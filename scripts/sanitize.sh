#!/usr/bin/env bash
# sanitize.sh address|thread [--quick] [CTEST ARGUMENT…]: builds the tests with AddressSanitizer, LeakSanitizer
# and UndefinedBehaviorSanitizer, or with ThreadSanitizer, and runs those of C++ that are not labelled slow.
# --quick, for every change: kernels for fewer instruction sets, without tests that compute or read at length
# what others do in little, and under ThreadSanitizer only the folders that have threads.
# What ThreadSanitizer cannot know of oneTBB is in tests/sanitizers/tsan.supp.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
case ${1:-} in
  address) preset=asan ;;
  thread) preset=tsan ;;
  -h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
  *) echo "usage: sanitize.sh address|thread [--quick] [CTEST ARGUMENT…]" >&2; exit 2 ;;
esac
shift

# Folders whose code or tests have threads, and those of a training's steps.
threaded=(files tensors reading counting tables corpus sampling inference skipgram gibbs folding comparing query recommending evaluation checkpoint planning training)
few_targets=OFF
build=()
tests=(--label-exclude slow)
if [ "${1:-}" = --quick ]; then
  shift
  few_targets=ON
  skipped='FiniteNumbers|AgainstDraws|RowsOfManyPairs|SumOverAllWords|AreTheBestOfAllWords|ChoosesAsASort'
  skipped+='|ReadsLargeAndCompressed|ReadsAsThePlainText|ManyPartsOfManySizes|SamePositivePairsAsDensities'
  skipped+='|LongLines.(OneLine|ManyBlocks|LinesOfHundreds|OnlyWhiteSpace)'
  if [ "$preset" = tsan ]; then
    build=(--target "${threaded[@]/#/test_}")
    skipped+='|_NOT_BUILT$|^fuzz\.|^golden\.|^model\.'
  fi
  tests+=(--exclude-regex "$skipped")
fi

scripts/install-packages.sh build test
cmake --preset "$preset" -DBSG_FEW_SIMD_TARGETS="$few_targets"
cmake --build --preset "$preset" --parallel "$(nproc)" "${build[@]}"
export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1
export UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS="suppressions=$PWD/tests/sanitizers/tsan.supp:history_size=7"
exec ctest --preset "$preset" --parallel "$(nproc)" "${tests[@]}" "$@"
