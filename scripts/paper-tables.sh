#!/usr/bin/env bash
# paper-tables.sh --evaluation FOLDER [--corpus FILE] [--instances 10] [--sample BYTES] [--output FOLDER] [-- OPTION…]
# Tables 1 and 2 of the paper, made anew: trains instances of skip-gram and of BSG with section 5.2's configuration and
# different seeds, evaluates each on the six sets, and writes mean and standard deviation beside the paper's figures to
# tables.md and tables.json in the output folder (build/paper-tables). Stopped and started again, it goes on where it was.
#   --evaluation FOLDER  wordsim353.txt, scws.txt, rare-words.txt, men.txt, simlex999.txt and questions-words.txt
#   --corpus FILE        one sentence a line, plain, gzip or zstd; without it the demo's dictionary text
#   --instances N        of each method
#   --sample BYTES       train on the first BYTES of the (decompressed) corpus only; 110M is 110,000,000
#   --output FOLDER      where instances and tables are kept
#   --methods NAME,…     of sg, bsg, bsg-corrected (all)
#   -- OPTION…           given to every bsg train, for instance -- --dimension 100
# BSG in the environment is used instead of building the program.
set -euo pipefail
case ${1:-} in
  -h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
esac
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")

if [ -z "${BSG:-}" ]; then
  "$here/install-packages.sh" build tables
  (cd "$root" &&
    cmake --preset release -B build/paper-tables-program -DBSG_BUILD_TESTS=OFF -DBSG_WARNINGS_AS_ERRORS=OFF >/dev/null &&
    cmake --build build/paper-tables-program --target bsg-cli --parallel "$(nproc)")
  export BSG=$root/build/paper-tables-program/cli/bsg
fi
exec python3 "$here/paper-tables.py" "$@"
