"""Loads exported vectors with gensim and compares them with the model they come from:
load_in_gensim.py MODEL TEXT BINARY VARIANCE_BINARY

TEXT and BINARY are the target means in word2vec's formats, VARIANCE_BINARY the variances of the
concatenation (u, v).
"""

import sys

import numpy as np
from gensim.models import KeyedVectors

import read_model


def load(path, binary):
    return KeyedVectors.load_word2vec_format(path, binary=binary)


def same(vectors, words, expected):
    assert vectors.index_to_key == words
    assert vectors.vectors.dtype == np.float32
    assert (vectors.vectors == expected).all(), "numbers differ"


def main(model, text, binary, variance_binary):
    metadata, tensors = read_model.read(model)
    words, _ = read_model.check(metadata, tensors)
    same(load(text, False), words, tensors["target.mean"])
    same(load(binary, True), words, tensors["target.mean"])
    both = np.hstack([tensors["target.variance"], tensors["context.variance"]])
    same(load(variance_binary, True), words, both)
    print(f"gensim reads {len(words)} words from each of three files")


if __name__ == "__main__":
    main(*sys.argv[1:])
