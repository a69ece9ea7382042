"""The annotations hold, and the stubs are what is in the modules."""

import os
import pathlib
import shutil
import subprocess
import sys
import textwrap

import pytest

import bsg

pytest.importorskip("mypy")

PACKAGE = pathlib.Path(bsg.__file__).parent
# In their place type checkers read stubs, which scripts/python-stubs.py writes.
WITH_STUBS = ("training", "resuming", "updating")
CONFIGURATION = "[mypy]\nstrict = True\n[mypy-gensim.*,matplotlib.*,tqdm.*]\nignore_missing_imports = True\n"


def run(tmp_path, *arguments, packages=PACKAGE.parent):
    (tmp_path / "mypy.ini").write_text(CONFIGURATION)
    return subprocess.run([sys.executable, "-m", *arguments], cwd=tmp_path, capture_output=True, text=True,
                          env={**os.environ, "MYPYPATH": str(packages)}, timeout=600)


def test_the_package_passes_mypy(tmp_path):
    # Without the stubs, which would hide what is in the modules.
    shutil.copytree(PACKAGE, tmp_path / "packages" / "bsg",
                    ignore=shutil.ignore_patterns("*.so", *(f"{name}.pyi" for name in WITH_STUBS)))
    done = run(tmp_path, "mypy", "--config-file", "mypy.ini", "-p", "bsg", packages=tmp_path / "packages")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_are_what_is_in_the_modules(tmp_path):
    # That classes have a metaclass of pybind11's own concerns nobody.
    classes = [name for name, value in vars(bsg._bsg).items() if isinstance(value, type)]
    (tmp_path / "allowed").write_text("".join(f"bsg._bsg.{name}\n" for name in classes))
    done = run(tmp_path, "mypy.stubtest", "--mypy-config-file", "mypy.ini", "--allowlist", "allowed",
               "--ignore-unused-allowlist", "--ignore-positional-only", "bsg._bsg",
               *(f"bsg.{name}" for name in WITH_STUBS))
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
        model.neighbors(3.5)
    """))
    done = run(tmp_path, "mypy", "--config-file", "mypy.ini", "user.py")
    revealed = [line for line in done.stdout.splitlines() if "Revealed" in line]
    for line, expected in zip(revealed, ("bsg.model.Model", "ndarray", "Union[builtins.float, None]", "builtins.float",
                                         "builtins.dict[builtins.str")):
        assert expected in line
    assert len(revealed) == 5
    assert 'Argument 1 to "neighbors"' in done.stdout and 'incompatible type "float"' in done.stdout


TAKEN = [
    'bsg.train("t", dimension=3, subsample=1, sets=True, xi="exact", memory="6G", threads=None)',
    'bsg.train("t", memory=1 << 30, scratch=pathlib.Path("s"), seed=3)',
    'bsg.train("t", **bsg.load("m").options)',
    'bsg.train("t", subwords="3-6"); bsg.train("t", subwords=(3, 6)); bsg.resume("kept", subwords="no")',
    'bsg.resume("kept", threads=2)',
]
REFUSED = {
    'bsg.train("t", dimensions=3)': 'Unexpected keyword argument "dimensions"',
    'bsg.train("t", dimension="three")': 'incompatible type "str"; expected "Optional[int]"',
    'bsg.train("t", dimension=2.5)': 'incompatible type "float"; expected "Optional[int]"',
    'bsg.train("t", method="glove")': """incompatible type "Literal['glove']"; expected""",
    'bsg.resume("kept", thread=2)': 'Unexpected keyword argument "thread"',
}


def test_options_are_keyword_arguments_with_types(tmp_path):
    lines = ["import pathlib", "import bsg", *TAKEN, *REFUSED]
    (tmp_path / "user.py").write_text("\n".join(lines) + "\n")
    done = run(tmp_path, "mypy", "--config-file", "mypy.ini", "user.py")
    errors = [line.split(":", 3) for line in done.stdout.splitlines() if ": error: " in line]
    assert [lines[int(number) - 1] for _, number, _, _ in errors] == list(REFUSED), done.stdout
    for (_, _, _, message), expected in zip(errors, REFUSED.values()):
        assert expected in message
