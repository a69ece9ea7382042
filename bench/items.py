#!/usr/bin/env python3
"""How well bsg recommends, beside popularity, item kNN, EASE, iALS and gensim's item2vec.

    items.py FOLDER --results RESULTS.jsonl [--seeds 1 2 3] [--only BASKETS...] [--bsg PROGRAM]

FOLDER has the files of BASKETS. `bsg split --leave-one-out` takes one item out of each basket, three times with different
seeds. Every method learns from the rest, on one thread, and ranks all items that a basket does not have; what is counted is
how often and how early the item comes that was taken out, as `bsg evaluate --baskets` does it. What iALS and item2vec leave
open is chosen where the training file of the first seed is split again, EASE's penalty by bsg evaluate. bsg has its defaults.
RESULTS has one JSON object for each training: what is there is not made again, so that the study can be stopped and
continued. It takes some 20 CPU minutes. Needs NumPy, SciPy and gensim (python3-gensim).

Prints Markdown tables: NDCG and hit rate of the first 10 in per cent, means over the seeds and standard deviations; CPU
seconds of training; and what was chosen.
"""

import argparse
import json
import os
import pathlib
import statistics
import tempfile
import time

for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"    # before NumPy is loaded

import ials
import item2vec
import numpy as np
from item_lists import judged, split, with_spread
from recipe_study import load, train

BASKETS = {
    "groceries-baskets": "shopping baskets",
    "recipe-baskets": "recipes",
    "movielens100k-liked": "films",
}
BSG = {
    "bsg --users": "--users",
    "bsg --users --dimension 40": "--users --dimension 40",
    "bsg --sets": "--sets",
}
DIMENSIONS = (40, 100)
CONFIDENCES, RIDGES = (1, 3, 10), (10, 30, 100, 300, 1000)
EPOCHS = (10, 30)
CHOSEN = ("confidence", "ridge", "dimension", "epochs", "score")
PENALTY = 200
METHODS = ["popularity", "item-knn", "ease", *(f"iALS, m {m}" for m in DIMENSIONS), "item2vec", *BSG]
NAMES = {"item-knn": "item kNN", "ease": "EASE"}


class Results:
    """Of the trainings of all methods, in a file that keeps them."""

    def __init__(self, path):
        self.path, self.rows = path, load(path)

    def find(self, **key):
        return [row for row in self.rows if all(row.get(name) == value for name, value in key.items())]

    def make(self, work, **key):
        """The row of this key: `work` makes what it has beside the key."""
        if not self.find(**key):
            self.rows.append({**key, **work()})
            with open(self.path, "a", encoding="utf-8") as out:
                out.write(json.dumps(self.rows[-1]) + "\n")
        return self.find(**key)[0]


def timed(work):
    start = time.process_time()
    return work(), time.process_time() - start


def ease_seconds(had, penalty):
    """CPU seconds of EASE's closed form in NumPy."""
    def closed_form():
        gram = (had.T @ had).toarray().astype(float)
        gram[np.diag_indices_from(gram)] += penalty
        inverse = np.linalg.inv(gram)
        weights = -inverse / np.diag(inverse)
        np.fill_diagonal(weights, 0)
        return weights
    return timed(closed_form)[1]


def learn_ials(made, dimension, confidence, ridge, seed):
    places = ials.columns_of(made.baskets)
    had = ials.matrix_of(made.baskets, places)
    factors, cpu = timed(lambda: ials.factorize(had, dimension, confidence, ridge, seed=seed))
    return {"cpu": cpu, **ials.worth(made, places, *factors)}


def learn_item2vec(made, dimension, epochs, seed, scores=item2vec.SCORES):
    model, cpu = timed(lambda: item2vec.learn(made.baskets, dimension, epochs, seed=seed))
    found = item2vec.worth(model, made)
    return {score: {"cpu": cpu, **found[score]} for score in scores}


def best(rows):
    return max(rows, key=lambda row: row["ndcg"])


def choose_ials(results, source, made):
    """By dimension, (confidence, ridge): of the whole grid at the first one, then of the ridges beside it."""
    def tried(dimension, confidence, ridge):
        return results.make(lambda: learn_ials(made(), dimension, confidence, ridge, 1), baskets=source, method="iALS, chosen",
                            dimension=dimension, confidence=confidence, ridge=ridge)

    found = best([tried(DIMENSIONS[0], confidence, ridge) for confidence in CONFIDENCES for ridge in RIDGES])
    chosen = {DIMENSIONS[0]: (found["confidence"], found["ridge"])}
    for dimension in DIMENSIONS[1:]:
        place = RIDGES.index(found["ridge"])
        other = best([tried(dimension, found["confidence"], ridge) for ridge in RIDGES[max(place - 1, 0):place + 2]])
        chosen[dimension] = (other["confidence"], other["ridge"])
    return chosen


def choose_item2vec(results, source, made):
    """(dimension, epochs, score): the best epochs of the first dimension are tried in the others."""
    def tried(dimension, epochs):
        found = results.make(lambda: {"scores": learn_item2vec(made(), dimension, epochs, 1)}, baskets=source,
                             method="item2vec, chosen", dimension=dimension, epochs=epochs)
        return [{**worth, "dimension": dimension, "epochs": epochs, "score": score} for score, worth in found["scores"].items()]

    rows = [row for epochs in EPOCHS for row in tried(DIMENSIONS[0], epochs)]
    epochs = best(rows)["epochs"]
    found = best(rows + [row for dimension in DIMENSIONS[1:] for row in tried(dimension, epochs)])
    return found["dimension"], found["epochs"], found["score"]


def run_bsg(given, made, seed, folder):
    """Results of bsg's trainings, and of the plain methods beside one of them."""
    results = {}
    for name, options in BSG.items():
        model = folder / "model.bsg"
        cpu = train(given.bsg, options.split(), made.train, seed, 1, model)
        worth, penalty = judged(given.bsg, model, made.test, *([] if results else ["--train", made.train]))
        results[name] = {"cpu": cpu, **worth["bsg"]}
        for method in set(worth) - {"bsg"} - set(results):
            results[method] = {"cpu": None, **worth[method]}
            if method == "ease":
                had = ials.matrix_of(made.baskets, ials.columns_of(made.baskets))
                results[method].update(cpu=ease_seconds(had, penalty or PENALTY), penalty=penalty)
    return {"results": results}


def study(given, results, source, folder):
    path = given.folder / f"{source}.txt"
    splits = {}

    def made(seed):
        if seed not in splits:
            splits[seed] = split(given.bsg, path, seed, folder / f"{source}-{seed}")
        return splits[seed]

    def tuning():
        if "tuning" not in splits:
            splits["tuning"] = split(given.bsg, made(given.seeds[0]).train, 1, folder / f"{source}-tuning")
        return splits["tuning"]

    of_ials = choose_ials(results, source, tuning)
    dimension, epochs, score = choose_item2vec(results, source, tuning)
    for seed in given.seeds:
        for m in DIMENSIONS:
            results.make(lambda m=m, seed=seed: learn_ials(made(seed), m, *of_ials[m], seed), baskets=source, seed=seed,
                         method=f"iALS, m {m}", confidence=of_ials[m][0], ridge=of_ials[m][1])
        results.make(lambda seed=seed: learn_item2vec(made(seed), dimension, epochs, seed, [score])[score], baskets=source,
                     seed=seed, method="item2vec", dimension=dimension, epochs=epochs, score=score)
        results.make(lambda seed=seed: run_bsg(given, made(seed), seed, folder), baskets=source, seed=seed, method="bsg")


def rows_of(results, source, method):
    together = [row["results"][method] for row in results.find(baskets=source, method="bsg") if method in row["results"]]
    return together or results.find(baskets=source, method=method)


def show(results):
    sources = [source for source in BASKETS if results.find(baskets=source)]
    for key, title in (("ndcg", "NDCG@10"), ("hit_rate", "HR@10"), ("cpu", "CPU s of training")):
        print(f"\n| {title} | " + " | ".join(BASKETS[source] for source in sources) + " |")
        print("|---" * (1 + len(sources)) + "|")
        for method in METHODS:
            cells = []
            for source in sources:
                values = [row[key] for row in rows_of(results, source, method) if row[key] is not None]
                mean = f"{statistics.fmean(values):.1f}" if values else ""
                cells.append(with_spread(values) if values and key != "cpu" else mean)
            print(f"| {NAMES.get(method, method)} | " + " | ".join(cells) + " |")
    print("\nchosen:")
    for source in sources:
        penalties = {row.get("penalty") for row in rows_of(results, source, "ease")}
        chosen = [f"{method}: " + " ".join(f"{name} {row[name]}" for name in CHOSEN if name in row)
                  for method in METHODS for row in results.find(baskets=source, method=method)[:1]]
        print(f"{BASKETS[source]}: EASE {sorted(filter(None, penalties))}; " + "; ".join(chosen))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--results", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--only", nargs="+", choices=BASKETS, default=list(BASKETS))
    parser.add_argument("--bsg", default="build/release/cli/bsg")
    given = parser.parse_args()
    results = Results(given.results)
    with tempfile.TemporaryDirectory() as folder:
        for source in given.only:
            study(given, results, source, pathlib.Path(folder))
    show(results)


if __name__ == "__main__":
    main()
