#!/usr/bin/env python3
"""What options of training and ranking do to recommendations, and whether probabilities are kept.

    item_options.py BASKETS... --results RESULTS.jsonl [--seeds 1 2 3] [--only NAME...] [--bsg PROGRAM]

For each seed, one item of each basket is left out for a later test and forgotten here. Of the rest, again one item of each
basket is left out: that one is to be found. Options are chosen on it without a look at the test. Trains VARIANTS on one
thread and judges them by `bsg evaluate --baskets`; draws (--rank thompson) and probabilities by the lists of `bsg recommend`.
RESULTS has one JSON object for each training: what is there is not made again.

Prints Markdown tables: NDCG and hit rate of the first 10 in per cent, means over the seeds and standard deviations, and CPU
seconds; then the probability that models give to the 10 items shown, and how often one of them is the one held out, for all
users and for fifths of them from the least to the most probable lists.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile

import numpy as np
from item_lists import FIRST, judged, split, with_spread
from recipe_study import load, train

DEFAULT = "--users"
VARIANTS = {
    DEFAULT: "--users",
    "--pair-weight 1": "--users --pair-weight 1",
    "--pair-weight 2": "--users --pair-weight 2",
    "--pair-weight 5": "--users --pair-weight 5",
    "--negative-exponent 0": "--users --negative-exponent 0",
    "--negative-exponent 0.5": "--users --negative-exponent 0.5",
    "--negative-exponent 1": "--users --negative-exponent 1",
    "--negatives 1": "--users --negatives 1",
    "--negatives 10": "--users --negatives 10",
    "--dimension 20": "--users --dimension 20",
    "--dimension 40": "--users --dimension 40",
    "--dimension 200": "--users --dimension 200",
    "--iterations 40": "--users --iterations 40",
    "--dimension 40, --pair-weight 5": "--users --dimension 40 --pair-weight 5",
    "--dimension 40, --pair-weight 8": "--users --dimension 40 --pair-weight 8",
    "--dimension 40, --pair-weight 12": "--users --dimension 40 --pair-weight 12",
    "--dimension 40, --negatives 10, --pair-weight 5": "--users --dimension 40 --negatives 10 --pair-weight 5",
    "--dimension 40, priors 0.3": "--users --dimension 40 --prior-precision 0.3 --context-prior-precision 0.3",
    "--dimension 40, priors 10": "--users --dimension 40 --prior-precision 10 --context-prior-precision 10",
    "--dimension 40, --gauge 0": "--users --dimension 40 --gauge 0",
    "--dimension 40, --negative-groups 256": "--users --dimension 40 --negative-groups 256",
    "--dimension 40, --iterations 60": "--users --dimension 40 --iterations 60",
    "--sets": "--sets",
    "--sets --basket-weight pairs": "--sets --basket-weight pairs",
    "--sets --dimension 40": "--sets --dimension 40",
    "--sets --pair-weight 0.1": "--sets --pair-weight 0.1",
    "--sets --pair-weight 0.3": "--sets --pair-weight 0.3",
    "--sets --pair-weight 3": "--sets --pair-weight 3",
}
RANKS = ("lower", "upper")
WITH_PROBABILITIES = (DEFAULT, "--pair-weight 1", "--pair-weight 2", "--pair-weight 5", "--negatives 1", "--sets")
BANDS = 5


def shown(program, model, made, folder, *options):
    """By user, the places of the item that was held out (None: not shown) and the probability of all that is shown."""
    known = folder / "known.txt"
    known.write_text("".join(" ".join(items) + "\n" for items, _ in made.asked), encoding="utf-8")
    command = [program, "recommend", model, "--baskets", known, "-k", str(FIRST), "--json", *options]
    lists = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["baskets"]
    places, masses = [], []
    for (_, wanted), one in zip(made.asked, lists, strict=True):
        items = [answer["item"] for answer in one["answers"]]
        places.append(items.index(wanted) if wanted in items else None)
        masses.append(sum(answer["probability"] or 0 for answer in one["answers"]))
    return places, masses


def worth_of_places(places):
    found = [place for place in places if place is not None]
    return {"ndcg": 100 * sum(1 / np.log2(place + 2) for place in found) / len(places),
            "hit_rate": 100 * len(found) / len(places)}


def bands(places, masses):
    """(mean probability of what is shown, per cent of users who were shown theirs) of all, and of fifths of the users."""
    order = np.argsort(masses, kind="stable")
    hits = np.array([place is not None for place in places])
    return [[100 * float(np.mean(np.array(masses)[some])), 100 * float(hits[some].mean())]
            for some in [order, *np.array_split(order, BANDS)]]


def measure(program, name, made, seed, folder):
    """Results by the name of the variant, with its rank."""
    model = folder / "model.bsg"
    cpu = train(program, VARIANTS[name].split(), made.train, seed, 1, model)
    result = {name: {"cpu": cpu, **judged(program, model, made.test)[0]["bsg"]}}
    if name in WITH_PROBABILITIES:
        result[name]["bands"] = bands(*shown(program, model, made, folder))
    if name == DEFAULT:
        for rank in RANKS:
            result[f"--rank {rank}"] = {"cpu": None, **judged(program, model, made.test, "--basket-rank", rank)[0]["bsg"]}
        drawn, _ = shown(program, model, made, folder, "--rank", "thompson", "--seed", str(seed))
        result["--rank thompson"] = {"cpu": None, **worth_of_places(drawn)}
    return result


def show(done):
    sources = list(dict.fromkeys(row["baskets"] for row in done))
    results = {}
    for row in done:
        for name, result in row["results"].items():
            results.setdefault(name, {}).setdefault(row["baskets"], []).append(result)
    print("| | " + " | ".join(f"{source}: NDCG | HR | CPU s" for source in sources) + " |")
    print("|---" * (1 + 3 * len(sources)) + "|")
    for name, by_source in results.items():
        cells = []
        for source in sources:
            mine = by_source.get(source, [])
            for key in ("ndcg", "hit_rate"):
                cells.append(with_spread([one[key] for one in mine]) if mine else "")
            cpu = [one["cpu"] for one in mine if one["cpu"]]
            cells.append(f"{statistics.fmean(cpu):.1f}" if cpu else "")
        print(f"| `{name}` | " + " | ".join(cells) + " |")
    print("\n| | | all: said | found | " + " | ".join(f"fifth {band}: said | found" for band in range(1, BANDS + 1)) + " |")
    print("|---" * (4 + 2 * BANDS) + "|")
    for name in WITH_PROBABILITIES:
        for source, mine in results.get(name, {}).items():
            means = np.mean([one["bands"] for one in mine], axis=0)
            print(f"| `{name}` | {source} | " + " | ".join(f"{value:.1f}" for value in means.ravel()) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("baskets", type=pathlib.Path, nargs="+")
    parser.add_argument("--results", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--only", nargs="+", choices=VARIANTS, default=list(VARIANTS))
    parser.add_argument("--bsg", default="build/release/cli/bsg")
    given = parser.parse_args()
    done = load(given.results)
    for source in given.baskets:
        for seed in given.seeds:
            made_before = {row["variant"] for row in done if (row["baskets"], row["seed"]) == (source.stem, seed)}
            with tempfile.TemporaryDirectory() as temporary:
                folder = pathlib.Path(temporary)
                outer = split(given.bsg, source, seed, folder / "outer")
                made = split(given.bsg, outer.train, seed, folder / "inner")
                for name in given.only:
                    if name in made_before:
                        continue
                    results = measure(given.bsg, name, made, seed, folder)
                    done.append({"baskets": source.stem, "seed": seed, "variant": name, "results": results})
                    with open(given.results, "a", encoding="utf-8") as out:
                        out.write(json.dumps(done[-1]) + "\n")
    show(done)


if __name__ == "__main__":
    main()
