"""Models without densities: vectors of other programs, and whatever method gives points."""

import numpy as np
import pytest
from conftest import SMALL

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
    ours, theirs = uneven.neighbors("w3", 5), vectors.neighbors("w3", 5)
    assert [(a.word, a.score) for a in ours] == [(a.word, a.score) for a in theirs]
    assert all(answer.confidence is None and answer.cosine_deviation == 0 for answer in theirs)


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


@pytest.mark.skipif(all(option.name != "method" for option in bsg.options()), reason="there is only one method")
def test_skipgram_gives_points(sentences):
    model = bsg.train(sentences, method="skipgram", **SMALL)
    assert model.variances is None and model.context_means.shape == model.means.shape
    with pytest.raises(bsg.ModelError):
        model.variance("g1w1")
    assert model.neighbors("g1w1", 3)[0].confidence is None
