#!/usr/bin/env bash
# fuzz.sh [SECONDS] [TARGET…]: builds the fuzz targets (text, tables, model, vectors, vocabulary,
# benchmarks, options) with clang, AddressSanitizer and UndefinedBehaviorSanitizer, and runs each for SECONDS (60).
# Starts from the stored inputs, and keeps what it finds interesting in build/fuzz/corpus for the next
# time. An input that breaks something is left in build/fuzz/found, and the exit status is 1: mend the
# code, and add the input to fuzz/found/TARGET, where every test run tries it again.
set -euo pipefail
case ${1:-} in
  -h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
esac
cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-60}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(text tables model vectors vocabulary benchmarks options)

scripts/install-packages.sh build fuzz
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --parallel "$(nproc)" --target "${targets[@]/#/fuzz_}"

# seed TARGET FOLDER: the stored inputs, and compressed forms of them.
seed() {
  local file name
  for file in fuzz/seeds/"$1"/* fuzz/found/"$1"/*; do
    [ ! -f "$file" ] || cp "$file" "$2/"
  done
  [ "$1" != text ] || for file in fuzz/seeds/text/*; do
    name=$(basename "$file")
    { head -c 1 "$file"; tail -c +2 "$file" | zstd -q -c; } >"$2/$name.zst"
  done
  [ "$1" != model ] || cp tests/model/kept/*.bsg "$2/"
}

# fuzz TARGET: runs it and says what came of it.
fuzz() {
  local target=$1 corpus=build/fuzz/corpus/$1 found=build/fuzz/found/$1 log=build/fuzz/$1.log
  mkdir -p "$corpus" "$found"
  seed "$target" "$corpus"
  if build/fuzz/fuzz/fuzz_"$target" -max_total_time="$seconds" -max_len=4096 -timeout=20 -rss_limit_mb=3000 \
    -artifact_prefix="$found/" -print_final_stats=1 "$corpus" >"$log" 2>&1; then
    echo "ok      $target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs"
  else
    printf 'FAILED  %s\n%s\n' "$target" "$(tail -n 40 "$log" | sed 's/^/        /')"
    return 1
  fi
}

# As many at a time as there are processors.
export -f seed fuzz
export seconds
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I TARGET bash -e -o pipefail -c 'fuzz "$1"' fuzz TARGET || exit 1
