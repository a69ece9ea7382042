"""Models without densities: vectors of other programs, and whatever method gives points."""

import numpy as np
import pytest
from conftest import as_arguments, command

import bsg


@pytest.fixture(scope="module")
def vectors(tmp_path_factory, uneven):
    path = tmp_path_factory.mktemp("vectors") / "vectors.bin"
    uneven.export(path, "word2vec-binary")
    return bsg.load_vectors(path)


def test_vectors_are_a_model(vectors, uneven):
    assert vectors.words == uneven.words and vectors.dimension == uneven.dimension
    np.testing.assert_array_equal(vectors.means, uneven.means)
    assert not vectors.counts.any()
    assert vectors.similarity("w1", "w2") == uneven.similarity("w1", "w2")
    ours, theirs = uneven.neighbors("w3", 5, rank="mean"), vectors.neighbors("w3", 5)
    assert [(a.word, a.score) for a in ours] == [(a.word, a.score) for a in theirs]
    assert all(answer.confidence is None and answer.deviation == answer.cosine_deviation == 0 for answer in theirs)


def test_what_vectors_lack(vectors):
    assert vectors.variances is None and vectors.context_variances is None and vectors.context_means is None
    for ask in (lambda: vectors.variance("w1"), lambda: vectors.variance("w1", "context"),
                lambda: vectors.mean("w1", "context"), lambda: vectors.neighbors("w1", measure="kl"),
                lambda: vectors.compare("w1", "w2", measure="probability"),
                lambda: vectors.neighbors("w1", representation="sum"),
                lambda: vectors.to_keyed_vectors("concat"), lambda: vectors.plot(["w1", "w2"], representation="sum")):
        with pytest.raises(bsg.ModelError, match="this model has no (variances|context vectors)"):
            ask()


def test_points_can_be_plotted(vectors):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    assert not vectors.plot(["w1", "w2", "w3"]).patches
    pyplot.close("all")


def test_points_can_be_saved(vectors, tmp_path):
    vectors.save(tmp_path / "points.bsg")
    loaded = bsg.load(tmp_path / "points.bsg")
    assert loaded.variances is None and loaded.context_means is None
    np.testing.assert_array_equal(loaded.means, vectors.means)


def test_files_without_vectors(tmp_path):
    (tmp_path / "text").write_text("this is no vector\n")
    with pytest.raises(bsg.ModelError, match="text"):
        bsg.load_vectors(tmp_path / "text")
    with pytest.raises(FileNotFoundError):
        bsg.load_vectors(tmp_path / "missing")


SKIPGRAM = {"method": "skipgram", "dimension": 8, "iterations": 5, "subsample": 1, "threads": 1}


def test_skipgram_gives_points(sentences):
    heard = []
    model = bsg.train(sentences, progress=heard.append, **SKIPGRAM)
    assert model.variances is None and model.context_means.shape == model.means.shape == (36, 8)
    with pytest.raises(bsg.ModelError, match="this model has no variances: it is a model of points"):
        model.variance("g1w1")
    with pytest.raises(bsg.ModelError, match="this model has no variances"):
        model.neighbors("g1w1", measure="kl")
    assert model.neighbors("g1w1", 3, representation="sum")[0].confidence is None
    assert model.iterations[-1].mean_loss < model.iterations[0].mean_loss
    assert [progress.finished for progress in heard if progress.finished] == list(model.iterations)
    assert "passes" in {progress.stage for progress in heard}


def test_skipgram_gives_the_bytes_of_the_command(corpus, sentences, tmp_path):
    command("train", corpus, "-o", tmp_path / "command.bsg", "--quiet", *as_arguments(SKIPGRAM))
    bsg.train(sentences, **SKIPGRAM).save(tmp_path / "package.bsg")
    assert (tmp_path / "package.bsg").read_bytes() == (tmp_path / "command.bsg").read_bytes()
    again = bsg.train(corpus, threads=1, **bsg.load(tmp_path / "package.bsg").options)
    np.testing.assert_array_equal(again.means, bsg.load(tmp_path / "command.bsg").means)


def test_options_of_another_method(sentences):
    with pytest.raises(ValueError, match="option learning_rate belongs to method='skipgram'"):
        bsg.train(sentences, learning_rate=0.1)
    with pytest.raises(ValueError, match="option burn_in belongs to method='bsg'"):
        bsg.train(sentences, burn_in=3, method="skipgram")
