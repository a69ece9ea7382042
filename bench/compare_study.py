#!/usr/bin/env python3
"""Whether bsg compare finds words that are used differently in two texts, and only those.

    compare_study.py TEXT RESULTS.jsonl [--seeds 3] [--words 50] [--least-count 100] [--shares 0.1,0.2,...]
                     [--options "OPTIONS"] [--bsg PROGRAM]

Halves a text at random, in blocks of 1,000 lines, so that articles stay together: halves that share articles are more
alike than two texts. In the second half, pairs of words with similar counts trade places in a share of the lines that
they appear in. A model of both halves then compares them. Prints for each share, over the seeds:

  AUC          of the changed words among all that were compared, by their places in the list
  found        of the changed words, those at a false-discovery rate of 5 %
  false        of the words found, those that did not trade places; some of them have others around them since
  Procrustes   AUC of the cosine distance between skip-gram vectors of each half, brought together by the orthogonal
               map that fits all words best

A share of 0 changes nothing: whatever is found there is false (and counted instead of a rate). RESULTS has a JSON object
for each seed and share: what is there is not made again. Needs NumPy and SciPy.
"""

import argparse
import json
import pathlib
import random
import statistics
import subprocess
import tempfile

import numpy as np
from scipy.stats import rankdata


def halves(text, seed, block):
    draw, parts, half = random.Random(seed), ([], []), 0
    with open(text, encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines):
            half = draw.randrange(2) if number % block == 0 else half
            parts[half].append(line.split())
    return parts


def counts_of(lines):
    counts = {}
    for line in lines:
        for word in line:
            counts[word] = counts.get(word, 0) + 1
    return counts


def pairs_of_words(lines, words, least_count, seed):
    """Words to trade places: neighbours in a list by counts, so that only their use tells them apart."""
    counts = counts_of(lines)
    by_count = sorted((word for word in counts if counts[word] >= least_count / 2), key=lambda word: (counts[word], word))
    starts = random.Random(seed).sample(range(0, len(by_count) - 1, 2), words // 2)
    return [(by_count[start], by_count[start + 1]) for start in starts]


def trade(lines, pairs, share, seed):
    other = {word: partner for pair in pairs for word, partner in (pair, pair[::-1])}
    draw, result = random.Random(seed), []
    for line in lines:
        if any(word in other for word in line) and draw.random() < share:
            line = [other.get(word, word) for word in line]
        result.append(line)
    return result


def write(path, lines):
    path.write_text("".join(" ".join(line) + "\n" for line in lines), encoding="utf-8")


def area(scores, changed):
    """Under the curve of true against false positives."""
    ranks, mask = rankdata(scores), np.array(changed)
    true, false = mask.sum(), (~mask).sum()
    return (ranks[mask].sum() - true * (true + 1) / 2) / (true * false)


def run(*command):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout


def vectors(program, text, vocabulary, options, folder):
    model, exported = folder / "points.bsg", folder / "points.txt"
    run(program, "train", text, "-o", model, "--quiet", "--method", "skipgram", "--vocabulary", vocabulary, *options)
    run(program, "export", model, "-o", exported)
    lines = exported.read_text(encoding="utf-8").splitlines()[1:]
    return {line.split(" ", 1)[0]: np.array(line.split(" ")[1:], dtype=float) for line in lines}


def procrustes_distances(first, second, words):
    a, b = (np.array([side[word] for word in words]) for side in (first, second))
    a, b = (rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (a, b))
    left, _, right = np.linalg.svd(a.T @ b)
    return 1 - np.sum((a @ left @ right) * b, axis=1)


def one_share(given, text_halves, pairs, share, seed, folder):
    first, second = text_halves
    a, b, model, vocabulary = (folder / name for name in ("a.txt", "b.txt", "both.bsg", "vocabulary.txt"))
    write(a, first)
    write(b, trade(second, pairs, share, seed))
    run(given.bsg, "train", a, b, "-o", model, "--quiet", "--seed", seed, *given.options.split())
    found = json.loads(run(given.bsg, "compare", model, a, b, "--json", "-k", 10**6, "--min-count", 20))["words"]
    words = [one["word"] for one in found]
    if share == 0:
        return {"compared": len(words), "found": sum(one["false_discovery_rate"] <= 0.05 for one in found),
                "deviation of z": statistics.stdev(one["z"] for one in found)}
    changed = {word for pair in pairs for word in pair}
    mask = [word in changed for word in words]
    named = [one["word"] in changed for one in found if one["false_discovery_rate"] <= 0.05]
    vocabulary.write_text("".join(f"{word}\n" for word in sorted(words)), encoding="utf-8")
    options = ["--dimension", given.dimension, "--subsample", "1e-4", "--iterations", "10", "--negatives", "5", "--seed", seed]
    distances = procrustes_distances(*(vectors(given.bsg, text, vocabulary, options, folder) for text in (a, b)), words)
    return {"compared": len(words), "AUC": 100 * area(range(len(found), 0, -1), mask), "changed": sum(mask),
            "found": sum(named), "false": named.count(False), "Procrustes": 100 * area(distances, mask)}


def saved(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text")
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--words", type=int, default=50)
    parser.add_argument("--least-count", type=int, default=100, help="in the whole text, of words that trade places")
    parser.add_argument("--block", type=int, default=1000, help="lines that stay together")
    parser.add_argument("--shares", type=lambda text: [float(part) for part in text.split(",")],
                        default=[0, 0.1, 0.2, 0.3, 0.5, 0.75, 1])
    parser.add_argument("--options", default="--vocabulary-size 10000 --dimension 40")
    parser.add_argument("--dimension", default="40", help="of skip-gram vectors")
    parser.add_argument("--bsg", default="build/release/cli/bsg")
    given = parser.parse_args()
    for seed in range(1, given.seeds + 1):
        text_halves = halves(given.text, seed, given.block)
        pairs = pairs_of_words(text_halves[1], given.words, given.least_count, seed)
        for share in given.shares:
            if any(one["seed"] == seed and one["share"] == share for one in saved(given.results)):
                continue
            with tempfile.TemporaryDirectory() as folder:
                row = one_share(given, text_halves, pairs, share, seed, pathlib.Path(folder))
            with open(given.results, "a", encoding="utf-8") as results:
                results.write(json.dumps({"seed": seed, "share": share, **row}) + "\n")
    rows = saved(given.results)
    for row in (one for one in rows if one["share"] == 0):
        print(f"seed {row['seed']}, nothing changed: {row['found']} of {row['compared']} words found, "
              f"standard deviation of z {row['deviation of z']:.2f}")
    print("| share of lines | AUC | Procrustes | found | false |\n|---|---|---|---|---|")
    for share in given.shares:
        of_share = [one for one in rows if one["share"] == share]
        if share > 0 and of_share:
            changed, found, false = (sum(one[name] for one in of_share) for name in ("changed", "found", "false"))
            auc, procrustes = (statistics.fmean(one[name] for one in of_share) for name in ("AUC", "Procrustes"))
            print(f"| {share} | {auc:.1f} | {procrustes:.1f} | {found} of {changed} | {false} of {found + false} |")


if __name__ == "__main__":
    main()
