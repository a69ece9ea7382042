#!/usr/bin/env python3
"""What recipes do to baskets: how often an item that was taken out of a basket is among the 20 best for the rest.

    basket_study.py BASKETS… [--seeds 3]

One item of each basket of four or more is taken out at random, and the others are trained on. Items are ranked by the
sum, over a basket's rest, of the probability that they appear with it (u of the basket's items, v of the candidates).
Prints a Markdown table: per cent found, means over the seeds, standard deviations in brackets, CPU seconds of training.
Needs the package bsg, for instance by PYTHONPATH=build/release/python.
"""

import argparse
import pathlib
import random
import resource
import statistics

import bsg
import numpy as np
from recipe_study import cell

BEST = 20
VARIANTS = {
    "`--recipe paper`": {"recipe": "paper"},
    "paper, `--xi exact`": {"recipe": "paper", "xi": "exact"},
    "standard": {},
    "standard, one group": {"negative_groups": 1},
    "standard, N 1": {"negatives": 1},
    "standard, tau of u 10": {"prior_precision": 10},
    "standard, m 40": {"dimension": 40},
    "standard, positives excluded": {"exclude_positives": True},
}


def split(baskets, generator):
    """Baskets to train on, and (rest, item taken out) of those that were long enough."""
    kept, asked = [], []
    for basket in baskets:
        if len(basket) >= 4:
            place = generator.randrange(len(basket))
            asked.append((basket[:place] + basket[place + 1:], basket[place]))
            basket = asked[-1][0]
        kept.append(basket)
    return kept, asked


def found(model, asked):
    """Per cent of the items taken out that are among the best for the rest of their baskets."""
    place = {word: row for row, word in enumerate(model.words)}
    hits = []
    for rest, item in asked:
        rows = [place[other] for other in rest if other in place]
        if item not in place or not rows:
            continue
        scores = (1 / (1 + np.exp(-model.means[rows] @ model.context_means.T))).sum(axis=0)
        scores[rows] = -np.inf
        hits.append((scores > scores[place[item]]).sum() < BEST)
    return 100 * np.mean(hits)


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def study(path, seeds):
    baskets = [list(dict.fromkeys(line.split())) for line in path.read_text(encoding="utf-8").splitlines()]
    for name, options in VARIANTS.items():
        results, seconds = [], []
        for seed in range(1, seeds + 1):
            kept, asked = split(baskets, random.Random(seed))
            start = cpu_seconds()
            model = bsg.train(kept, sets=True, seed=seed, progress=False, **options)
            seconds.append(cpu_seconds() - start)
            results.append(found(model, asked))
        print(f"| {path.stem} | {name} | {statistics.mean(seconds):.1f} | {cell(results)} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("baskets", type=pathlib.Path, nargs="+")
    parser.add_argument("--seeds", type=int, default=3)
    arguments = parser.parse_args()
    print("| baskets | recipe | CPU s | per cent found |")
    print("|---|---|---|---|")
    for path in arguments.baskets:
        study(path, arguments.seeds)


if __name__ == "__main__":
    main()
