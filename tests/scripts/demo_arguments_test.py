"""The demo refuses what it cannot use before it installs, builds or trains."""

import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "demo.sh"


def run(*arguments):
    return subprocess.run([SCRIPT, *arguments], capture_output=True, text=True)


def test_help_shows_every_form():
    result = run("--help")
    assert result.returncode == 0
    assert "scripts/demo.sh --items PATH" in result.stdout


@pytest.mark.parametrize("arguments, reason", [
    (["absent.txt"], "absent.txt does not exist"),
    (["--items", "absent.txt"], "absent.txt does not exist"),
    (["/"], "/ is a folder"),
    (["--fast"], "unknown option --fast"),
    (["one.txt", "two.txt"], "more than one path"),
])
def test_unusable_arguments_are_named(arguments, reason):
    result = run(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert reason in line
