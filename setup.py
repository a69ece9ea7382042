"""Builds the compiled module with CMake, which also gets what the variable CMAKE_ARGS says; everything else is in
pyproject.toml.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent


def project_version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\s*\(\s*\w+\s+VERSION\s+([\d.]+)", text)[1]


class CMakeExtension(Extension):
    def __init__(self, name):
        super().__init__(name, sources=[])


class CMakeBuild(build_ext):
    """The target bsg-python, for the interpreter that runs this."""

    def build_extension(self, ext):
        # As deep below the sources as the presets' folders: compiler caches know files by relative names.
        build = Path(self.build_temp).resolve()
        place = Path(self.get_ext_fullpath(ext.name)).resolve().parent
        self._run("cmake", "-S", ROOT, "-B", build, *self._generator(), *self._settings(place))
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(os.cpu_count() or 1)
        self._run("cmake", "--build", build, "--target", "bsg-python", "--parallel", jobs)

    @staticmethod
    def _generator():
        """Ninja, if it is there and nothing else was asked for: make need not be installed."""
        asked = "CMAKE_GENERATOR" in os.environ or "-G" in os.environ.get("CMAKE_ARGS", "")
        return ["-G", "Ninja"] if shutil.which("ninja") and not asked else []

    def _settings(self, place):
        settings = {
            "CMAKE_BUILD_TYPE": "Debug" if self.debug else "Release",
            "BSG_BUILD_PYTHON": "ON",
            "BSG_BUILD_CLI": "OFF",
            "BSG_BUILD_TESTS": "OFF",
            "BSG_PYTHON_OUTPUT_DIR": place,
            "Python_EXECUTABLE": sys.executable,
        }
        try:
            import pybind11
            settings["pybind11_DIR"] = pybind11.get_cmake_dir()
        except ImportError:
            pass  # a package of the system's, which CMake finds by itself
        return [f"-D{name}={value}" for name, value in settings.items()] + shlex.split(os.environ.get("CMAKE_ARGS", ""))

    @staticmethod
    def _run(*command):
        try:
            subprocess.run([str(part) for part in command], check=True)
        except FileNotFoundError:
            sys.exit("bsg is built with CMake, which is not installed; on Debian: scripts/install-packages.sh build python")
        except subprocess.CalledProcessError as failure:
            sys.exit(f"building bsg failed (above), with exit status {failure.returncode}; on Debian, "
                     "scripts/install-packages.sh build python installs what it needs")


setup(version=project_version(), ext_modules=[CMakeExtension("bsg._bsg")], cmdclass={"build_ext": CMakeBuild})
