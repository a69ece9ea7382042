#!/usr/bin/env python3
"""gensim's Word2Vec on baskets, as item2vec takes it: skip-gram whose windows hold whole baskets, negatives from p^0.75.

    item2vec.py TRAIN TEST [--dimension 100] [--epochs 10] [--subsample 0] [--seed 1]

TRAIN and TEST are files of `bsg split --leave-one-out`. Prints NDCG and hit rate of the first 10 for each of SCORES, and CPU
seconds on one thread:

  cosine   of an item's vector with the mean of the vectors of the user's items
  product  of an item's output vector with that mean
  rate     the product + 0.75 log p, p being the item's share of the training file: the log of the rate at which it is
           expected beside the user's items, since the product is the log of its odds against noise from p^0.75
"""

import argparse
import pathlib
import time

import numpy as np
from gensim.models import Word2Vec
from item_lists import read_split, worth_of_scores

NEGATIVES = 5
EXPONENT = 0.75
SCORES = ("cosine", "product", "rate")


def learn(baskets, dimension, epochs, subsample=0.0, seed=1):
    return Word2Vec(baskets, sg=1, hs=0, vector_size=dimension, window=max(map(len, baskets)), shrink_windows=False,
                    negative=NEGATIVES, ns_exponent=EXPONENT, sample=subsample, epochs=epochs, min_count=1, workers=1, seed=seed)


def worth(model, made):
    """By the name of the score."""
    words = model.wv
    places = words.key_to_index
    counts = np.array([words.get_vecattr(item, "count") for item in words.index_to_key], float)
    unit = words.vectors / np.linalg.norm(words.vectors, axis=1, keepdims=True)

    def means(some):
        """Of the vectors of each user's items."""
        rows = [[places[item] for item in made.asked[user][0] if item in places] for user in some]
        return np.array([words.vectors[mine].mean(0) if mine else np.zeros(words.vector_size) for mine in rows])

    answers = {"cosine": (unit, 0), "product": (model.syn1neg, 0),
               "rate": (model.syn1neg, EXPONENT * np.log(counts / counts.sum()))}
    return {name: worth_of_scores(lambda some: means(some) @ vectors.T + offsets, places, made.asked)
            for name, (vectors, offsets) in answers.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("train", type=pathlib.Path)
    parser.add_argument("test", type=pathlib.Path)
    parser.add_argument("--dimension", type=int, default=100)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--subsample", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    made = read_split(given.train, given.test)
    start = time.process_time()
    model = learn(made.baskets, given.dimension, given.epochs, given.subsample, given.seed)
    seconds = time.process_time() - start
    for name, found in worth(model, made).items():
        print(f"{name:8} NDCG {found['ndcg']:.1f}, HR {found['hit_rate']:.1f}, {seconds:.1f} CPU s")


if __name__ == "__main__":
    main()
