"""Words outside the vocabulary, from their spelling."""

import warnings

import numpy as np
import pytest

import bsg

SENTENCES = [["sailing", "ship", "sea"], ["baking", "bread", "oven"], ["sails", "sea", "ship"], ["bakes", "oven"]] * 50
OPTIONS = {"dimension": 8, "iterations": 12, "subsample": 1}


pytestmark = pytest.mark.filterwarnings("ignore::bsg.GuessedWordWarning")


@pytest.fixture(scope="module")
def model():
    return bsg.train(SENTENCES, subwords=(3, 6), **OPTIONS)


def test_an_unseen_word_has_a_density(model):
    assert "sailor" not in model and model.knows_spelling
    mean, variance = model.guess("sailor")
    assert np.array_equal(model["sailor"], mean) and np.array_equal(model.mean("sailor"), mean)
    assert np.array_equal(model.variance("sailor"), variance) and (variance > 0).all()
    assert np.array_equal(model[["ship", "sailor"]], [model["ship"], mean])
    assert np.array_equal(model[["ship", "sea"]], [model["ship"], model["sea"]]) and model[[]].shape == (0, 8)
    assert not any(array.flags.writeable for array in (mean, variance, model["sailor"], model["ship"]))
    with pytest.raises(bsg.UnknownWordError):
        model.index("sailor")
    with pytest.raises(bsg.UnknownWordError):
        model.mean("sailor", "context")


def test_questions_take_unseen_words(model):
    assert model.similarity("sailor", "sails") > model.similarity("sailor", "bakes")
    assert model.neighbors("sailor", k=1)[0].word in {"sails", "sailing", "ship", "sea"}
    assert model.neighbors_of(["sailor"], k=2)["sailor"] == model.neighbors("sailor", k=2)
    assert len(model.analogy("sails", "sailing", "baker", k=3)) == 3


QUESTIONS = {
    "neighbors": lambda model, word, **how: model.neighbors(word, **how),
    "positive": lambda model, word, **how: model.neighbors(positive=["sea"], negative=word, **how),
    "neighbors_of": lambda model, word, **how: model.neighbors_of(["sea", word, word], **how),
    "analogy": lambda model, word, **how: model.analogy("sea", "ship", word, **how),
    "similarity": lambda model, word, **how: model.similarity("sea", word, **how),
    "compare": lambda model, word, **how: model.compare(word, word, **how),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_guesses_are_warned_of_once_a_call(name, model):
    with pytest.warns(bsg.GuessedWordWarning) as caught:
        QUESTIONS[name](model, "sailin")
    (warning,) = caught
    assert str(warning.message) == ("'sailin' is not in the vocabulary: guessed from its spelling; "
                                    "the closest words are 'sailing', 'sails'")
    assert warning.message.words == ("sailin",) and warning.filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        QUESTIONS[name](model, "sails", known_only=True)
        with pytest.raises(bsg.UnknownWordError):
            QUESTIONS[name](model, "sailin", known_only=True)


def test_what_asks_for_a_guess_is_not_warned_of(model):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model["sailor"], model[["sailor", "sea"]], model.guess("sailor"), model.mean("sailor"), model.variance("sailor")


def test_many_guesses_make_a_short_warning(model):
    words = [f"sailing{letter}" for letter in "abcde"]
    with pytest.warns(bsg.GuessedWordWarning, match="2 more words were guessed$") as caught:
        model.neighbors_of(words)
    assert caught[0].message.words == tuple(words)


def test_representations_that_cannot_guess_say_so(model):
    with pytest.raises(bsg.UnknownWordError, match="a spelling tells of targets only: use representation='target'"):
        model.neighbors("sailor", representation="sum")
    assert model.neighbors("sailor", representation="target-context", k=1)


def test_nothing_is_guessed_of_no_word(model):
    assert model.guess("") is None and model.guess("sail\udcff") is None
    with pytest.raises(bsg.UnknownWordError):
        model.neighbors("")


def test_plots_take_unseen_words(model):
    pytest.importorskip("matplotlib")
    with pytest.warns(bsg.GuessedWordWarning, match="'sailor'") as caught:
        model.plot(["sailor", "sea", "ship"])
    assert caught[0].filename == __file__
    with pytest.raises(bsg.UnknownWordError):
        model.plot(["sailor", "sea", "ship"], representation="sum")


def test_lengths_of_subwords_as_a_pair(model):
    assert model.options["subwords"] == "3-6"
    with pytest.raises(ValueError, match="subwords must be"):
        bsg.train(SENTENCES, subwords=(6, 3))
    with pytest.raises(TypeError, match="subwords must be"):
        bsg.train(SENTENCES, subwords=("a", "b"))


def test_a_model_of_whole_words_guesses_nothing():
    model = bsg.train(SENTENCES, subwords="no", **OPTIONS)
    assert not model.knows_spelling and model.guess("sailor") is None
    with pytest.raises(KeyError):
        model["sailor"]


def test_models_with_spelling_are_saved_and_pickled(model, tmp_path):
    import pickle

    model.save(tmp_path / "m.bsg")
    for other in (bsg.load(tmp_path / "m.bsg"), pickle.loads(pickle.dumps(model))):
        assert all(np.array_equal(a, b) for a, b in zip(other.guess("sailor"), model.guess("sailor")))
    assert model.options["subwords"] == "3-6"


def test_export_of_chosen_words(model, tmp_path):
    model.export(tmp_path / "v.txt", words=["sailor", "ship"])
    rows = [line.split() for line in (tmp_path / "v.txt").read_text().splitlines()]
    assert rows[0] == ["2", "8"] and [row[0] for row in rows[1:]] == ["sailor", "ship"]
    assert np.array_equal(np.array(rows[1][1:], np.float32), model["sailor"])
    with pytest.warns(bsg.GuessedWordWarning, match="'sailor'"):
        model.export(tmp_path / "v.txt", words=["sailor", "ship"])
    with pytest.raises(bsg.UnknownWordError):
        model.export(tmp_path / "v.txt", words=["sailor", "ship"], known_only=True)
    with pytest.raises(ValueError, match="no words to export"):
        model.export(tmp_path / "v.txt", words=[])


def test_evaluation_of_unseen_words(model, tmp_path):
    (tmp_path / "pairs.txt").write_text("ship sea 9\nsailor sails 8\nship bread 1\n")
    known = model.evaluate(similarity=tmp_path / "pairs.txt")
    assert (known.oov, known.similarity[0].skipped, known.similarity[0].guessed) == (False, 1, 0)
    judged = model.evaluate(similarity=tmp_path / "pairs.txt", oov=True)
    assert (judged.oov, judged.similarity[0].skipped, judged.similarity[0].guessed) == (True, 0, 1)
    assert model.evaluate(similarity=tmp_path / "pairs.txt", oov=True, representation="sum").similarity[0].skipped == 1
    whole = bsg.train(SENTENCES, subwords="no", **OPTIONS)
    with pytest.raises(bsg.ModelError, match="leave out oov, or train it with subwords"):
        whole.evaluate(similarity=tmp_path / "pairs.txt", oov=True)


def test_features_make_cold_items(tmp_path):
    (tmp_path / "tags.tsv").write_text("ship\twater\nsea\twater\nbread\tfood\noven\tfood\ncanoe\twater\n")
    model = bsg.train(SENTENCES, features=tmp_path / "tags.tsv", **OPTIONS)
    assert model.count("canoe") == 0 and "canoe" in model
    assert model.similarity("canoe", "sea") > model.similarity("canoe", "oven")
    assert model.variance("canoe").sum() > model.variance("sea").sum()
