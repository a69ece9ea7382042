"""Runs the real program, whose path is in the environment variable BSG, on small generated texts."""

import os
import random
import subprocess
from pathlib import Path

import pytest

BSG = os.environ.get("BSG", "bsg")

GROUPS = 6
WORDS_IN_GROUP = 6

# Small, and fit for a text of a few words: nothing is subsampled away.
SPELLED = ["--dimension", "8", "--iterations", "8", "--burn-in", "3", "--subsample", "1", "--negatives", "2"]
SMALL = [*SPELLED, "--subwords", "no"]


def bsg(*arguments, stdin=None, environment=None):
    """One finished run: returncode, stdout and stderr as text."""
    return subprocess.run(
        [BSG, *map(str, arguments)],
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **(environment or {})},
        timeout=300,
    )


def succeed(*arguments, **keywords):
    run = bsg(*arguments, **keywords)
    assert run.returncode == 0, run.stderr.decode()
    return run


def refused(*arguments, **keywords):
    """The message of a run that must end with exit code 2 and exactly one line."""
    run = bsg(*arguments, **keywords)
    message = run.stderr.decode(errors="replace")
    assert run.returncode == 2, (run.returncode, message)
    assert run.stdout == b""
    assert message.startswith("bsg: ") and message.endswith("\n") and message.count("\n") == 1, message
    return message


def word(group, index):
    return f"g{group}w{index}"


def group_lines(lines, length, seed):
    """Lines of words that all belong to one group."""
    generator = random.Random(seed)
    for _ in range(lines):
        group = generator.randrange(GROUPS)
        yield [word(group, generator.randrange(WORDS_IN_GROUP)) for _ in range(length)]


def write_lines(path: Path, lines):
    path.write_text("".join(" ".join(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("shared")


@pytest.fixture(scope="session")
def corpus(folder):
    """Planted groups: words of one group appear together, and only together."""
    return write_lines(folder / "corpus.txt", group_lines(lines=1500, length=8, seed=7))


@pytest.fixture(scope="session")
def model(folder, corpus):
    path = folder / "model.bsg"
    succeed("train", corpus, "-o", path, *SMALL, "--quiet")
    return path
