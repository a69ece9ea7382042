"""Words outside the vocabulary, from their spelling."""

import numpy as np
import pytest

import bsg

SENTENCES = [["sailing", "ship", "sea"], ["baking", "bread", "oven"], ["sails", "sea", "ship"], ["bakes", "oven"]] * 50
OPTIONS = {"dimension": 8, "iterations": 12, "subsample": 1}


@pytest.fixture(scope="module")
def model():
    return bsg.train(SENTENCES, subwords="3-6", **OPTIONS)


def test_an_unseen_word_has_a_density(model):
    assert "sailor" not in model and model.knows_spelling
    mean, variance = model.guess("sailor")
    assert np.array_equal(model["sailor"], mean) and np.array_equal(model.mean("sailor"), mean)
    assert np.array_equal(model.variance("sailor"), variance) and (variance > 0).all()
    assert np.array_equal(model[["ship", "sailor"]], [model["ship"], mean])
    with pytest.raises(bsg.UnknownWordError):
        model.index("sailor")
    with pytest.raises(bsg.UnknownWordError):
        model.mean("sailor", "context")


def test_questions_take_unseen_words(model):
    assert model.similarity("sailor", "sails") > model.similarity("sailor", "bakes")
    assert model.neighbors("sailor", k=1)[0].word in {"sails", "sailing", "ship", "sea"}
    assert model.neighbors_of(["sailor"], k=2)["sailor"] == model.neighbors("sailor", k=2)
    assert len(model.analogy("sails", "sailing", "baker", k=3)) == 3
    for ask in (lambda: model.neighbors("sailor", known_only=True), lambda: model.analogy("sea", "ship", "sailor", known_only=True),
                lambda: model.compare("sailor", "sea", known_only=True)):
        with pytest.raises(bsg.UnknownWordError):
            ask()


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


def test_evaluation_of_unseen_words(model, tmp_path):
    (tmp_path / "pairs.txt").write_text("ship sea 9\nsailor sails 8\nship bread 1\n")
    assert model.evaluate(similarity=tmp_path / "pairs.txt").similarity[0].skipped == 1
    assert model.evaluate(similarity=tmp_path / "pairs.txt", oov=True).similarity[0].skipped == 0


def test_features_make_cold_items(tmp_path):
    (tmp_path / "tags.tsv").write_text("ship\twater\nsea\twater\nbread\tfood\noven\tfood\ncanoe\twater\n")
    model = bsg.train(SENTENCES, features=tmp_path / "tags.tsv", **OPTIONS)
    assert model.count("canoe") == 0 and "canoe" in model
    assert model.similarity("canoe", "sea") > model.similarity("canoe", "oven")
    assert model.variance("canoe").sum() > model.variance("sea").sum()
