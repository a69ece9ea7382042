"""Every test that docs/reliability.md names stands in the sources, and every fuzz target is in its table."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
CODE = sorted(set(re.findall(r"`([^`\n]+)`", PAGE)))
CXX = "\n".join(path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("tests/*/*.cc")))
CXX_TESTS = {f"{suite}.{name}" for suite, name in re.findall(r"^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)", CXX, re.MULTILINE)}
PYTHON_TESTS = {name for path in ROOT.glob("tests/*/*.py")
                for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)}


def named(pattern):
    names = [code for code in CODE if re.fullmatch(pattern, code)]
    assert names
    return names


@pytest.mark.parametrize("name", named(r"[A-Z]\w+\.(?:[A-Z]\w+|\*)"))
def test_of_cxx_exists(name):
    suite, test = name.split(".")
    assert name in CXX_TESTS if test != "*" else any(known.startswith(f"{suite}.") for known in CXX_TESTS)


@pytest.mark.parametrize("name", named(r"test_\w+"))
def test_of_python_exists(name):
    assert name in PYTHON_TESTS


@pytest.mark.parametrize("name", named(r"(?:tests|scripts|fuzz)/[\w./-]+|test_\w+\.py"))
def test_file_exists(name):
    assert (ROOT / name).exists() or list(ROOT.glob(f"tests/*/{name}"))


def test_every_fuzz_target_is_listed():
    targets = {path.name.removesuffix("_fuzz.cc") for path in ROOT.glob("fuzz/*_fuzz.cc")}
    assert targets <= set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
