#!/usr/bin/env python3
"""Whether items that nobody has bought yet find their customers by their tags.

    cold_items.py BASKETS ITEMS.tsv [--held-out 0.2] [--seeds 5] [--options "OPTIONS"] [--bsg PROGRAM]

BASKETS has one person's items a line; ITEMS.tsv has id TAB title (year) TAB tags separated by |, as MovieLens is
published. A share of the items is taken out of all baskets. Each person who had at least one of them, and five others,
is shown the held-out items in an order; a hit is an item of the person's among the first ten. Orders, by:

  bsg        cosine of an item's density by --features (tags, and the decade) to the sum of the person's items
  recommend  bsg recommend, of a training with --users --features: the expected rate, items as likely as any by popularity
  tag sums   the same where an item's vector is the sum of its tags' embeddings, a tag's being the mean of the items
             that have it: how LightFM composes a cold item, on bsg's vectors of a training without tags
  popularity how often the item's tags occur in what is left of the baskets; a cold item has no popularity of its own
  chance     a random order for each person

Prints per cent of people with a hit and hits in per cent of what could be hit: means over the seeds and standard
deviations. Needs NumPy.
"""

import argparse
import json
import pathlib
import random
import re
import statistics
import subprocess
import tempfile

import numpy as np
from subword_coverage import read_model

FIRST = 10


def tags_of(path):
    tags = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        item, title, genres = line.split("\t")
        year = re.search(r"\((\d{3})\d\)", title)
        tags[item] = [*(genre.replace(" ", "-") for genre in genres.split("|") if genre), *([f"{year[1]}0s"] if year else [])]
    return tags


def trained(given, baskets, seed, folder, features=None):
    """Unit vectors by item."""
    text, model = folder / "baskets.txt", folder / "model.bsg"
    text.write_text("".join(" ".join(basket) + "\n" for basket in baskets), encoding="utf-8")
    command = [given.bsg, "train", text, "--sets", "-o", model, "--quiet", "--seed", str(seed), *given.options.split()]
    subprocess.run([*command, *(["--features", features] if features else [])], check=True, capture_output=True)
    words, arrays = read_model(model)
    means = arrays["target.mean"].astype(float)
    return dict(zip(words, means / np.linalg.norm(means, axis=1, keepdims=True)))


def recommended(given, people, warm, folder, features, seed):
    """The first held-out items that bsg recommend has for each person."""
    text, model, asked, excluded = (folder / name for name in ("users.txt", "users.bsg", "asked.txt", "excluded.txt"))
    text.write_text("".join(" ".join(kept) + "\n" for kept in people["all"]), encoding="utf-8")
    subprocess.run([given.bsg, "train", text, "--users", "--features", features, "-o", model, "--quiet", "--seed", str(seed),
                    *given.options.split()], check=True, capture_output=True)
    asked.write_text("".join(" ".join(kept) + "\n" for kept, _ in people["asked"]), encoding="utf-8")
    excluded.write_text("".join(item + "\n" for item in warm), encoding="utf-8")
    output = subprocess.run([given.bsg, "recommend", model, "--baskets", asked, "--exclude", excluded, "-k", str(FIRST),
                             "--json"], check=True, capture_output=True)
    lists = json.loads(output.stdout)["baskets"]
    return [[answer["item"] for answer in one["answers"]] for one in lists]


def unit(vector):
    length = np.linalg.norm(vector)
    return vector / length if length > 0 else vector


def rate(people, order_for):
    """Per cent of people with a hit, and of the items that could be hit."""
    hits, could = [], []
    for kept, wanted in people:
        found = len(wanted & set(order_for(kept)[:FIRST]))
        hits.append(found > 0)
        could.append(found / min(len(wanted), FIRST))
    return 100 * statistics.fmean(hits), 100 * statistics.fmean(could)


def one_seed(given, baskets, tags, seed, folder):
    draw = random.Random(seed)
    items = sorted({item for basket in baskets for item in basket if tags.get(item)})
    cold = sorted(draw.sample(items, int(given.held_out * len(items))))
    unsold = set(cold)
    kept = [[item for item in basket if item not in unsold] for basket in baskets]
    people = [(basket, wanted) for basket, whole in zip(kept, baskets)
              if (wanted := set(whole) & unsold) and len(basket) >= 5]
    listed = folder / "tags.tsv"
    listed.write_text("".join(f"{item}\t{' '.join(tags[item])}\n" for item in items), encoding="utf-8")
    tagged = trained(given, kept, seed, folder, listed)
    plain = trained(given, kept, seed, folder)

    warm = [item for item in items if item in plain]
    embedding = {tag: np.mean([plain[item] for item in warm if tag in tags[item]], axis=0)
                 for tag in {tag for item in warm for tag in tags[item]}}
    sums = {item: unit(sum((embedding[tag] for tag in tags[item] if tag in embedding), np.zeros(len(plain[warm[0]]))))
            for item in cold}
    sold = {}
    for basket in kept:
        for item in basket:
            for tag in tags.get(item, ()):
                sold[tag] = sold.get(tag, 0) + 1
    popular = sorted(cold, key=lambda item: -sum(sold.get(tag, 0) for tag in tags[item]))

    def by_cosine(vectors, own):
        shown = [item for item in cold if item in own]
        matrix = np.array([own[item] for item in shown])
        return lambda basket: [shown[place] for place in np.argsort(
            -matrix @ sum((vectors[item] for item in basket if item in vectors), np.zeros(matrix.shape[1])), kind="stable")]

    def at_random(basket):
        return draw.sample(cold, len(cold))

    everybody = {"all": kept, "asked": people}
    lists = iter(recommended(given, everybody, warm, folder, listed, seed))
    return {"recommend": rate(people, lambda basket: next(lists)), "bsg": rate(people, by_cosine(tagged, tagged)), "tag sums": rate(people, by_cosine(plain, sums)),
            "popularity": rate(people, lambda basket: popular), "chance": rate(people, at_random)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("baskets", type=pathlib.Path)
    parser.add_argument("items", type=pathlib.Path)
    parser.add_argument("--held-out", type=float, default=0.2)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--options", default="--dimension 40")
    parser.add_argument("--bsg", default="build/release/cli/bsg")
    given = parser.parse_args()
    baskets = [line.split() for line in given.baskets.read_text(encoding="utf-8").splitlines()]
    tags = tags_of(given.items)
    results = []
    for seed in range(1, given.seeds + 1):
        with tempfile.TemporaryDirectory() as folder:
            results.append(one_seed(given, baskets, tags, seed, pathlib.Path(folder)))
    print("| order by | people with a hit | of what could be hit |\n|---|---|---|")
    for name in results[0]:
        columns = list(zip(*(result[name] for result in results)))
        print(f"| {name} | " + " | ".join(f"{statistics.fmean(c):.1f} ({statistics.stdev(c):.1f})" for c in columns) + " |")


if __name__ == "__main__":
    main()
