"""Held-out text: the figures of the command, and a transcription of the formulas in NumPy and SciPy."""

import json

import numpy as np
import pytest
from conftest import SMALL, command, group_sentences, write_sentences
from scipy.integrate import simpson
from scipy.special import expit
from scipy.stats import norm

import bsg

HELD_OUT = [*group_sentences(15, 5, seed=77), ["g0w0", "unheard", "g0w1", "g3w3"]]


def positive_pairs(model, sentences, window):
    """A window of 1 ... c_max words is drawn for each centre: a context n words beyond the next is in it with
    probability (c_max - n) / c_max."""
    rows = {word: row for row, word in enumerate(model.words)}
    pairs = np.zeros((len(model), len(model)))
    for sentence in sentences:
        ids = [rows[word] for word in sentence if word in rows]
        for centre, i in enumerate(ids):
            for place, j in enumerate(ids):
                if place != centre:
                    pairs[i, j] += max(window + 1 - abs(place - centre), 0) / window
    return pairs


def expected_log(means, deviations):
    """log E sigmoid(x), x ~ N(mean, deviation^2), by Simpson's rule."""
    grid = np.linspace(-12, 12, 2001)
    return np.log(simpson(expit(means[..., None] + deviations[..., None] * grid) * norm.pdf(grid), x=grid))


def transcribed(model, sentences, window, negatives):
    """Mean log-likelihoods over positive pairs: integrated, points, frequencies."""
    pairs = positive_pairs(model, sentences, window)
    noise = model.counts ** 0.75 / (model.counts ** 0.75).sum()
    weights = {1: pairs, -1: negatives * pairs.sum(axis=1)[:, None] * noise}
    u, v = model.means.astype(float), model.context_means.astype(float)
    su, sv = model.variances.astype(float), model.context_variances.astype(float)
    means, variances = u @ v.T, su @ sv.T + su @ (v ** 2).T + u ** 2 @ sv.T
    scores = np.log(model.counts / model.counts.sum() / (negatives * noise))
    integrated = points = frequencies = 0.0
    for sign, weight in weights.items():
        points += (weight * np.log(expit(sign * means))).sum()
        frequencies += (weight * np.log(expit(sign * scores))).sum()
        integrated += (weight * expected_log(sign * means, np.sqrt(variances))).sum()
    return np.array([integrated, points, frequencies]) / pairs.sum(), pairs.sum()


@pytest.fixture(scope="module")
def model():
    return bsg.train(group_sentences(400, 6, seed=5), **SMALL)


def test_the_formulas(model):
    result = model.evaluate_text(HELD_OUT)
    expected, pairs = transcribed(model, HELD_OUT, window=4, negatives=2)
    assert result.positive_pairs == pytest.approx(pairs, rel=1e-5)
    assert [result.integrated.mean, result.points.mean, result.frequencies.mean] == pytest.approx(expected, abs=1e-5)
    assert result.gain.mean == pytest.approx(expected[0] - expected[1], abs=1e-5)
    assert (result.negatives, result.left_out_tokens, result.left_out_words) == (2, 1, 1)


def test_the_figures_of_the_command(model, tmp_path):
    model.save(tmp_path / "m.bsg")
    text = write_sentences(tmp_path / "text.txt", HELD_OUT)
    told = json.loads(command("evaluate", tmp_path / "m.bsg", "--text", text, "--json"))["held_out"]
    for result in (model.evaluate_text(HELD_OUT), model.evaluate_text(text)):
        for name in ("integrated", "points", "gain", "frequencies"):
            assert getattr(result, name)._asdict() == told[name]
        assert result.positive_pairs == told["positive_pairs"] and result.tokens == told["tokens"]


def test_baskets(model):
    """Pairs weigh what they weigh in training: 1, or 1 / 2 in a basket of three items."""
    for basket_weight, pairs in (("pairs", 6 + 2), ("items", 6 / 2 + 2)):
        items = bsg.train(group_sentences(300, 4, seed=6), sets=True, dimension=6, iterations=10, basket_weight=basket_weight)
        result = items.evaluate_text([["g0w0", "g0w1", "g0w2"], ["g1w1", "g1w1", "g1w2"]])
        assert result.positive_pairs == pytest.approx(pairs)
        assert result.points.mean > result.frequencies.mean


def test_errors(model, tmp_path):
    with pytest.raises(bsg.InputError, match="no two words beside each other"):
        model.evaluate_text([["g0w0"], ["g1w1"]])
    with pytest.raises(FileNotFoundError):
        model.evaluate_text(tmp_path / "missing.txt")
    with pytest.raises(TypeError, match="cannot judge"):
        model.evaluate_text(3)
    model.export(tmp_path / "vectors.txt")
    with pytest.raises(bsg.ModelError):
        bsg.load_vectors(tmp_path / "vectors.txt").evaluate_text(HELD_OUT)


def test_bounds_are_in_the_records(model):
    bounds = [record.bound for record in model.iterations]
    assert bounds[-1] > bounds[0]
    points = bsg.train(group_sentences(50, 5, seed=5), method="skipgram", threads=1, dimension=4, iterations=2, subsample=1)
    assert points.iterations[0].bound is None
