"""Looking at a model: words, arrays, questions."""

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest

import bsg
from conftest import SMALL

LOWER_BOUND_DEVIATIONS = 1  # of include/bsg/rank.h
KEPT = Path(__file__).resolve().parent.parent / "model" / "kept"


def test_words(model):
    assert len(model) == len(model.words) == len(list(model)) == 36
    assert "g0w0" in model and "paris" not in model
    assert list(model.counts) == sorted(model.counts, reverse=True)
    assert model.counts.dtype == np.int64 and not model.counts.flags.writeable
    assert model.counts.sum() == 12000
    for place, word in enumerate(model.words):
        assert model.index(word) == place and model.count(word) == model.counts[place]


def test_rows(model):
    assert model.dimension == 8
    assert model.means.shape == model.variances.shape == (36, 8)
    for word in model:
        row = model.index(word)
        np.testing.assert_array_equal(model[word], model.means[row])
        np.testing.assert_array_equal(model.variance(word), model.variances[row])
        np.testing.assert_array_equal(model.mean(word, "context"), model.context_means[row])
        np.testing.assert_array_equal(model.variance(word, side="context"), model.context_variances[row])
    np.testing.assert_array_equal(model[["g1w1", "g0w0"]], np.stack([model["g1w1"], model["g0w0"]]))
    assert (model.variances > 0).all()


def test_axes():
    model = bsg.load(KEPT / "format-2-axes.bsg")
    numbers = np.arange(9, dtype=np.float32).reshape(3, 3)
    np.testing.assert_array_equal(model.axes, (numbers - np.float32(3.5)) / np.float32(5))
    np.testing.assert_array_equal(model.context_axes, np.float32(4) / (numbers - np.float32(9.5)))
    for axes in (model.axes, model.context_axes):
        assert axes.dtype == np.float32 and not axes.flags.owndata and not axes.flags.writeable
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.axes, model.axes)


@pytest.mark.parametrize("kept", ["format-1-densities.bsg", "format-1-points.bsg"])
def test_no_axes(kept):
    model = bsg.load(KEPT / kept)
    assert model.axes is None and model.context_axes is None


def test_how_it_was_made(model):
    assert model.options["dimension"] == 8 and model.options["sets"] is False
    assert model.options["subsample"] == 1.0 and model.options["tokenizer"] == "whitespace"
    assert [record.iteration for record in model.iterations] == list(range(1, 9))
    assert model.iterations[0].step == 1 and model.iterations[-1].step < 1
    assert model.library_version == bsg.__version__ and model.simd_target == bsg.simd_target()
    assert repr(model) == "<bsg.Model: 36 words, dimension 8>"


def test_cosine_against_numpy(model):
    a, b = model["g1w1"].astype(float), model["g1w2"].astype(float)
    cosine = a @ b / np.sqrt((a @ a) * (b @ b))
    assert model.similarity("g1w1", "g1w2") == pytest.approx(cosine, rel=1e-6)


def test_moments_against_draws(corpus):
    """Vectors drawn from the densities, by NumPy."""
    model = bsg.train(corpus, recipe="paper", **SMALL)
    generator = np.random.default_rng(1)
    draws = [generator.normal(model[word], np.sqrt(model.variance(word)), (200_000, 8)) for word in ("g1w1", "g2w2")]
    products = (draws[0] * draws[1]).sum(axis=1)
    score = model.compare("g1w1", "g2w2")
    assert score.product_mean == pytest.approx(products.mean(), abs=4 * products.std() / np.sqrt(len(products)))
    assert score.product_variance == pytest.approx(products.var(), rel=0.03)
    cosines = products / np.linalg.norm(draws[0], axis=1) / np.linalg.norm(draws[1], axis=1)
    assert score.cosine_mean == pytest.approx(cosines.mean(), abs=0.01)
    assert score.cosine_deviation == pytest.approx(cosines.std(), rel=0.1)


def test_confidence(uneven):
    answers = uneven.neighbors("w3", 5, rank="mean")
    assert [answer.score for answer in answers] == sorted((answer.score for answer in answers), reverse=True)
    assert all(0.5 <= answer.confidence <= 1 for answer in answers)
    assert all(answer.confidence is None for answer in uneven.neighbors("w3", 5, measure="kl"))
    everyone = uneven.neighbors("w3", 10_000)
    assert len(everyone) == len(uneven) - 1
    assert everyone[-1].confidence is None and everyone[-2].confidence is not None


def test_answers_are_ordered_by_the_rank(uneven):
    by = {"mean": "score", "lower": "lower", "expected": "cosine_mean"}
    assert [rank.name for rank in bsg.ranks()] == list(by)
    for rank, field in by.items():
        answers = uneven.neighbors("w3", 20, rank=rank)
        values = [getattr(answer, field) for answer in answers]
        assert values == sorted(values, reverse=True)
        assert uneven.neighbors_of(["w3"], 20, rank=rank) == {"w3": answers}
        assert uneven.analogy("w1", "w2", "w3", 5, rank=rank) == uneven.neighbors(
            positive=["w2", "w3"], negative=["w1"], k=5, rank=rank)
    for measure in bsg.measures():
        assert uneven.neighbors("w3", measure=measure.name) == uneven.neighbors(
            "w3", measure=measure.name, rank=measure.default_rank)
    assert uneven.neighbors("w3") == uneven.neighbors("w3", rank="lower") != uneven.neighbors("w3", rank="mean")


def test_rare_answers_are_left_out(uneven):
    everyone = uneven.neighbors("w3", 10_000)
    least = sorted(answer.count for answer in everyone)[20]
    frequent = uneven.neighbors("w3", 10_000, min_count=least)
    assert [answer.word for answer in frequent] == [answer.word for answer in everyone if answer.count >= least]


@pytest.mark.parametrize("how, error, message", [
    ({"rank": "best"}, ValueError, "rank must be one of 'mean', 'lower', 'expected', not 'best'"),
    ({"rank": "expected", "measure": "kl"}, ValueError, "rank='expected' is about the cosine"),
    ({"min_count": -1}, ValueError, "min_count must be a whole number from 0 up, not -1"),
    ({"min_count": 1.5}, TypeError, "min_count must be a whole number"),
    ({"min_count": 10**9}, ValueError, "no word of the model has the count that min_count=1000000000 asks for"),
])
def test_refused_orders(model, how, error, message):
    with pytest.raises(error, match=message):
        model.neighbors("g1w1", **how)


def test_results_have_names(model):
    best = model.neighbors("g1w1", 1)[0]
    assert best._fields[:5] == ("word", "score", "deviation", "confidence", "count")
    assert repr(best) == (f"<bsg.Neighbor: {best.word!r}, {best.score:.3f} ± {best.deviation:.3f}, "
                          f"beats next {best.confidence:.0%}, count {best.count:,}>")
    score = model.compare("g1w1", best.word)
    assert repr(score) == f"<bsg.Score: {score.value:.3f} ± {score.deviation:.3f}>"
    assert (score.value, score.deviation, score.lower) == (best.score, best.deviation, best.lower)
    assert score.lower == pytest.approx(score.value - LOWER_BOUND_DEVIATIONS * score.deviation)
    assert best == model.neighbors("g1w1", k=1)[0]


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(model, model_file, tmp_path, protocol):
    other = pickle.loads(pickle.dumps(model, protocol))
    other.save(tmp_path / "other.bsg")
    assert (tmp_path / "other.bsg").read_bytes() == model_file.read_bytes()
    assert other.neighbors("g1w1") == model.neighbors("g1w1")


def test_copies_are_the_same(model):
    assert copy.copy(model) is model and copy.deepcopy([model])[0] is model


def test_models_are_not_made_by_hand():
    with pytest.raises(TypeError, match="bsg.train"):
        bsg.Model("model.bsg")


def test_results_can_be_pickled(model):
    assert pickle.loads(pickle.dumps(model.neighbors("g1w1"))) == model.neighbors("g1w1")
    assert pickle.loads(pickle.dumps(model.report)) == model.report


def test_measures_come_from_the_table(uneven):
    assert [measure.name for measure in bsg.measures()] == ["cosine", "probability", "kl"]
    for measure in bsg.measures():
        assert f'"{measure.name}": {measure.meaning}.' in bsg.Model.neighbors.__doc__
        (best,) = uneven.neighbors("w3", 1, measure=measure.name)
        assert (best.confidence is not None) == measure.has_confidence
    assert [measure.name for measure in bsg.measures() if measure.needs_variances] == ["probability", "kl"]
