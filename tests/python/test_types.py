"""The annotations hold, and the stub of the compiled module is what is in it."""

import os
import pathlib
import subprocess
import sys
import textwrap

import pytest

import bsg

pytest.importorskip("mypy")

PACKAGE = pathlib.Path(bsg.__file__).parent
CONFIGURATION = "[mypy]\nstrict = True\n[mypy-gensim.*,matplotlib.*,tqdm.*]\nignore_missing_imports = True\n"


def run(tmp_path, *arguments):
    (tmp_path / "mypy.ini").write_text(CONFIGURATION)
    return subprocess.run([sys.executable, "-m", *arguments], cwd=tmp_path, capture_output=True, text=True,
                          env={**os.environ, "MYPYPATH": str(PACKAGE.parent)}, timeout=600)


def test_the_package_passes_mypy(tmp_path):
    done = run(tmp_path, "mypy", "--config-file", "mypy.ini", "-p", "bsg")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stub_is_what_is_in_the_module(tmp_path):
    # That classes have a metaclass of pybind11's own concerns nobody.
    classes = [name for name, value in vars(bsg._bsg).items() if isinstance(value, type)]
    (tmp_path / "allowed").write_text("".join(f"bsg._bsg.{name}\n" for name in classes))
    done = run(tmp_path, "mypy.stubtest", "--mypy-config-file", "mypy.ini", "--allowlist", "allowed",
               "--ignore-unused-allowlist", "--ignore-positional-only", "bsg._bsg")
    assert done.returncode == 0, done.stdout + done.stderr


def test_users_get_types(tmp_path):
    (tmp_path / "user.py").write_text(textwrap.dedent("""
        import bsg
        model = bsg.train([["a", "b"]], dimension=3)
        reveal_type(model)
        reveal_type(model["a"])
        reveal_type(model.neighbors("a")[0].confidence)
        reveal_type(model.similarity("a", "b"))
        reveal_type(bsg.load("m.bsg").options)
        model.neighbors(3)
    """))
    done = run(tmp_path, "mypy", "--config-file", "mypy.ini", "user.py")
    revealed = [line for line in done.stdout.splitlines() if "Revealed" in line]
    for line, expected in zip(revealed, ("bsg.model.Model", "ndarray", "Union[builtins.float, None]", "builtins.float",
                                         "builtins.dict[builtins.str")):
        assert expected in line
    assert len(revealed) == 5
    assert 'Argument 1 to "neighbors"' in done.stdout and 'incompatible type "int"' in done.stdout
