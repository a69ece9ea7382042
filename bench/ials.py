#!/usr/bin/env python3
"""iALS, matrix factorization for implicit feedback (Hu, Koren and Volinsky, 2008), in NumPy and SciPy.

    ials.py TRAIN TEST [--dimension 40] [--confidence 10] [--ridge 30] [--passes 15] [--seed 1]

TRAIN and TEST are files of `bsg split --leave-one-out`. Prints NDCG and hit rate of the first 10, and CPU seconds.

Users x and items y minimize, over all users and items,

    sum c_ui (p_ui - x_u y_i)^2 + l (sum |x_u|^2 + sum |y_i|^2),    p_ui = [u has i],    c_ui = 1 + a p_ui,

a being `confidence` and l `ridge`. Given one side, each row of the other is the solution of (Y'Y + l + a Y_u'Y_u) x_u =
(1 + a) sum y_i over its items. STEPS steps of conjugate gradients, of all rows at once and from where they stood, take the
place of direct solves (Takacs, Pilaszy and Tikk, 2011), which cost dimension^3 for each row.
"""

import argparse
import pathlib
import time

import numpy as np
from item_lists import read_split, worth_of_scores
from scipy.sparse import csr_matrix

STEPS = 3
START = 0.1


def matrix_of(baskets, places):
    """Users x items, 0 and 1."""
    columns = [places[item] for basket in baskets for item in basket]
    starts = np.concatenate([[0], np.cumsum([len(basket) for basket in baskets])])
    return csr_matrix((np.ones(len(columns), np.float32), columns, starts), shape=(len(baskets), len(places)))


def solve(rows, fixed, had, confidence, ridge):
    """STEPS steps from `rows` to the solutions given the other side. `had` is of these rows by the fixed ones."""
    gram = fixed.T @ fixed + ridge * np.eye(fixed.shape[1], dtype=np.float32)
    at = np.repeat(np.arange(had.shape[0]), np.diff(had.indptr))

    def times(vectors):
        products = np.einsum("nm,nm->n", vectors[at], fixed[had.indices])
        weighted = csr_matrix((confidence * products, had.indices, had.indptr), shape=had.shape)
        return vectors @ gram + weighted @ fixed

    residual = (1 + confidence) * (had @ fixed) - times(rows)
    direction, length = residual, (residual ** 2).sum(1)
    for _ in range(STEPS):
        image = times(direction)
        step = length / np.maximum((direction * image).sum(1), 1e-20)
        rows = rows + step[:, None] * direction
        residual = residual - step[:, None] * image
        before, length = length, (residual ** 2).sum(1)
        direction = residual + (length / np.maximum(before, 1e-20))[:, None] * direction
    return rows


def factorize(had, dimension, confidence, ridge, passes=15, seed=1):
    """Factors of users and of items; those of users are the last to be solved for."""
    draw = np.random.default_rng(seed)
    users, items = (START * draw.standard_normal((size, dimension), dtype=np.float32) / np.sqrt(dimension)
                    for size in had.shape)
    turned = had.T.tocsr()
    for _ in range(passes):
        users = solve(users, items, had, confidence, ridge)
        items = solve(items, users, turned, confidence, ridge)
    return solve(users, items, had, confidence, ridge), items


def worth(made, places, users, items):
    """`made` is a Split whose test users are those of its training file, in order."""
    return worth_of_scores(lambda some: users[some.start:some.stop] @ items.T, places, made.asked)


def columns_of(baskets):
    """By item, its column: in the order of appearance."""
    return {item: column for column, item in enumerate(dict.fromkeys(item for basket in baskets for item in basket))}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("train", type=pathlib.Path)
    parser.add_argument("test", type=pathlib.Path)
    parser.add_argument("--dimension", type=int, default=40)
    parser.add_argument("--confidence", type=float, default=10)
    parser.add_argument("--ridge", type=float, default=30)
    parser.add_argument("--passes", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    made = read_split(given.train, given.test)
    places = columns_of(made.baskets)
    start = time.process_time()
    users, items = factorize(matrix_of(made.baskets, places), given.dimension, given.confidence, given.ridge, given.passes,
                             given.seed)
    seconds = time.process_time() - start
    found = worth(made, places, users, items)
    print(f"NDCG {found['ndcg']:.1f}, HR {found['hit_rate']:.1f}, {seconds:.1f} CPU s")


if __name__ == "__main__":
    main()
