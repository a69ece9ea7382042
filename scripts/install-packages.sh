#!/usr/bin/env bash
# install-packages.sh PURPOSE…: installs the Debian 12 packages that are needed to build, test, check,
# fuzz, demo or bench this project, to build its Python package, or to make the paper's tables, and are not there
# yet. Works as root or through sudo; with neither it prints the command to run and exits with 2.
# BSG_SKIP_INSTALL=1 leaves the machine as it is.
set -euo pipefail

build=(g++ cmake ninja-build ccache pkg-config libhwy-dev libtbb-dev librandom123-dev libcli11-dev libfmt-dev
       libeigen3-dev nlohmann-json3-dev libxxhash-dev zlib1g-dev libzstd-dev libicu-dev)
python=(python3 python3-dev python3-numpy python3-pip python3-setuptools python3-venv python3-wheel pybind11-dev)
test=(libgtest-dev python3 python3-numpy python3-pytest
      python3-gensim python3-matplotlib python3-scipy python3-sklearn python3-tqdm mypy zstd gzip git)
check=(clang-format clang-tidy shellcheck python3 git)
fuzz=(clang libclang-rt-14-dev zstd)
demo=(dict-gcide wordnet-base python3)
tables=(dict-gcide wordnet-base python3 zstd)
bench=(libbenchmark-dev fasttext time python3-gensim python3-matplotlib python3-numpy python3-scipy)

packages_for() {
  local purpose
  for purpose in "$@"; do
    case $purpose in
      build) printf '%s\n' "${build[@]}" ;;
      python) printf '%s\n' "${python[@]}" ;;
      test) printf '%s\n' "${test[@]}" ;;
      check) printf '%s\n' "${check[@]}" ;;
      fuzz) printf '%s\n' "${fuzz[@]}" ;;
      demo) printf '%s\n' "${demo[@]}" ;;
      tables) printf '%s\n' "${tables[@]}" ;;
      bench) printf '%s\n' "${bench[@]}" ;;
      *) echo "install-packages.sh: unknown purpose '$purpose': use build, python, test, check, fuzz, demo, tables or bench" >&2; exit 2 ;;
    esac
  done
}

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# apt_get ARGUMENT…: as root, without questions; its output goes to the log.
apt_get() {
  "${become_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" \
    >>"$log" 2>&1 </dev/null
}

install() {
  apt_get install --no-install-recommends "$@" && return
  # Lists that were never fetched, or that name versions the archive no longer has.
  apt_get update && apt_get install --no-install-recommends "$@"
}

if [ $# -eq 0 ]; then
  echo "usage: install-packages.sh build|python|test|check|fuzz|demo|tables|bench …" >&2
  exit 2
fi
list=$(packages_for "$@")
mapfile -t wanted <<<"$list"
[ "${BSG_SKIP_INSTALL:-0}" = 1 ] && exit 0
if ! command -v apt-get >/dev/null; then
  echo "This machine has no apt-get. Install what Debian 12 calls: ${wanted[*]}" >&2
  echo "and then run this again with BSG_SKIP_INSTALL=1." >&2
  exit 2
fi

missing=()
for package in "${wanted[@]}"; do
  is_installed "$package" || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
  become_root=()
elif command -v sudo >/dev/null; then
  become_root=(sudo)
else
  echo "Packages are missing, and installing them takes root. Run as root:" >&2
  echo "apt-get update && apt-get install --no-install-recommends ${missing[*]}" >&2
  exit 2
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "Installing ${#missing[@]} packages: ${missing[*]}"
if ! install "${missing[@]}"; then
  tail -n 20 "$log" >&2
  echo "apt-get failed (above). The command was:" >&2
  echo "apt-get update && apt-get install --no-install-recommends ${missing[*]}" >&2
  exit 2
fi
