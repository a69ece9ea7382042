#!/usr/bin/env python3
"""Whether the +- of scores can be believed: models of two halves of a text, set beside what each says of itself.

    calibration.py PART WIKI DICTIONARY LONG FOLDER RESULTS.json [--bsg PROGRAM] [--threads T] [--evaluation FOLDER]

WIKI and DICTIONARY are texts of one sentence a line; LONG is a text of 66 million words that begins with WIKI. FOLDER
takes cuts and models (4 GB): those it has are not made again, so that a part can be stopped and continued. PART is

  cosines        how much cosines differ between halves, and what was reported before and after calibration
  products       the same of u'v
  probabilities  reliability of P(pair), equation (17), on held-out lines
  lists          what becomes of a list's scores in another text
  stability      overlap of neighbours between bootstraps of a text, and as draws from one model predict it
  analogies      per cent right among the surest answers
  figures        docs/calibration.svg and docs/confidence.svg, into FOLDER

RESULTS keeps the figures of each part. Prints Markdown tables. Needs NumPy, SciPy, and for figures matplotlib.
"""

import argparse
import json
import pathlib
import statistics
import subprocess

import numpy as np
from calibration_figures import draw_figures
from calibration_lists import list_rows, neighbours, stability
from calibration_models import CUTS, OTHER_DIMENSION, Model, Shared, Trainings
from recipe_study import ANALOGY

DIMENSIONS = (40, 100)
SOURCES = ("wiki", "dictionary")
BANDS = ((0, 100), (100, 300), (300, 1000), (1000, np.inf))
NAMES = ("below 100", "100–300", "300–1,000", "over 1,000")
PAIRS = 4000  # of a row, at the most
LEAST_PAIRS = 500
BINS = 20
HELD_OUT_LINES = 10000


def cosine_parts(means, variances, i, j):
    """Cosines of pairs of rows, and the first-order variance (docs/paper-notes.md) by each set of variances."""
    a, b = means[i], means[j]
    lengths_a, lengths_b = (np.linalg.norm(rows, axis=1, keepdims=True) for rows in (a, b))
    p, q = a / lengths_a, b / lengths_b
    cosine = (p * q).sum(1)
    by_a, by_b = ((q - cosine[:, None] * p) / lengths_a) ** 2, ((p - cosine[:, None] * q) / lengths_b) ** 2
    return cosine, [(by_a * one[i] + by_b * one[j]).sum(1) for one in variances]


def product_parts(targets, contexts, i, j):
    """u'v of pairs, and its first-order variance by each set of variances."""
    (u, *of_u), (v, *of_v) = targets, contexts
    return (u[i] * v[j]).sum(1), [(s[i] * v[j] ** 2 + u[i] ** 2 * t[j]).sum(1) for s, t in zip(of_u, of_v)]


def random_pairs(counts, band, draw):
    """The rarer word in the band."""
    rare, other = np.flatnonzero((counts >= band[0]) & (counts < band[1])), np.flatnonzero(counts >= band[0])
    i, j = draw.choice(rare, PAIRS), draw.choice(other, PAIRS)
    return i[i != j], j[i != j]


def pairs_of_lists(lists, counts, band, draw):
    """Of words and their answers, the rarer one in the band."""
    i, j = np.repeat(np.arange(len(lists)), lists.shape[1]), lists.ravel()
    rarer = np.minimum(counts[i], counts[j])
    some = draw.permutation(np.flatnonzero((rarer >= band[0]) & (rarer < band[1])))[:PAIRS]
    return i[some], j[some]


def row(scores, variances):
    """Of two models' scores of the same pairs, and their variances before and after calibration."""
    difference = scores[0] - scores[1]
    observed = np.sqrt(np.mean(difference ** 2) / 2)
    (before, after) = (sum(pair) for pair in zip(*variances))
    return {"pairs": len(difference), "score": float(scores[0].mean()), "bias": float(difference.mean()),
            "observed": float(observed), "reported": float(np.sqrt(after.mean() / 2)),
            "before": float(np.sqrt(before.mean() / 2) / observed), "after": float(np.sqrt(after.mean() / 2) / observed),
            "bias aside": float(np.sqrt(after.mean()) / difference.std()),
            "inside before": 100 * float(np.mean(difference ** 2 < 1.96 ** 2 * before)),
            "inside": 100 * float(np.mean(difference ** 2 < 1.96 ** 2 * after)),
            "inside 1 sd": 100 * float(np.mean(difference ** 2 < after))}


def rows_of(kinds, counts, parts, seed):
    """A row of each kind of pairs and band that has enough of them; `parts` are of one model each."""
    draw, rows = np.random.default_rng(seed), []
    for kind, choose in kinds.items():
        for name, band in zip(NAMES, BANDS):
            i, j = choose(counts, band, draw)
            if len(i) >= LEAST_PAIRS:
                scores, variances = zip(*(part(i, j) for part in parts))
                rows.append({"kind": kind, "band": name, **row(scores, variances)})
    return rows


def kinds_of(lists):
    """Kinds of pairs: at random, and of each of some lists by name."""
    kinds = {"random": random_pairs}
    for name, answers in lists.items():
        kinds[name] = lambda counts, band, draw, answers=answers: pairs_of_lists(answers, counts, band, draw)
    return kinds


def cosine_rows(paths, chooser, seed):
    models = [Model(path) for path in paths]
    shared = Shared(*models, chooser)
    counts = sum(model.counts[places] for model, places in zip(models, shared.places)) / 2
    sides = [model.side("target", places) for model, places in zip(models, shared.places)]
    lists = {"other text's neighbours": neighbours(chooser.side("target", shared.places[2])[0]),
             "own neighbours": neighbours(sides[0][0])}
    parts = [lambda i, j, side=side: cosine_parts(side[0], side[1:], i, j) for side in sides]
    return rows_of(kinds_of(lists), counts, parts, seed)


def product_rows(paths, chooser, seed):
    models = [Model(path) for path in paths]
    shared = Shared(*models, chooser)
    counts = sum(model.counts[places] for model, places in zip(models, shared.places)) / 2
    sides = [[model.side(side, places) for side in ("target", "context")] for model, places in zip(models, shared.places)]
    u, v = (chooser.side(side, shared.places[2])[0] for side in ("target", "context"))
    lists = {"other text's likely contexts": neighbours(u, v)}
    parts = [lambda i, j, side=side: product_parts(*side, i, j) for side in sides]
    return rows_of(kinds_of(lists), counts, parts, seed)


def over_cuts(trainings, rows_of_pair):
    """Rows of all halves, with what they are of."""
    chooser, rows = Model(trainings.chooser()), []
    for source in SOURCES:
        for dimension in DIMENSIONS:
            for cut in range(1, CUTS + 1):
                for one in rows_of_pair(trainings.pair(source, dimension, cut), chooser, cut):
                    rows.append({"source": source, "dimension": dimension, "cut": cut, **one})
    others = {"halves of 34 M": trainings.larger_halves(), "parts of 17 M": trainings.neighbouring_parts()}
    for source, paths in others.items():
        rows.extend({"source": source, "dimension": OTHER_DIMENSION, "cut": 1, **one} for one in rows_of_pair(paths, chooser, 1))
    return rows


def means_over_cuts(rows):
    """One row for those that differ in the cut alone, in the order of the first."""
    groups = {}
    for one in rows:
        groups.setdefault((one["source"], one["dimension"], one["kind"], one["band"]), []).append(one)
    figures = [name for name, value in rows[0].items() if not isinstance(value, str)]
    return {key: {name: statistics.mean(one[name] for one in some) for name in figures} for key, some in groups.items()}


def print_rows(rows):
    columns = ("text", "m", "pairs", "rarer word", "n", "rms difference / √2", "reported", "reported / observed: before",
               "after", "after, mean difference aside", "inside before", "inside ±1.96 sd", "inside ±1 sd", "mean difference")
    print("| " + " | ".join(columns) + " |\n" + "|---" * len(columns) + "|")
    table = means_over_cuts(rows)
    for (source, dimension, kind, band), one in table.items():
        print(f"| {source} | {dimension} | {kind} | {band} | {one['pairs']:,.0f} | {one['observed']:.3f} | {one['reported']:.3f} "
              f"| {one['before']:.2f} | {one['after']:.2f} | {one['bias aside']:.2f} | {one['inside before']:.1f} % "
              f"| {one['inside']:.1f} % | {one['inside 1 sd']:.1f} % | {one['bias']:+.3f} |")
    for kind in dict.fromkeys(key[2] for key in table):
        print_rows_within({key[0]: [] for key in table}, kind, table)


def print_rows_within(by_source, kind, table):
    """How many rows of a kind meet the targets, by text."""
    for key, one in table.items():
        if key[2] == kind:
            by_source[key[0]].append(one)
    for source, some in by_source.items():
        cells = []
        for ratio, inside in (("before", "inside before"), ("after", "inside")):
            near, covered = sum(0.9 <= one[ratio] <= 1.1 for one in some), sum(93 <= one[inside] <= 97 for one in some)
            cells.append(f"{ratio} calibration {near} within 0.9–1.1, {covered} within 93–97 %")
        print(f"{kind}, {source}: of {len(some)} rows " + "; ".join(cells))


def held_out_pairs(model, path, draw):
    """Pairs of lines that the model has not seen, made as its training made pairs: i, j, and whether positive."""
    frequency = model.counts / model.counts.sum()
    keep = np.minimum(1, np.sqrt(3e-5 / frequency))
    noise = frequency ** 0.75 / (frequency ** 0.75).sum()
    i, j = [], []
    with open(path, encoding="utf-8") as text:
        for line in (next(text).split() for _ in range(HELD_OUT_LINES)):
            ids = np.array([model.index[word] for word in line if word in model.index], dtype=int)
            ids = ids[draw.random(len(ids)) < keep[ids]]
            for at, window in enumerate(draw.integers(1, 5, len(ids))):
                around = np.concatenate([ids[max(0, at - window):at], ids[at + 1:at + 1 + window]])
                i.extend([ids[at]] * len(around))
                j.extend(around)
    negatives = draw.choice(len(noise), 3 * len(i), p=noise)
    return np.concatenate([i, np.repeat(i, 3)]), np.concatenate([j, negatives]), np.arange(4 * len(i)) < len(i)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def reliability(probability, positive):
    """Of bins with the same number of pairs: mean probability and share of positives; the mean gap, and the log-loss."""
    bins = np.array_split(np.argsort(probability), BINS)
    curve = [(float(probability[one].mean()), float(positive[one].mean())) for one in bins]
    return {"curve": curve, "error": 100 * statistics.mean(abs(p - share) for p, share in curve),
            "log loss": float(-np.log(np.where(positive, probability, 1 - probability)).mean())}


def probability_rows(paths, texts, seed):
    """Each half judges lines of the other one."""
    rows = []
    for path, text in zip(paths, reversed(texts)):
        model = Model(path)
        i, j, positive = held_out_pairs(model, text, np.random.default_rng(seed))
        everything = np.arange(len(model.words))
        targets, contexts = (model.side(side, everything) for side in ("target", "context"))
        rarer = np.minimum(model.counts[i], model.counts[j])
        for name, some in (("all", rarer >= 0), ("below 100", rarer < 100)):
            score, variances = product_parts(targets, contexts, i[some], j[some])
            more = [(s[i[some]] * t[j[some]]).sum(1) for s, t in zip(targets[1:], contexts[1:])]
            shrunk = [score / np.sqrt(1 + np.pi / 8 * (variance + both)) for variance, both in zip(variances, more)]
            for how, argument in zip(("means", "integrated", "integrated, calibrated"), (score, *shrunk)):
                rows.append({"pairs": int(some.sum()), "rarer word": name, "how": how,
                             **reliability(sigmoid(argument), positive[some])})
    return rows


def probabilities(trainings):
    rows = []
    for source in SOURCES:
        for dimension in DIMENSIONS:
            for cut in range(1, CUTS + 1):
                texts = [trainings.texts.half(source, cut, half) for half in "ab"]
                for one in probability_rows(trainings.pair(source, dimension, cut), texts, cut):
                    rows.append({"source": source, "dimension": dimension, "cut": cut, **one})
    return rows


def print_probabilities(rows):
    print("| text | m | rarer word | expected calibration error: means | integrated | calibrated "
          "| log-loss: means | integrated | calibrated |")
    print("|---" * 9 + "|")
    groups = {}
    for one in rows:
        key = (one["source"], one["dimension"], one["rarer word"])
        groups.setdefault(key, {}).setdefault(one["how"], []).append(one)
    for (source, dimension, band), by_way in groups.items():
        cells = [f"{statistics.mean(one[what] for one in some):.{digits}f}{unit}"
                 for what, digits, unit in (("error", 2, " %"), ("log loss", 4, "")) for some in by_way.values()]
        print(f"| {source} | {dimension} | {band} | " + " | ".join(cells) + " |")


def analogies(trainings):
    """Of the long text; by the mean and by the lower bound."""
    def ask(rank):
        command = [trainings.given.bsg, "evaluate", str(trainings.long()), "--json", "--rank", rank, "--analogy",
                   str(trainings.given.evaluation / ANALOGY)]
        answer = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["analogy"][0]
        return {"score": answer["score"], "coverage": answer["coverage"]}
    return {rank: ask(rank) for rank in ("mean", "lower")}


def print_analogies(results):
    print("| ranked by | sureness | surest 25 % | 50 % | 75 % | all | mean over coverages |\n" + "|---" * 7 + "|")
    for rank, answer in results.items():
        for sureness, curve in answer["coverage"].items():
            cells = [curve[share] for share in ("25", "50", "75", "100", "area")]
            print(f"| {rank} | {sureness} | " + " | ".join(f"{cell:.1f}" for cell in cells) + " |")


def print_lists(rows):
    print("| text | m | ordered by | rarer word from | answers | score | in the other text | loss | slope × sd² | sd "
          "| inside ±1 sd | above the bound |\n" + "|---" * 12 + "|")
    for one in rows:
        print(f"| {one['source']} | {one['dimension']} | {one['rank']} | {one['from']} | {one['answers']:,} | {one['score']:.3f} "
              f"| {one['in the other text']:.3f} | {one['score'] - one['in the other text']:.3f} | {one['expected loss']:.3f} "
              f"| {one['deviation']:.3f} | {one['inside 1 sd']:.0f} % | {one['above the bound']:.0f} % |")


def print_stability(result):
    print(f"{result['words']:,} words, {result['vocabulary']:,} in all; mean overlap of lists {result['mean overlap']:.3f}")
    print("| | mean | Spearman |\n|---|---|---|")
    for name, correlation in result["Spearman"].items():
        print(f"| {name} | {result['predicted'][name]:.3f} | {correlation:.3f} |")


PARTS = {
    "cosines": (lambda trainings: over_cuts(trainings, cosine_rows), print_rows),
    "products": (lambda trainings: over_cuts(trainings, product_rows), print_rows),
    "probabilities": (probabilities, print_probabilities),
    "lists": (list_rows, print_lists),
    "stability": (stability, print_stability),
    "analogies": (analogies, print_analogies),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=[*PARTS, "figures"])
    for name in ("wiki", "dictionary", "long", "folder", "results"):
        parser.add_argument(name, type=pathlib.Path)
    parser.add_argument("--bsg", default="build/release/cli/bsg")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--evaluation", type=pathlib.Path, help="folder of benchmarks, for analogies")
    given = parser.parse_args()

    given.folder.mkdir(exist_ok=True)
    results = json.loads(given.results.read_text()) if given.results.exists() else {}
    if given.part == "figures":
        draw_figures(results, Trainings(given), given.folder)
        return
    measure, show = PARTS[given.part]
    if given.part not in results:
        results[given.part] = measure(Trainings(given))
        given.results.write_text(json.dumps(results, indent=1) + "\n")
    show(results[given.part])


if __name__ == "__main__":
    main()
