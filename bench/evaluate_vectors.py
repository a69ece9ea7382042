#!/usr/bin/env python3
"""Scores vectors in word2vec's text format on word similarity (Spearman x 100) and analogies (per cent).

    evaluate_vectors.py VECTORS EVALUATION_FOLDER

The folder holds the benchmarks as their publishers left them: wordsim353.txt, scws.txt, rare-words.txt,
men.txt, simlex999.txt, questions-words.txt. Prints one JSON object. Analogies as gensim does them: unit-length
vectors, the question's words excluded, all words of the file as candidates. Needs NumPy and SciPy.
"""

import json
import pathlib
import sys

import numpy as np
from scipy.stats import spearmanr

# File, columns of the two words and of the score, lines to skip.
SIMILARITY = {
    "WordSim353": ("wordsim353.txt", 0, 1, 2, 0),
    "SCWS": ("scws.txt", 1, 3, 7, 0),
    "Rare Words": ("rare-words.txt", 0, 1, 2, 0),
    "MEN": ("men.txt", 0, 1, 2, 0),
    "SimLex": ("simlex999.txt", 0, 1, 3, 1),
}
BATCH = 512


def read_vectors(path):
    with open(path, encoding="utf-8") as lines:
        count, dimension = map(int, lines.readline().split())
        words = {}
        vectors = np.zeros((count, dimension), dtype=np.float32)
        for row, line in enumerate(lines):
            word, *values = line.rstrip().split(" ")
            words[word] = row
            vectors[row] = [float(value) for value in values]
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return words, vectors / np.where(lengths == 0, 1, lengths)


def similarity(words, vectors, path, first, second, score, skip):
    truth, cosines = [], []
    for line in path.read_text(encoding="utf-8").splitlines()[skip:]:
        fields = line.split("\t") if "\t" in line else line.split()
        a, b = words.get(fields[first].lower()), words.get(fields[second].lower())
        if a is not None and b is not None:
            truth.append(float(fields[score]))
            cosines.append(float(vectors[a] @ vectors[b]))
    return {"score": round(100 * spearmanr(truth, cosines).correlation, 2), "pairs": len(truth)}


def analogies(words, vectors, path):
    questions = []
    for line in path.read_text(encoding="utf-8").splitlines():
        ids = [words.get(word.lower()) for word in line.split()]
        if not line.startswith(":") and None not in ids:
            questions.append(ids)
    questions = np.array(questions)
    right = 0
    for begin in range(0, len(questions), BATCH):
        a, b, c, d = questions[begin : begin + BATCH].T
        scores = (vectors[b] - vectors[a] + vectors[c]) @ vectors.T
        rows = np.arange(len(a))
        for excluded in (a, b, c):
            scores[rows, excluded] = -np.inf
        right += int((scores.argmax(axis=1) == d).sum())
    return {"score": round(100 * right / len(questions), 2), "questions": len(questions)}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    words, vectors = read_vectors(sys.argv[1])
    folder = pathlib.Path(sys.argv[2])
    result = {
        name: similarity(words, vectors, folder / where[0], *where[1:])
        for name, where in SIMILARITY.items()
    }
    result["analogies"] = analogies(words, vectors, folder / "questions-words.txt")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
