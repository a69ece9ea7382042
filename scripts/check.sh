#!/usr/bin/env bash
# check.sh [--all]: everything about the sources that can be checked without running the program. One line for
# each check; what offends is shown, all checks are made, and the exit status is 1 if one of them failed.
# clang-tidy looks at what the change touches (files-to-lint.py; BSG_BASE names the state before the change), with
# --all at all sources.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

lint_all=()
case ${1:-} in
  '') ;;
  --all) lint_all=(--all) ;;
  -h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
  *) echo "usage: check.sh [--all]" >&2; exit 2 ;;
esac

scripts/install-packages.sh build python check

# sources PATTERN…: files of the project, new ones included, that exist and match.
sources() {
  git -c safe.directory="$PWD" ls-files --cached --others --exclude-standard -- "$@" |
    while IFS= read -r file; do [ ! -f "$file" ] || printf '%s\n' "$file"; done
}

failures=0
# check NAME COMMAND…: runs it; its output is shown only if it fails.
check() {
  local name=$1 output
  shift
  if output=$("$@" 2>&1); then
    echo "ok      $name"
  else
    echo "FAILED  $name"
    printf '%s\n' "$output" | sed 's/^/        /'
    failures=$((failures + 1))
  fi
}

format() {
  local output
  output=$(clang-format --dry-run -Werror "${cxx[@]}" 2>&1) && return
  printf '%s\n' "$output" | sed -nE 's/^([^ :]+:[0-9]+):.*/\1/p' | sort -t : -k 1,1 -u
  echo "run clang-format -i on these files; the line is the first that it would change"
  return 1
}

shell_syntax() { printf '%s\0' "${shell[@]}" | xargs -0 -n 1 bash -n; }

# Tests and benchmarks are left out: they need more packages and mostly expand macros. Without precompiled headers,
# so that a file that does not include what it uses is found.
tidy() {
  local log=build/check/tidy.log
  mkdir -p build/check
  cmake --preset release -B build/check -DBSG_BUILD_TESTS=OFF -DBSG_BUILD_PYTHON=ON -DBSG_PRECOMPILED_HEADERS=OFF \
    >"$log" 2>&1 || { cat "$log"; return 1; }
  # It would silently pass over a file that is not built.
  python3 - "${linted[@]}" <<'PYTHON' || return 1
import json, os, sys
built = {os.path.relpath(entry["file"]) for entry in json.load(open("build/check/compile_commands.json"))}
if missing := [name for name in sys.argv[1:] if name not in built]:
    sys.exit(f"not in build/check/compile_commands.json: {' '.join(missing)}")
PYTHON
  run-clang-tidy -quiet -p build/check -j "$(nproc)" "${linted[@]/%/$}" >"$log" 2>&1 && return
  sed -i 's/\x1b\[[0-9;]*m//g' "$log"
  grep -E '(error|warning): ' "$log" | sort -u || tail -n 20 "$log"
  return 1
}

cxx_list=$(sources '*.h' '*.cc')
mapfile -t cxx <<<"$cxx_list"
shell_list=$(sources '*.sh' .ci/run)
mapfile -t shell <<<"$shell_list"
lint_list=$(python3 scripts/files-to-lint.py "${lint_all[@]}")
mapfile -t linted <<<"$lint_list"

check "format: clang-format" format
check "includes: folders include only those above them" python3 scripts/check-include-direction.py
check "layout: names, lengths, sizes, version" python3 scripts/check-layout.py
check "shell: bash -n" shell_syntax
# SC2016: programs of sed and awk stand in single quotes and have their own dollars.
check "shell: shellcheck" shellcheck --exclude=SC2016 "${shell[@]}"
if [ -n "$lint_list" ]; then
  check "lint: clang-tidy" tidy
fi

if [ "$failures" -gt 0 ]; then
  echo "$failures of the checks failed"
  exit 1
fi
