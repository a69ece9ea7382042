"""Texts that no one would write and that machines do: each has a defined outcome (docs/input.md)."""

import json
import math
import os
import random
import shutil
import subprocess
import threading
from pathlib import Path

import pytest
from conftest import BSG, SMALL, refused, succeed

MEGABYTE = 1000 * 1000


def train(text, output, *options):
    succeed("train", text, "-o", output, *SMALL, "--quiet", *options)
    return output.read_bytes()


def measured(*arguments):
    """A run that must succeed: its standard error, and the most memory it held, in bytes."""
    process = subprocess.Popen([BSG, *map(str, arguments)], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    messages = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    assert process.returncode == 0, messages
    return messages, usage.ru_maxrss * 1024


def words_and_counts(model, *words):
    """What the model says of these words."""
    facts = json.loads(succeed("info", model, *words, "--json").stdout)
    return {fact["word"]: fact["count"] for fact in facts["words"]}


def test_nul_bytes_separate_words(corpus, model, tmp_path):
    (tmp_path / "t.txt").write_bytes(corpus.read_bytes().replace(b" ", b"\0"))
    assert train(tmp_path / "t.txt", tmp_path / "m.bsg") == model.read_bytes()


def test_named_pipe(corpus, model, tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=lambda: fifo.write_bytes(corpus.read_bytes()))
    writer.start()
    assert train(fifo, tmp_path / "m.bsg") == model.read_bytes()
    writer.join()


@pytest.mark.skipif(shutil.which("zstd") is None, reason="the program zstd is not installed")
def test_truncated_zstd(corpus, tmp_path):
    packed = subprocess.run(["zstd", "-q", "-c"], input=corpus.read_bytes(), stdout=subprocess.PIPE, check=True).stdout
    (tmp_path / "t.zst").write_bytes(packed[: len(packed) // 2])
    assert "t.zst" in refused("train", tmp_path / "t.zst", "-o", tmp_path / "m.bsg", *SMALL, "--quiet")
    assert not (tmp_path / "m.bsg").exists()


def test_one_repeated_word(tmp_path):
    (tmp_path / "t.txt").write_text("same same same\n" * 100)
    message = refused("train", tmp_path / "t.txt", "-o", tmp_path / "m.bsg", *SMALL, "--quiet")
    assert "300 tokens of 1 distinct words" in message


def test_sentences_of_one_word(tmp_path):
    (tmp_path / "t.txt").write_text("one\ntwo\nthree\n" * 100)
    message = refused("train", tmp_path / "t.txt", "-o", tmp_path / "m.bsg", *SMALL, "--quiet")
    assert "pair" in message


def test_vocabulary_of_two(tmp_path):
    (tmp_path / "t.txt").write_text("a b a\n" * 50)
    train(tmp_path / "t.txt", tmp_path / "m.bsg")
    assert words_and_counts(tmp_path / "m.bsg", "a", "b") == {"a": 100, "b": 50}
    answers = json.loads(succeed("neighbors", tmp_path / "m.bsg", "a", "--json").stdout)["queries"][0]["answers"]
    assert [answer["word"] for answer in answers] == ["b"]
    assert math.isfinite(answers[0]["score"])


@pytest.mark.parametrize("count", [2**32 - 1, 2**32, 2**33 + 1, 2**53 + 1, 2**61])
def test_counts_beyond_32_bits(count, tmp_path):
    """A vocabulary that was counted in far more text than there is."""
    (tmp_path / "t.txt").write_text("a b c\nb a c\n" * 50)
    (tmp_path / "words.tsv").write_text(f"a\t{count}\nb\t{count - 1}\nc\t1\n")
    for name, options in {
        "sampled": [*SMALL, "--negative-mode", "sampled"],
        "expected": [*SMALL, "--negative-mode", "expected"],
        "sets": [*SMALL, "--sets"],
        "points": ["--method", "skipgram", "--dimension", 4, "--subsample", 1],
    }.items():
        model = tmp_path / f"{name}.bsg"
        given = ["--vocabulary", tmp_path / "words.tsv"]
        succeed("train", tmp_path / "t.txt", "-o", model, "--quiet", *given, *options)
        assert words_and_counts(model, "a", "b", "c") == {"a": count, "b": count - 1, "c": 1}


def test_counts_that_do_not_fit(tmp_path, corpus):
    (tmp_path / "words.tsv").write_text(f"a\t{2**62}\nb\t{2**62}\nc\t1\n")
    given = ["--vocabulary", tmp_path / "words.tsv"]
    message = refused("train", corpus, "-o", tmp_path / "m.bsg", *SMALL, "--quiet", *given)
    assert "words.tsv" in message and "line 2" in message


@pytest.mark.parametrize("list_of_words", ["x\ny\n", "x\t2\ny\t1\n"])
def test_a_vocabulary_that_the_text_has_no_word_of(list_of_words, tmp_path, corpus):
    (tmp_path / "words.tsv").write_text(list_of_words)
    given = ["--vocabulary", tmp_path / "words.tsv"]
    message = refused("train", corpus, "-o", tmp_path / "m.bsg", *SMALL, "--quiet", *given)
    assert "none of the 12000 tokens of the texts is in the vocabulary" in message


def test_words_of_a_megabyte(tmp_path):
    """They go all the way: training, vocabulary, model, queries, export, import."""
    long = "x" * MEGABYTE
    (tmp_path / "t.txt").write_text(f"{long} b {long}y c\nb c {long}\n" * 3)
    model, words = tmp_path / "m.bsg", tmp_path / "words.tsv"
    first = train(tmp_path / "t.txt", model, "--save-vocabulary", words)
    assert f"{long}\t6" in words.read_text().splitlines()
    train(tmp_path / "t.txt", tmp_path / "again.bsg", "--vocabulary", words)
    assert words_and_counts(tmp_path / "again.bsg", "b") == {"b": 6}
    assert len(first) > 2 * MEGABYTE
    assert long.encode() in succeed("neighbors", model, "b").stdout
    refused("neighbors", model, "xx", "--known-only")
    for form in ("word2vec-text", "word2vec-binary"):
        vectors = tmp_path / form
        succeed("export", model, "-o", vectors, "--format", form)
        assert long.encode() in succeed("neighbors", vectors, "b").stdout


def test_ten_million_empty_lines(corpus, model, tmp_path):
    lines = corpus.read_bytes().splitlines(keepends=True)
    empty = b"\n" * 1_000_000
    with open(tmp_path / "t.txt", "wb") as text:
        for start in range(0, len(lines), 150):
            text.write(empty)
            text.writelines(lines[start : start + 150])
    assert (tmp_path / "t.txt").stat().st_size > 10_000_000
    assert train(tmp_path / "t.txt", tmp_path / "m.bsg") == model.read_bytes()


def test_a_line_of_200_megabytes(tmp_path):
    """It is one sentence, and reading it takes no more memory than reading lines does."""
    generator = random.Random(11)
    words = [f"w{number:04}" for number in range(1000)]
    part = " ".join(generator.choice(words) for _ in range(100_000)) + " "
    parts = 200 * MEGABYTE // len(part) + 1
    text = tmp_path / "t.txt"
    with open(text, "w", encoding="ascii") as file:
        for _ in range(parts):
            file.write(part)
    assert text.stat().st_size >= 200 * MEGABYTE
    messages, memory = measured("train", text, "-o", tmp_path / "m.bsg", "--dimension", 4, "--iterations", 2, "--burn-in", 1,
                                "--subsample", 1e-7)
    facts = json.loads(succeed("info", tmp_path / "m.bsg", "--json").stdout)
    assert facts["size"] == 1000, facts
    assert f"{parts * 100_000:,}".replace(",", "") in messages.replace(",", ""), messages
    # Four bytes for each token, and what the program itself takes.
    assert memory < 4 * parts * 100_000 + 150 * MEGABYTE


def test_a_basket_of_more_items_than_can_be_learned(tmp_path):
    (tmp_path / "t.txt").write_text(" ".join(f"i{number}" for number in range(70_000)) + "\na b\n")
    options = ["--sets", "--vocabulary-size", 100_000, "--dimension", 2, "--negative-mode", "expected", "--quiet"]
    message = refused("train", tmp_path / "t.txt", "-o", tmp_path / "m.bsg", *options)
    assert "basket 1 " in message and "65536" in message
    assert sorted(Path(tmp_path).iterdir()) == [tmp_path / "t.txt"]
