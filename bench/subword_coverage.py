#!/usr/bin/env python3
"""Whether densities guessed from spelling, or from tags, are as wide as they should be.

    subword_coverage.py TEXT [--held-out 300] [--seeds 3] [--options "OPTIONS"] [--bsg PROGRAM]
                        [--least-count 1] [--features FILE]

Trains on the whole vocabulary, and on the same text without a random sample of its words, and lets the second model
guess them. The two models lie in different axes: the linear map that takes the common words of one to the other by
least squares brings the guesses over. If guesses are right, a word's own density spreads around its guess like the
guess says: the share of it within 1 and within 2 deviations of the guess, in each dimension, is 68.3 and 95.4 per
cent. Prints this for each third of the words by the width of their guess, and for all, over all seeds. Needs NumPy
and SciPy.
"""

import argparse
import json
import pathlib
import random
import struct
import subprocess
import tempfile

import numpy as np
from scipy.special import ndtr


def read_model(path):
    """Words, and the arrays of a model file (docs/model-format.md)."""
    raw = path.read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    header, data = json.loads(raw[8:8 + length]), raw[8 + length:]
    types = {"F32": "<f4", "I64": "<i8", "U8": "u1"}
    arrays = {name: np.frombuffer(data[slice(*tensor["data_offsets"])], types[tensor["dtype"]]).reshape(tensor["shape"])
              for name, tensor in header.items() if name != "__metadata__"}
    ends, text = arrays["vocabulary.offsets"], arrays["vocabulary.bytes"].tobytes()
    return [text[a:b].decode() for a, b in zip(ends, ends[1:])], arrays


def can_be_guessed(program, model, word):
    """Not where the model knows none of its n-grams or tags."""
    command = [program, "similarity", str(model), "--json", "--", word, word]
    return subprocess.run(command, capture_output=True).returncode == 0


def exported(program, model, words, what, folder):
    """Rows of the words, guessed ones among them."""
    listed, vectors = folder / "words.txt", folder / "vectors.txt"
    listed.write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
    subprocess.run([program, "export", str(model), "-o", str(vectors), "--words", str(listed), "--what", what],
                   check=True, capture_output=True)
    lines = vectors.read_text(encoding="utf-8").splitlines()[1:]
    return np.array([[float(x) for x in line.split(" ")[1:]] for line in lines])


def shares_within(mean, variance, guess, guess_variance, deviations):
    """Of each word's density, by dimension, the part within so many deviations of the guess."""
    reach, off, spread = deviations * np.sqrt(guess_variance), mean - guess, np.sqrt(variance)
    return ndtr((reach - off) / spread) - ndtr((-reach - off) / spread)


def one_seed(given, seed, folder):
    """Widths of the guesses, and shares of densities within 1 and 2 deviations: words, words x 2."""
    common = ["--quiet", "--seed", str(seed), *given.options.split()]
    if given.features:
        common += ["--features", given.features]
    vocabulary, whole, part = folder / "vocabulary.tsv", folder / "whole.bsg", folder / "part.bsg"
    train = [given.bsg, "train", given.text]
    subprocess.run([*train, "-o", whole, "--save-vocabulary", vocabulary, *common], check=True)
    words, arrays = read_model(whole)
    enough = [word for word, count in zip(words, arrays["vocabulary.counts"]) if count >= given.least_count]
    held_out = set(random.Random(seed).sample(enough, given.held_out))
    lines = [line for line in vocabulary.read_text(encoding="utf-8").splitlines() if line.split("\t")[0] not in held_out]
    vocabulary.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    options = list(common)
    for name in ("--vocabulary-size", "--min-count"):
        if name in options:
            at = options.index(name)
            del options[at:at + 2]
    subprocess.run([*train, "-o", part, "--vocabulary", vocabulary, *options], check=True)

    index = {word: place for place, word in enumerate(words)}
    others, other_arrays = read_model(part)
    shared = [place for place, word in enumerate(others) if other_arrays["vocabulary.counts"][place] > 0]
    theirs = other_arrays["target.mean"][shared].astype(float)
    ours = arrays["target.mean"][[index[others[place]] for place in shared]].astype(float)
    bring, *_ = np.linalg.lstsq(theirs, ours, rcond=None)
    asked = [word for word in sorted(held_out) if can_be_guessed(given.bsg, part, word)]
    guess = exported(given.bsg, part, asked, "mean", folder) @ bring
    guess_variance = exported(given.bsg, part, asked, "variance", folder) @ bring**2
    own = [index[word] for word in asked]
    mean, variance = arrays["target.mean"][own].astype(float), arrays["target.variance"][own].astype(float)
    shares = [shares_within(mean, variance, guess, guess_variance, k).mean(axis=1) for k in (1, 2)]
    return guess_variance.sum(axis=1), np.array(shares).T


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text")
    parser.add_argument("--held-out", type=int, default=300)
    parser.add_argument("--least-count", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--features")
    parser.add_argument("--options", default="--vocabulary-size 20000")
    parser.add_argument("--bsg", default="build/release/cli/bsg")
    given = parser.parse_args()
    widths, shares = [], []
    for seed in range(1, given.seeds + 1):
        with tempfile.TemporaryDirectory() as folder:
            width, share = one_seed(given, seed, pathlib.Path(folder))
        widths.append(width)
        shares.append(share)
    order = np.argsort(np.concatenate(widths))
    shares = 100 * np.concatenate(shares)[order]
    print("| guesses | within 1 sd | within 2 sd |\n|---|---|---|")
    for name, part in zip(("narrowest third", "middle third", "widest third"), np.array_split(shares, 3)):
        print(f"| {name} | {part[:, 0].mean():.1f} | {part[:, 1].mean():.1f} |")
    print(f"| all | {shares[:, 0].mean():.1f} | {shares[:, 1].mean():.1f} |")


if __name__ == "__main__":
    main()
