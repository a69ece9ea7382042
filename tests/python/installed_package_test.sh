#!/usr/bin/env bash
# Installs the Python package as people do, with pip into a virtual environment without a package index, and
# with cmake --install into an empty prefix, and uses it from a folder that has nothing to do with the checkout.
#   installed_package_test.sh BUILD_FOLDER SOURCE_FOLDER PYTHON
set -euo pipefail
build=$1
source=$2
python=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PYTHONPATH

# use PYTHON: trains, asks, saves and loads, from elsewhere.
use() {
  cd "$work"
  "$1" -B - <<'END'
import bsg
model = bsg.train([["ship", "sails", "sea"], ["boat", "sails", "sea"], ["bread", "butter"]] * 50, subsample=1,
                  dimension=8, iterations=15)
assert model.neighbors("ship", k=1)[0].word == "boat"
model.save("model.bsg")
assert (bsg.load("model.bsg").means == model.means).all()
print(bsg.__version__, bsg.__file__)
END
}

# A copy, so that pip leaves nothing in the checkout.
mkdir "$work/checkout"
cp -r "$source"/{CMakeLists.txt,README.md,LICENSE,cmake,include,python,pyproject.toml,setup.py,src} "$work/checkout"
if command -v ccache >/dev/null; then
  # Compiled as by the preset release: everything is in the cache if the build is such a one.
  export CMAKE_ARGS="-DBSG_WARNINGS_AS_ERRORS=ON -DBSG_PRECOMPILED_HEADERS=ON"
else
  # What is built is the same; without the optimiser it is built sooner.
  export CMAKE_ARGS="-DCMAKE_CXX_FLAGS_RELEASE=-O0"
fi
"$python" -m venv --system-site-packages "$work/environment"
"$work/environment/bin/pip" install --no-index --no-build-isolation "$work/checkout" >"$work/pip.log" 2>&1 ||
  { cat "$work/pip.log"; exit 1; }
told=$(use "$work/environment/bin/python")
echo "pip: $told"
grep -q "$work/environment/" <<<"$told"
version=$(sed -nE 's/.*project\(bsg VERSION ([0-9.]+).*/\1/p' "$source/CMakeLists.txt")
metadata=$("$work/environment/bin/pip" show bsg)
grep -qx "Version: $version" <<<"$metadata"
grep -q "^$version " <<<"$told"
for file in py.typed training.pyi resuming.pyi; do
  test -e "$work"/environment/lib/python*/site-packages/bsg/$file
done
"$work/environment/bin/pip" uninstall -y bsg >"$work/pip.log" 2>&1
if (use "$work/environment/bin/python") 2>"$work/errors"; then
  echo "the package is still there after it was uninstalled" >&2
  exit 1
fi

cmake --install "$build" --component python --prefix "$work/prefix" >"$work/install.log"
package=$(dirname "$(find "$work/prefix" -name bsg -type d)")
told=$(PYTHONPATH=$package use "$python")
echo "cmake --install: $told"
grep -q "$package/bsg/" <<<"$told"
test -e "$package/bsg/training.pyi"
