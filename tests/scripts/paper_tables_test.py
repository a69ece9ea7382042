"""The tables of the paper from a small text and small benchmarks: figures, resuming, and what is refused."""

import json
import os
import random
import signal
import statistics
import subprocess
import time
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "paper-tables.sh"
BSG = os.environ.get("BSG", "bsg")
SETS = ("wordsim353", "scws", "rare-words", "men", "simlex999")
SMALL = ("--", "--dimension", "4", "--iterations", "4", "--subsample", "1", "--threads", "1")
WORDS = [f"w{k}" for k in range(40)]


def run(*arguments):
    return subprocess.run([SCRIPT, *map(str, arguments)], capture_output=True, text=True, env={**os.environ, "BSG": BSG},
                          timeout=300)


def write(path, lines):
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def evaluation(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evaluation")
    generator = random.Random(1)
    for name in SETS:
        write(folder / f"{name}.txt", [f"{generator.choice(WORDS)} {generator.choice(WORDS)} {k}" for k in range(30)])
    questions = [" ".join(generator.sample(WORDS, 4)) for _ in range(40)]
    write(folder / "questions-words.txt", [": family", *questions[:20], ": gram8-plural", *questions[20:]])
    return folder


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    generator = random.Random(2)
    lines = [" ".join(generator.choices(WORDS[k % 2 :: 2], k=10)) for k in range(400)]
    return write(tmp_path_factory.mktemp("corpus") / "corpus.txt", lines)


def tables(evaluation, corpus, output, instances, *more):
    result = run("--evaluation", evaluation, "--corpus", corpus, "--output", output, "--instances", instances, *more, *SMALL)
    assert result.returncode == 0, result.stderr
    return json.loads((output / "tables.json").read_text(encoding="utf-8"))


def instance(output, method, seed):
    return json.loads((output / f"{method}-{seed}.json").read_text(encoding="utf-8"))


def test_tables_hold_means_and_deviations_of_the_instances(evaluation, corpus, tmp_path):
    result = tables(evaluation, corpus, tmp_path, 3)
    assert list(result) == ["sg", "bsg", "bsg-corrected"]
    text = (tmp_path / "tables.md").read_text(encoding="utf-8")
    for method, figures in result.items():
        runs = [instance(tmp_path, method, seed) for seed in (1, 2, 3)]
        scores = [r["similarity"][3]["score"] for r in runs]
        assert runs[0]["similarity"][3]["file"] == "men.txt"
        men = figures["similarity"]["men.txt"]
        assert men["mean"] == pytest.approx(statistics.fmean(scores))
        assert men["deviation"] == pytest.approx(statistics.stdev(scores))
        assert f"{men['mean']:.1f} ± {men['deviation']:.1f}" in text
        totals = [100 * r["analogy"]["right"] / r["analogy"]["used"] for r in runs]
        assert figures["total"]["mean"] == pytest.approx(statistics.fmean(totals))
        assert figures["groups"]["currency"] is None
        assert len(set(scores)) > 1  # seeds differ
    assert result["sg"]["coverage"]["order_probability"] is None
    assert "| paper: BSG | 61.1 | 59.3 | 52.5 | 61.1 | 27.3 |" in text
    assert "| Family | 63.3 | 55.7 |" in text


def test_finished_instances_are_not_made_again(evaluation, corpus, tmp_path):
    tables(evaluation, corpus, tmp_path, 1, "--methods", "bsg")
    first = (tmp_path / "bsg-1.json").stat().st_mtime_ns
    result = run("--evaluation", evaluation, "--corpus", corpus, "--output", tmp_path, "--instances", 2, "--methods", "bsg",
                 *SMALL)
    assert "instance 2 of 2" in result.stdout and "instance 1 of 2" not in result.stdout
    assert (tmp_path / "bsg-1.json").stat().st_mtime_ns == first


def test_a_stopped_run_goes_on_to_the_same_scores(evaluation, corpus, tmp_path):
    long = ("--", "--dimension", "4", "--iterations", "20000", "--subsample", "1", "--threads", "1")
    arguments = ["--evaluation", evaluation, "--corpus", corpus, "--output", tmp_path / "a", "--methods", "bsg"]
    with subprocess.Popen([SCRIPT, *map(str, arguments), *long], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                          env={**os.environ, "BSG": BSG}) as process:
        assert "instance 1" in process.stdout.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, message = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "the same command goes on" in message
    assert not list((tmp_path / "a").glob("bsg-*.json"))
    (tmp_path / "a" / "configuration.json").unlink()  # the rest is short
    stopped = tables(evaluation, corpus, tmp_path / "a", 1, "--methods", "bsg")
    whole = tables(evaluation, corpus, tmp_path / "b", 1, "--methods", "bsg")
    assert stopped["bsg"]["similarity"] == whole["bsg"]["similarity"]


def test_instances_of_other_texts_or_options_are_not_mixed(evaluation, corpus, tmp_path):
    tables(evaluation, corpus, tmp_path / "out", 1, "--methods", "bsg")
    other = write(tmp_path / "other.txt", ["a b c d"] * 50)
    arguments = ("--evaluation", evaluation, "--output", tmp_path / "out", "--instances", 2)
    result = run(*arguments, "--corpus", other, *SMALL)
    assert result.returncode == 1 and "other corpus" in result.stderr
    result = run(*arguments, "--corpus", corpus, *SMALL, "--window", "2")
    assert result.returncode == 1 and "other options" in result.stderr


def test_a_sample_ends_with_a_line(evaluation, corpus, tmp_path):
    tables(evaluation, corpus, tmp_path, 1, "--methods", "bsg", "--sample", "3k")
    sample = (tmp_path / "sample-3000.txt").read_bytes()
    assert corpus.read_bytes().startswith(sample)
    assert 2900 < len(sample) <= 3000 and sample.endswith(b"\n")


def test_refuses_what_it_cannot_use(evaluation, corpus, tmp_path):
    for arguments, reason in [
        (("--evaluation", tmp_path, "--corpus", corpus), "wordsim353.txt' is missing"),
        (("--evaluation", evaluation, "--corpus", tmp_path / "none"), "there is no corpus"),
        (("--evaluation", evaluation, "--methods", "svd"), "'svd' is not one of sg, bsg"),
        (("--evaluation", evaluation, "--sample", "lots"), "'lots' is not a number of bytes"),
        (("--corpus", corpus), "--evaluation"),
    ]:
        result = run(*arguments, "--output", tmp_path / "out")
        assert result.returncode != 0 and reason in result.stderr, result.stderr


def test_help_shows_every_option():
    text = run("--help").stdout
    for option in ("--evaluation", "--corpus", "--instances", "--sample", "--output", "--methods"):
        assert option in text
