"""bsg train --method skipgram, and what the other commands say of a model of points."""

import json
import re

import pytest
from conftest import GROUPS, bsg, refused, succeed, word

POINTS = ["--method", "skipgram", "--dimension", "8", "--iterations", "12", "--subsample", "1", "--negatives", "2",
          "--learning-rate", "0.05"]


@pytest.fixture(scope="module")
def points(folder, corpus):
    path = folder / "points.bsg"
    succeed("train", corpus, "-o", path, *POINTS, "--threads", 1, "--quiet")
    return path


def ask(*arguments):
    return json.loads(succeed(*arguments, "--json").stdout)


def test_one_thread_gives_the_same_bytes(corpus, points, tmp_path):
    run = succeed("train", corpus, "-o", tmp_path / "again.bsg", *POINTS, "--threads", 1)
    assert (tmp_path / "again.bsg").read_bytes() == points.read_bytes()
    assert "will differ" not in run.stderr.decode()


def test_report_is_about_passes_and_says_that_threads_race(corpus, tmp_path):
    report = succeed("train", corpus, "-o", tmp_path / "m.bsg", *POINTS, "--threads", 2).stderr.decode()
    assert re.search(r"^iteration 12/12: .* pairs/s, mean loss [0-9.]+$", report, re.MULTILINE), report
    assert re.search(r"^  iterations +12, mean loss [0-9.]+ in the last$", report, re.MULTILINE), report
    assert re.search(r"^  stages .*sampling .*, passes ", report, re.MULTILINE), report
    assert re.search(r"^note: .* another run .* will differ .*--threads 1", report, re.MULTILINE), report
    for other in ("relative change", "targets", "contexts", "row entries"):
        assert other not in report


def test_neighbours_are_of_the_same_group(points):
    for group in range(GROUPS):
        (query,) = ask("neighbors", points, word(group, 0), "-k", 4)["queries"]
        assert all(answer["word"].startswith(f"g{group}") for answer in query["answers"])


@pytest.mark.parametrize("option", [
    ["--xi", "exact"], ["--burn-in", "3"], ["--decay", "0.7"], ["--tolerance", "0"], ["--prior-precision", "1"],
    ["--context-prior-precision", "1"], ["--exclude-positives", "no"], ["--gauge", "0.5"], ["--learn-prior"]])
def test_options_of_densities_are_refused(option, corpus, tmp_path):
    message = refused("train", corpus, "-o", tmp_path / "m.bsg", "--method", "skipgram", *option)
    assert f"option {option[0]} belongs to --method bsg" in message
    assert not (tmp_path / "m.bsg").exists()


@pytest.mark.parametrize("method", [[], ["--method", "bsg"], ["--recipe", "paper"]])
def test_learning_rate_is_refused_for_densities(method, corpus, tmp_path):
    message = refused("train", corpus, "-o", tmp_path / "m.bsg", *method, "--learning-rate", "0.1")
    assert "option --learning-rate belongs to --method skipgram" in message


def test_recipe_leaves_the_method_alone(corpus, tmp_path):
    options = ["--recipe", "paper", "--method", "skipgram", "--iterations", 1, "--subsample", 1, "--quiet"]
    succeed("train", corpus, "-o", tmp_path / "m.bsg", *options)
    assert ask("info", tmp_path / "m.bsg")["options"]["method"] == "skipgram"


def test_info(points, model):
    info = ask("info", points, "g0w0")
    assert info["densities"] is False and ask("info", model)["densities"] is True
    assert info["options"]["method"] == "skipgram" and info["options"]["learning-rate"] == "0.05"
    assert "xi" not in info["options"]
    assert list(info["iterations"][0]) == [
        "iteration", "step", "tokens", "positive_pairs", "negative_pairs", "mean_loss"]
    assert info["iterations"][0]["mean_loss"] > info["iterations"][-1]["mean_loss"] > 0
    for side in ("target", "context"):
        facts = info["words"][0][side]
        assert facts["mean_length"] > 0
        assert facts["total_variance"] is None and facts["mean_deviation"] is None
    assert "points (no variances)" in succeed("info", points).stdout.decode()
    assert "mean loss" in succeed("info", points).stdout.decode()
    table = succeed("info", points, "g0w0").stdout.decode()
    assert "length of mean" in table and "variance" not in table


@pytest.mark.parametrize("question", [["neighbors", "g0w0"], ["analogy", "g0w0", "g0w1", "g1w0"]])
def test_answers_have_no_confidence(question, points):
    command, *words = question
    text = succeed(command, points, *words).stdout.decode()
    assert "holds points, no densities" in text
    assert text.splitlines()[1].split() == ["word", "cosine", "count"] and "by lower bound" not in text
    everything = succeed(command, points, *words, "--columns", "all").stdout.decode()
    assert everything.splitlines()[1].split() == ["word", "cosine", "product", "count"]
    (query,) = ask(command, points, *words)["queries"]
    for answer in query["answers"]:
        assert -1 <= answer["cosine"] == answer["score"] <= 1
        for key in ("deviation", "lower", "product_variance", "cosine_mean", "cosine_deviation", "beats_next"):
            assert answer[key] is None


def test_similarity_shows_the_measures_that_exist(points):
    text = succeed("similarity", points, "g0w0", "g0w1").stdout.decode()
    assert [line.split()[0] for line in text.splitlines()[1:3]] == ["measure", "cosine"]
    assert "probability and kl do not exist" in text
    scores = ask("similarity", points, "g0w0", "g0w1")["scores"]
    assert [score["measure"] for score in scores] == ["cosine"]
    assert scores[0]["product_variance"] is None


@pytest.mark.parametrize("command", ["similarity", "neighbors"])
@pytest.mark.parametrize("measure", ["probability", "kl"])
def test_measures_that_need_densities_are_refused(command, measure, points):
    run = bsg(command, points, "g0w0", *(["g0w1"] if command == "similarity" else []), "--measure", measure)
    assert run.returncode == 2 and run.stdout == b""
    assert b"has no variances" in run.stderr and run.stderr.count(b"\n") == 1


def test_export(points, tmp_path):
    succeed("export", points, "-o", tmp_path / "v.txt", "--quiet")
    assert (tmp_path / "v.txt").read_text().splitlines()[0] == "36 8"
    assert "no variances" in refused("export", points, "-o", tmp_path / "w.txt", "--what", "variance")
    assert not (tmp_path / "w.txt").exists()


def test_sets(corpus, tmp_path):
    options = ["--sets", "--method", "skipgram", "--dimension", 8, "--iterations", 5, "--quiet"]
    succeed("train", corpus, "-o", tmp_path / "m.bsg", *options)
    (query,) = ask("neighbors", tmp_path / "m.bsg", "g2w0", "-k", 4)["queries"]
    assert all(answer["word"].startswith("g2") for answer in query["answers"])
