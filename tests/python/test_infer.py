"""Densities of words and bags that a model does not have."""

import copy
import json
import pickle
import warnings

import numpy as np
import pytest

import bsg
from conftest import SMALL, command, write_sentences

LINES = [["g1w0", "new", "g1w3", "g1w5"], ["g1w2", "g1w1", "new"], ["g3w0", "other", "g3w1"], ["g3w5", "g3w2", "g3w3"]]


@pytest.fixture(scope="module")
def inferred(model):
    return model.infer("new", LINES)


@pytest.fixture(scope="module")
def items(sentences):
    return bsg.train(sentences, sets=True, **{**SMALL, "subwords": "no"})


def test_a_word_is_inferred_from_its_lines(model, inferred):
    assert isinstance(inferred, bsg.InferredWord) and inferred.word == "new" and inferred.count == 2
    assert 0 < inferred.evidence <= 5
    assert inferred.mean.shape == inferred.variance.shape == (8,) and inferred.mean.dtype == np.float32
    assert (inferred.variance > 0).all() and not inferred.mean.flags.writeable
    assert "new" not in model
    assert repr(inferred) == f"<bsg.InferredWord: 'new', count 2, evidence {inferred.evidence:.1f}, dimension 8>"
    assert [answer.word[:2] for answer in model.neighbors(inferred, k=6)] == ["g1"] * 6
    surer = model.infer("new", LINES * 50)
    assert surer.count == 100 and (surer.variance < inferred.variance).all()


def test_many_words_are_the_same_as_each(model, inferred, tmp_path):
    words = model.infer_words(LINES)
    assert [(word.word, word.count) for word in words] == [("new", 2), ("other", 1)]
    assert np.array_equal(words[0].mean, inferred.mean)
    assert [word.word for word in model.infer_words(LINES, min_count=2)] == ["new"]
    assert [word.word for word in model.infer_words(LINES, words="other")] == ["other"]
    assert model.infer_words(LINES, words=[]) == []
    path = write_sentences(tmp_path / "lines.txt", LINES)
    from_file = model.infer_words(path)
    assert all(np.array_equal(a.mean, b.mean) and a[:3] == b[:3] for a, b in zip(words, from_file))
    assert len(model.infer_words([str(path)])) == 2 and len(model.infer_words(iter(LINES))) == 2


def test_words_that_share_a_line_are_inferred_as_if_alone(model):
    shared = [["g1w0", "new", "other", "g1w3"], ["other", "g3w1", "new", "g3w2", "g3w0"]]
    for together in model.infer_words(shared):
        alone = model.infer(together.word, shared)
        assert np.array_equal(alone.mean, together.mean) and np.array_equal(alone.variance, together.variance)
        assert alone.evidence == together.evidence


def test_it_is_what_the_command_infers(model, model_file, tmp_path):
    path = write_sentences(tmp_path / "lines.txt", LINES)
    report = json.loads(command("infer", model_file, path, "--json", "-k", "3", "-o", tmp_path / "larger.bsg"))
    words = model.infer_words(LINES)
    assert [word["word"] for word in report["words"]] == [word.word for word in words]
    for word, ours in zip(report["words"], words):
        assert word["count"] == ours.count and word["evidence"] == ours.evidence
        assert np.array_equal(np.float32(word["mean"]), ours.mean)
        assert np.array_equal(np.float32(word["variance"]), ours.variance)
        assert [answer["word"] for answer in word["answers"]] == [answer.word for answer in model.neighbors(ours, k=3)]
    model.with_words(words).save(tmp_path / "ours.bsg")
    assert (tmp_path / "ours.bsg").read_bytes() == (tmp_path / "larger.bsg").read_bytes()


def test_densities_are_asked_for_like_words(model, inferred):
    itself = bsg.Density(model["g2w0"], model.variance("g2w0"))
    of_density = [answer for answer in model.neighbors(itself, k=6) if answer.word != "g2w0"]
    assert [answer.word for answer in of_density] == [answer.word for answer in model.neighbors("g2w0", k=5)]
    assert model.neighbors(positive=[inferred, "g1w1"], k=3) != model.neighbors(positive=["g1w1"], k=3)
    assert model.neighbors(positive=inferred, k=3) == model.neighbors(inferred, k=3)
    assert model.neighbors(positive=[inferred, "g2w1"], negative=["g1w1"], k=1)[0].word.startswith("g2")
    assert model.similarity(inferred, "g1w1") > model.similarity(inferred, "g4w1")
    assert model.compare(inferred, "g1w1").cosine_deviation > 0
    assert model.neighbors(inferred, k=2, representation="target-context", measure="probability")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.neighbors(inferred), model.similarity(inferred, "g1w1")


def test_a_bag_gets_a_density(items):
    user = items.infer_query(["g4w0", "g4w1", "nothing", "g4w1"])
    assert isinstance(user, bsg.Density) and user.mean.shape == (8,)
    assert items.neighbors(user, k=1, representation="target-context")[0].word.startswith("g4")
    again, other = items.infer_queries([("g4w1", "g4w0"), {"g2w1"}])
    assert np.array_equal(user.mean, again.mean) and np.array_equal(user.variance, again.variance)
    assert not np.array_equal(user.mean, other.mean)
    assert repr(user) == "<bsg.Density: dimension 8>"
    assert items.infer_queries([]) == [] and items.infer_queries(bag for bag in [["g1w1"]])
    assert np.array_equal(items.infer_query("g2w1").mean, other.mean)


def test_bags_of_unknown_words_can_be_skipped(items):
    bags = [["x"], ["g2w1"], [], ["g1w1", "x"]]
    with pytest.raises(bsg.InputError, match=r"none of the words of bags 0, 2 \(counted from 0\): leave them out, or give cold='skip'$"):
        items.infer_queries(bags)
    none, known, empty, mixed = items.infer_queries(bags, cold="skip")
    assert none is None and empty is None
    assert np.array_equal(known.mean, items.infer_query(["g2w1"]).mean)
    assert np.array_equal(mixed.variance, items.infer_query(["g1w1"]).variance)
    assert items.infer_queries(bags[:1], cold="skip") == [None]


def test_words_join_a_model(model, inferred):
    larger = model.with_words(inferred)
    assert isinstance(larger, bsg.Model) and len(larger) == len(model) + 1 and "new" in larger and "new" not in model
    assert larger.count("new") == 2 and np.array_equal(larger["new"], inferred.mean)
    for word in model:
        assert np.array_equal(larger[word], model[word])
        assert np.array_equal(larger.variance(word, "context"), model.variance(word, "context"))
    assert not larger.mean("new", "context").any()
    assert "new" in [answer.word for answer in larger.neighbors("g1w0", k=6)]
    assert larger.neighbors(inferred, k=1, representation="target-context")
    for ask in (larger.neighbors, lambda word, **options: larger.compare(word, "g1w0", **options),
                lambda word, **options: larger.analogy("g1w0", "g1w1", word, **options)):
        with pytest.raises(ValueError, match='the context of "new": .* use representation=.target. or representation=.target-context.$'):
            ask("new", representation="context")
    everything = larger.neighbors("g1w0", k=100, representation="context")
    assert "new" not in [answer.word for answer in everything] and len(everything) == len(model) - 1
    assert np.array_equal(larger.infer("other", LINES).mean, model.infer("other", LINES[2:]).mean)
    assert len(larger.with_words(model.infer_words(LINES, words=["other"]))) == len(model) + 2


def test_results_can_be_copied_and_pickled(model, inferred):
    for one in (pickle.loads(pickle.dumps(inferred)), copy.deepcopy(inferred)):
        assert one.word == "new" and np.array_equal(one.mean, inferred.mean)
        assert model.neighbors(one, k=2) == model.neighbors(inferred, k=2)
    assert pickle.loads(pickle.dumps(model)).infer("new", LINES).evidence == inferred.evidence


def test_densities_of_other_axes_are_refused(sentences, model, inferred, items, tmp_path):
    assert inferred.axes and items.infer_query(["g1w1"]).axes != inferred.axes
    other = bsg.train(sentences, **{**SMALL, "seed": 2})
    for ask in (lambda: other.neighbors(inferred), lambda: other.neighbors(positive=["g1w0", inferred]),
                lambda: other.similarity(inferred, "g1w0"), lambda: other.compare(inferred, "g1w0"),
                lambda: other.with_words(inferred)):
        with pytest.raises(bsg.ModelError, match="inferred from another model, whose axes are not this model's; infer it again"):
            ask()
    model.save(tmp_path / "model.bsg")
    for same in (bsg.load(tmp_path / "model.bsg"), model.with_words(inferred), pickle.loads(pickle.dumps(model))):
        assert same.neighbors(inferred, k=2)
    assert other.neighbors(inferred._replace(axes=""), k=2)


def test_an_update_in_the_same_axes_takes_the_densities(sentences, model, inferred):
    updated = model.update(sentences[:100])
    assert np.array_equal(updated.axes, model.axes) and updated.similarity(inferred, "g1w0")


def test_models_without_axes_take_densities_of_each_other(sentences):
    first, second = (bsg.train(sentences[:300], **{**SMALL, "gauge": 0, "seed": seed}) for seed in (1, 2))
    density = first.infer_query(["g1w1"])
    assert first.axes is None and density.axes == "" and second.neighbors(density, k=2)


ASKED_WITH = "a density can be asked for with neighbors, and as the first word of similarity and compare"

REFUSED = {
    "a word of the model": (lambda m: m.infer("g1w1", LINES), bsg.InputError, '"g1w1" is in the model already'),
    "a word not there": (lambda m: m.infer("nowhere", LINES), bsg.InputError, '"nowhere" is not in the text'),
    "nothing new": (lambda m: m.infer_words([["g1w1", "g1w2"]]), bsg.InputError, "has every word of the text"),
    "too few": (lambda m: m.infer_words(LINES, min_count=9), bsg.InputError, "use a smaller min_count$"),
    "nothing known": (lambda m: m.infer("x", [["x", "y"]]), bsg.InputError, "no word that the model has learned"),
    "no text": (lambda m: m.infer("x", []), ValueError, "nothing to infer from"),
    "empty lines": (lambda m: m.infer("x", [[], []]), bsg.InputError, "no sentence with a word"),
    "a text as such": (lambda m: m.infer("new", "g1w1 new"), FileNotFoundError, "no such file"),
    "lines as such": (lambda m: m.infer("new", ["g1w1 new"]), FileNotFoundError, "no such file"),
    "bytes": (lambda m: m.infer(b"new", LINES), TypeError, "a word is a str"),
    "both": (lambda m: m.infer_words(LINES, words=["new"], min_count=2), ValueError, "has no effect with words"),
    "a count of 0": (lambda m: m.infer_words(LINES, min_count=0), ValueError, "from 1 up"),
    "half a count": (lambda m: m.infer_words(LINES, min_count=1.5), TypeError, "a whole number"),
    "an empty bag": (lambda m: m.infer_query([]), bsg.InputError, "it has no words"),
    "an unknown bag": (lambda m: m.infer_queries([["g1w1"], ["x"]]), bsg.InputError, r"of bag 1 \(counted from 0\): leave it out"),
    "an unknown way": (lambda m: m.infer_queries([["x"]], cold="prior"), ValueError, "cold must be 'raise' or 'skip', not 'prior'"),
    "a str for bags": (lambda m: m.infer_queries([["g1w1"], "g1w1"]), TypeError, r"bag 1 \(counted from 0\) is of type str"),
    "a variance of another size": (lambda m: m.neighbors(bsg.Density(np.ones(8), np.ones(3))), ValueError, "variance of 3 cannot be"),
    "a density to subtract": (lambda m: m.neighbors("g1w1", negative=[m.infer_query(["g1w1"])]), TypeError, "either a word"),
    "a second density": (lambda m: m.similarity("g1w1", m.infer("new", LINES)), TypeError, f"^{ASKED_WITH}$"),
    "densities to subtract": (lambda m: m.neighbors(positive="g1w1", negative=m.infer("new", LINES)), TypeError, f"^{ASKED_WITH}$"),
    "many densities": (lambda m: m.neighbors_of([m.infer_query(["g1w1"])]), TypeError, f"^{ASKED_WITH}$"),
    "a density for words": (lambda m: m.neighbors_of(m.infer("new", LINES)), TypeError, f"^{ASKED_WITH}$"),
    "an array": (lambda m: m.neighbors(np.ones(8)), TypeError, "^a word is a str or an int, not ndarray$"),
    "a density to add": (lambda m: m.with_words([m.infer_query(["g1w1"])]), TypeError, "infer_words return; a Density has no name$"),
    "a density alone to add": (lambda m: m.with_words(m.infer_query(["g1w1"])), TypeError, "a Density has no name$"),
    "a str to add": (lambda m: m.with_words(["newtown"]), TypeError, "what infer and infer_words return, not str$"),
    "another dimension": (lambda m: m.neighbors(bsg.Density(np.ones(3), np.ones(3))), ValueError, "a mean of 3 numbers and .* of 8 dimensions"),
    "a word twice": (lambda m: m.with_words([m.infer("new", LINES)] * 2), bsg.InputError, "added twice"),
    "contexts": (lambda m: m.neighbors(m.infer("new", LINES), representation="sum"), ValueError,
                 "use representation='target' or representation='target-context'$"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_inferred_is_refused(name, model):
    call, error, message = REFUSED[name]
    with pytest.raises(error, match=message):
        call(model)


def test_models_of_points_are_refused(sentences):
    points = bsg.train(sentences[:200], method="skipgram", dimension=4, iterations=1, subsample=1)
    with pytest.raises(bsg.ModelError, match="points instead of densities"):
        points.infer("new", LINES)


def test_spelling_is_the_prior():
    sentences = [["sailing", "ship", "sea"], ["baking", "bread", "oven"], ["sails", "sea", "ship"], ["bakes", "oven"]] * 50
    model = bsg.train(sentences, dimension=8, iterations=12, subsample=1)
    nothing = model.infer("sailor", [["sailor"], ["sea"]])
    mean, variance = model.guess("sailor")
    assert nothing.evidence == 0
    assert np.allclose(nothing.mean, mean, atol=1e-4) and np.allclose(nothing.variance, variance, rtol=1e-4)
