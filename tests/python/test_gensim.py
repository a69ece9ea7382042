"""The means in gensim."""

import sys

import numpy as np
import pytest

import bsg

pytest.importorskip("gensim")


@pytest.mark.parametrize("representation", ["target", "context", "sum", "concat"])
def test_most_similar_agrees(uneven, representation):
    vectors = uneven.to_keyed_vectors(representation)
    assert vectors.index_to_key == list(uneven.words)
    for word in uneven.words[::7]:
        ours = uneven.neighbors(word, 8, representation=representation, rank="mean")
        theirs = vectors.most_similar(word, topn=8)
        assert [neighbor.word for neighbor in ours] == [other for other, _ in theirs]
        np.testing.assert_allclose([neighbor.score for neighbor in ours], [score for _, score in theirs], atol=2e-6)


def test_analogies_agree(uneven):
    vectors = uneven.to_keyed_vectors()
    ours = uneven.analogy("w1", "w2", "w3", 5, rank="mean")
    theirs = vectors.most_similar(positive=["w2", "w3"], negative=["w1"], topn=5)
    assert [neighbor.word for neighbor in ours] == [other for other, _ in theirs]
    np.testing.assert_allclose([neighbor.score for neighbor in ours], [score for _, score in theirs], atol=2e-6)


def test_vectors_and_counts(uneven):
    vectors = uneven.to_keyed_vectors()
    np.testing.assert_array_equal(vectors.vectors, uneven.means)
    vectors.vectors[0] += 1  # gensim's own copy
    assert not np.array_equal(vectors.vectors[0], uneven.means[0])
    for word in uneven:
        assert vectors.get_vecattr(word, "count") == uneven.count(word)


def test_exported_vectors_agree(uneven, tmp_path):
    from gensim.models import KeyedVectors
    for name, binary in (("word2vec-text", False), ("word2vec-binary", True)):
        uneven.export(tmp_path / name, name)
        vectors = KeyedVectors.load_word2vec_format(str(tmp_path / name), binary=binary)
        np.testing.assert_array_equal(vectors.vectors, uneven.means)


def test_without_gensim(uneven, monkeypatch):
    monkeypatch.setitem(sys.modules, "gensim.models", None)
    with pytest.raises(ImportError, match="to_keyed_vectors.. needs gensim"):
        uneven.to_keyed_vectors()


def test_words_that_exports_cannot_hold(tmp_path):
    model = bsg.train([["green tea", "milk"]] * 20, sets=True, dimension=2, iterations=2)
    assert "green tea" in model.to_keyed_vectors()
    with pytest.raises(bsg.ModelError, match="white space"):
        model.export(tmp_path / "vectors.txt")
    with pytest.raises(bsg.InputError, match="vocabulary file"):
        bsg.train([["green tea", "milk"]] * 20, sets=True, save_vocabulary=tmp_path / "v", dimension=2)
