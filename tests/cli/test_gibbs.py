"""bsg train --method gibbs: what it writes, reports and refuses."""

import json
import re

import pytest
from conftest import bsg, refused, succeed, word

CHAIN = ["--method", "gibbs", "--dimension", "4", "--iterations", "3", "--warm-up", "2", "--sweeps", "5", "--thinning", "2",
         "--subsample", "1"]


@pytest.fixture(scope="module")
def model(folder, corpus):
    path = folder / "gibbs.bsg"
    succeed("train", corpus, "-o", path, *CHAIN, "--quiet")
    return path


def test_report_is_about_the_chain(corpus, model, tmp_path):
    run = succeed("train", corpus, "-o", tmp_path / "m.bsg", *CHAIN, "--save-draws", tmp_path / "draws")
    report = run.stderr.decode()
    assert re.search(r"^  iterations +10: 3 of variational Bayes, 2 sweeps to warm up, 5 kept$", report, re.MULTILINE), report
    assert re.search(r"^iteration 10/10: ", report, re.MULTILINE), report
    assert re.search(r"^  draws +\S*draws, ", report, re.MULTILINE), report
    assert "gauge" not in report
    # Draws are written beside the model, and change nothing of it.
    assert (tmp_path / "m.bsg").read_bytes() == model.read_bytes()
    # Pairs are those of the one data set, not of all sweeps together.
    ((positive, negative),) = re.findall(r"^  pairs +([0-9,]+) positive, ([0-9,]+) negative$", report, re.MULTILINE)
    info = succeed("info", model).stdout.decode()
    assert f"the last had {positive} positive and {negative} negative pairs" in info


def test_the_model_is_asked_like_any_other(model):
    (answers,) = json.loads(succeed("neighbors", model, word(0, 0), "-k", 3, "--json").stdout)["queries"]
    assert len(answers["answers"]) == 3
    assert all(0 < answer["cosine_deviation"] < 2 for answer in answers["answers"])


@pytest.mark.parametrize("option", [
    ["--xi", "exact"], ["--burn-in", "3"], ["--tolerance", "0"], ["--negative-mode", "sampled"], ["--gauge", "0.5"],
    ["--learn-prior"], ["--subwords", "3-6"], ["--negative-groups", "4"]])
def test_what_a_fixed_posterior_has_no_place_for_is_refused(option, corpus, tmp_path):
    message = refused("train", corpus, "-o", tmp_path / "m.bsg", "--method", "gibbs", *option)
    assert f"option {option[0]} belongs to --method bsg" in message
    assert not (tmp_path / "m.bsg").exists()


@pytest.mark.parametrize("option", [["--sweeps", "9"], ["--warm-up", "9"], ["--thinning", "9"], ["--save-draws", "draws"]])
def test_options_of_the_chain_are_refused_without_it(option, corpus, tmp_path):
    message = refused("train", corpus, "-o", tmp_path / "m.bsg", *option)
    assert f"option {option[0]} belongs to --method gibbs" in message


def test_the_posterior_is_not_there_to_be_kept_or_updated(corpus, model, tmp_path):
    assert "option --keep-posterior belongs to --method bsg" in refused(
        "train", corpus, "-o", tmp_path / "m.bsg", *CHAIN, "--keep-posterior", tmp_path / "p")
    assert "has the moments of draws" in refused("update", model, corpus, "-o", tmp_path / "m.bsg")


def test_words_are_inferred_with_the_contexts_of_the_chain(model, tmp_path):
    (tmp_path / "new.txt").write_text(f"newcomer {word(0, 1)} {word(0, 2)} {word(0, 3)}\n" * 30)
    answer = bsg("infer", model, tmp_path / "new.txt", "--words", "newcomer")
    assert answer.returncode == 0, answer.stderr
    assert b"newcomer" in answer.stdout
