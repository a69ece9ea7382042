"""Baskets with items held out, and what lists of items are worth: parts of items.py and item_options.py."""

import dataclasses
import json
import pathlib
import statistics
import subprocess

import numpy as np

FIRST = 10


@dataclasses.dataclass
class Split:
    """A training file and a test file of bsg split, and the items of both. Items must not need its escapes."""
    train: pathlib.Path
    test: pathlib.Path
    baskets: list     # of the training file, each item once
    asked: list       # (known items, the item held out)


def read_split(train, test):
    made = Split(train, test, [], [])
    made.baskets = [list(dict.fromkeys(line.split())) for line in train.read_text(encoding="utf-8").splitlines()]
    for line in test.read_text(encoding="utf-8").splitlines():
        known, held_out = line.split("\t")
        made.asked.append((known.split(), held_out))
    return made


def split(program, source, seed, folder):
    """One item of each basket left out; `folder` is for this split alone."""
    folder.mkdir(parents=True)
    train, test = folder / "train.txt", folder / "test.txt"
    subprocess.run([program, "split", source, "--leave-one-out", "--seed", str(seed), "--train", train, "--test", test, "--quiet"],
                   check=True)
    return read_split(train, test)


def judged(program, model, test, *options):
    """What `bsg evaluate --baskets` says: by method, NDCG and hit rate of the first 10; and the penalty of EASE."""
    output = subprocess.run([program, "evaluate", model, "--baskets", test, "--json", *map(str, options)], check=True,
                            capture_output=True).stdout
    found = json.loads(output)["baskets"]
    worth = {one["method"]: {"ndcg": one["first"]["10"]["ndcg"]["mean"], "hit_rate": one["first"]["10"]["hit_rate"]["mean"]}
             for one in found["methods"]}
    return worth, found["ease_penalty"]


def worth_of_scores(scores, places, asked):
    """NDCG and hit rate of the first 10, per cent, as `bsg evaluate --baskets` counts: items of one score are in every order
    with equal probability, and an item that training did not have is not found. `scores(users)` are the rows of some of
    `asked`, users x items; `places` are the columns of items."""
    discounts = np.concatenate([[0], np.cumsum(1 / np.log2(np.arange(FIRST) + 2))])
    ndcg = hits = 0.0
    for begin in range(0, len(asked), 1024):
        users = range(begin, min(begin + 1024, len(asked)))
        for user, row in zip(users, scores(users)):
            known, wanted = asked[user]
            if wanted not in places:
                continue
            mine = row[places[wanted]]
            row[[places[item] for item in known if item in places]] = np.nan
            before, tied = int((row > mine).sum()), int((row == mine).sum())
            reached = min(max(FIRST - before, 0), tied)
            ndcg += (discounts[before + reached] - discounts[before]) / tied if reached else 0
            hits += reached / tied
    return {"ndcg": 100 * ndcg / len(asked), "hit_rate": 100 * hits / len(asked)}


def with_spread(values, digits=1):
    spread = f" ({statistics.stdev(values):.{digits}f})" if len(values) > 1 else ""
    return f"{statistics.fmean(values):.{digits}f}{spread}"
