"""The package bsg of the build, and models of small generated texts. The program is in the variable BSG."""

import os
import random
import subprocess

import pytest

import bsg

BSG = os.environ.get("BSG", "bsg")
GROUPS = 6
WORDS_IN_GROUP = 6

# Small, and fit for a text of a few words: nothing is subsampled away.
SMALL = {"dimension": 8, "iterations": 8, "burn_in": 3, "subsample": 1, "negatives": 2, "subwords": "no"}


def group_sentences(lines, length, seed):
    """Sentences of words that all belong to one group."""
    generator = random.Random(seed)
    sentences = []
    for _ in range(lines):
        group = generator.randrange(GROUPS)
        sentences.append([f"g{group}w{generator.randrange(WORDS_IN_GROUP)}" for _ in range(length)])
    return sentences


def write_sentences(path, sentences):
    path.write_text("".join(" ".join(sentence) + "\n" for sentence in sentences), encoding="utf-8")
    return path


def command(*arguments):
    """Standard output of a run of the program that must succeed."""
    done = subprocess.run([BSG, *map(str, arguments)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def as_arguments(options):
    """Keyword arguments as the command line writes them."""
    arguments = []
    for name, value in options.items():
        name = "--" + name.replace("_", "-")
        if name == "--sets":
            arguments += [name] if value else []
        else:
            arguments += [name, {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value]
    return arguments


@pytest.fixture(scope="session")
def sentences():
    """Planted groups: words of one group appear together, and only together."""
    return group_sentences(lines=1500, length=8, seed=7)


@pytest.fixture(scope="session")
def corpus(tmp_path_factory, sentences):
    return write_sentences(tmp_path_factory.mktemp("shared") / "corpus.txt", sentences)


@pytest.fixture(scope="session")
def model(corpus):
    return bsg.train(corpus, **SMALL)


@pytest.fixture(scope="session")
def model_file(tmp_path_factory, model):
    path = tmp_path_factory.mktemp("shared") / "model.bsg"
    model.save(path)
    return path


@pytest.fixture(scope="session")
def uneven():
    """A model whose words differ in frequency, so that scores and confidences differ."""
    generator = random.Random(3)
    text = [["w%d" % min(int(generator.expovariate(0.08)), 60) for _ in range(10)] for _ in range(800)]
    return bsg.train(text, **SMALL)
