#!/usr/bin/env python3
"""How near words inferred from a few lines come to their densities from a training that has them.

    infer_study.py TEXT RESULTS.jsonl [--held-out 300] [--least-count 200] [--seeds 3] [--options "OPTIONS"]
                   [--lines 1,2,5,20,100] [--bsg PROGRAM] [--folder WORK]

Trains on the whole vocabulary, and on the same text without a random sample of its words. The second model infers these
words from some of the lines that they appear in. The two models lie in different axes: the linear map that takes the
common words of one to the other by least squares brings inferred densities over. Prints, by the number of lines:

  cosine      with the word's mean from the training that has it
  neighbours  share of its ten neighbours there (among the common words) that are also those of the inferred density
  1 sd, 2 sd  share of the word's own density within 1 and 2 deviations of the inferred one, in each dimension

and cosine and neighbours of the additive estimate: the mean of the vectors of the words within four places of it, each
weighted like a subsampled token. RESULTS has one JSON object for each seed and number of lines: what is there is not made
again. Needs NumPy and SciPy.
"""

import argparse
import json
import pathlib
import random
import statistics
import subprocess
import tempfile

import numpy as np
from subword_coverage import read_model, shares_within

WINDOW = 4
SUBSAMPLE = 3e-5


def train(given, seed, folder):
    """A model of all words and one without those held out; which they are."""
    whole, part, vocabulary = folder / "whole.bsg", folder / "part.bsg", folder / "vocabulary.tsv"
    common = ["--quiet", "--seed", str(seed), *given.options.split()]
    if not whole.exists():
        subprocess.run([given.bsg, "train", given.text, "-o", whole, "--save-vocabulary", vocabulary, *common], check=True)
    words, arrays = read_model(whole)
    enough = [word for word, count in zip(words, arrays["vocabulary.counts"]) if count >= given.least_count]
    held_out = sorted(random.Random(seed).sample(enough, given.held_out))
    if part.exists():
        return whole, part, held_out
    lines = vocabulary.read_text(encoding="utf-8").splitlines(keepends=True)
    vocabulary.write_text("".join(line for line in lines if line.split("\t")[0] not in held_out), encoding="utf-8")
    at = common.index("--vocabulary-size") if "--vocabulary-size" in common else None
    options = common if at is None else common[:at] + common[at + 2:]
    subprocess.run([given.bsg, "train", given.text, "-o", part, "--vocabulary", vocabulary, *options], check=True)
    return whole, part, held_out


def lines_of(text, words, most, seed):
    """Lines that each word appears in, in random order, without the other words held out."""
    words, found, draw = set(words), {word: [] for word in words}, random.Random(seed)
    with open(text, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            tokens = line.split()
            for word in words.intersection(tokens):
                found[word].append([token for token in tokens if token == word or token not in words])
    return {word: draw.sample(lines, min(most, len(lines))) for word, lines in found.items()}


def infer(given, model, lines, count, folder):
    """Inferred means and variances by word, from so many lines each."""
    text = folder / "lines.txt"
    text.write_text("".join(" ".join(line) + "\n" for some in lines.values() for line in some[:count]), encoding="utf-8")
    run = subprocess.run([given.bsg, "infer", model, text, "--json", "--words", *lines], check=True, capture_output=True)
    return {one["word"]: (np.array(one["mean"]), np.array(one["variance"])) for one in json.loads(run.stdout)["words"]}


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-30)


def nearest(vector, rows, k=10):
    return set(np.argsort(-(rows @ unit(vector)))[:k])


class Models:
    """Both models, one brought to the axes of the other."""

    def __init__(self, whole, part):
        self.words, self.arrays = read_model(whole)
        self.index = {word: place for place, word in enumerate(self.words)}
        others, arrays = read_model(part)
        self.theirs = arrays["target.mean"].astype(float)
        shared = self.arrays["target.mean"][[self.index[word] for word in others]].astype(float)
        self.bring, *_ = np.linalg.lstsq(self.theirs, shared, rcond=None)
        self.their_units, self.units = unit(self.theirs), unit(shared)
        self.places = {word: place for place, word in enumerate(others)}
        counts = arrays["vocabulary.counts"].astype(float)
        self.keep = np.minimum(1, np.sqrt(SUBSAMPLE * counts.sum() / counts))

    def additive(self, word, lines):
        total, weight = np.zeros(self.theirs.shape[1]), 0
        for line in lines:
            for centre in (at for at, token in enumerate(line) if token == word):
                for token in line[max(0, centre - WINDOW):centre] + line[centre + 1:centre + 1 + WINDOW]:
                    place = self.places.get(token)
                    if place is not None:
                        total += self.keep[place] * self.theirs[place]
                        weight += self.keep[place]
        return total / weight if weight else total

    def agreement(self, word, estimate):
        """Cosine and shared neighbours of an estimate in the axes of the model without the word."""
        own = self.arrays["target.mean"][self.index[word]].astype(float)
        cosine = float(unit(estimate @ self.bring) @ unit(own))
        return cosine, len(nearest(estimate, self.their_units) & nearest(own, self.units)) / 10

    def coverage(self, word, mean, variance):
        own = self.index[word]
        return [float(shares_within(self.arrays["target.mean"][own].astype(float), self.arrays["target.variance"][own].astype(float),
                                    mean @ self.bring, variance @ self.bring**2, deviations).mean()) for deviations in (1, 2)]


def one_seed(given, seed, folder):
    whole, part, held_out = train(given, seed, folder)
    models, lines = Models(whole, part), lines_of(given.text, held_out, max(given.lines), seed)
    for count in given.lines:
        densities = infer(given, part, lines, count, folder)
        ours = [models.agreement(word, densities[word][0]) for word in held_out]
        additive = [models.agreement(word, models.additive(word, lines[word][:count])) for word in held_out]
        coverage = [models.coverage(word, *densities[word]) for word in held_out]
        row = [*np.mean(ours, axis=0), *np.mean(coverage, axis=0), *np.mean(additive, axis=0)]
        with open(given.results, "a", encoding="utf-8") as results:
            json.dump({"options": given.options, "seed": seed, "lines": count, "row": [100 * value for value in row]}, results)
            results.write("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text")
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--held-out", type=int, default=300)
    parser.add_argument("--least-count", type=int, default=200)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--options", default="--vocabulary-size 20000")
    parser.add_argument("--lines", type=lambda text: [int(part) for part in text.split(",")], default=[1, 2, 5, 20, 100])
    parser.add_argument("--bsg", default="build/release/cli/bsg")
    parser.add_argument("--folder", type=pathlib.Path, help="keep the models of one set of options here, and use those that are there")
    given = parser.parse_args()
    for seed in range(1, given.seeds + 1):
        done = [json.loads(line) for line in given.results.read_text().splitlines()] if given.results.exists() else []
        if sum(one["options"] == given.options and one["seed"] == seed for one in done) == len(given.lines):
            continue
        if given.folder:
            folder = given.folder / f"seed{seed}"
            folder.mkdir(parents=True, exist_ok=True)
            one_seed(given, seed, folder)
        else:
            with tempfile.TemporaryDirectory() as folder:
                one_seed(given, seed, pathlib.Path(folder))
    done = [json.loads(line) for line in given.results.read_text().splitlines()]
    print("| lines | cosine | neighbours | within 1 sd | within 2 sd | additive: cosine | neighbours |\n|---|---|---|---|---|---|---|")
    for count in given.lines:
        rows = [one["row"] for one in done if one["options"] == given.options and one["lines"] == count]
        cells = [f"{statistics.fmean(column):.1f}" for column in zip(*rows)]
        print(f"| {count} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
