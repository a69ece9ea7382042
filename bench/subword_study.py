#!/usr/bin/env python3
"""What spelling adds: models of whole words and of subwords beside each other, and beside fastText's vectors.

    subword_study.py TEXT EVALUATION_FOLDER RESULTS.jsonl [--half odd|even|all] [--seeds 3] [--only NAME...]
                     [--options "COMMON OPTIONS"] [--vectors NAME=FILE...] [--bsg PROGRAM] [--threads T]

Trains VARIANTS with several seeds and scores them on one half of each benchmark, or on all lines. RESULTS has one JSON
object for each training and half: what is there is not made again. --vectors takes vectors of another program in
word2vec's text format, of the vocabulary and of all words of rare-words.txt outside it (fastText's print-word-vectors
makes them); they are scored by the same ruler. Prints a Markdown table: means over the seeds and standard deviations.

"unseen" are the pairs of Rare Words of which at least one word is outside the vocabulary that the model was trained
with, scored from spelling. Analogies are also shown for the semantic and the syntactic groups.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile

from recipe_study import ANALOGY, HEADERS, SIMILARITY, load, train, write_half

VARIANTS = {
    "whole words, gauge 0.4": "--subwords no --gauge 0.4",
    "whole words": "--subwords no",
    "default": "",
}
RARE = "rare-words.txt"
COLUMNS = [*SIMILARITY.values(), "analogies", "semantic", "syntactic", "mean", "unseen"]


def benchmarks(evaluation, half, folder):
    """The benchmarks' lines to score by."""
    if half == "all":
        return evaluation
    for name in [*SIMILARITY, ANALOGY]:
        write_half(evaluation / name, folder / name, half, HEADERS.get(name, 0))
    return folder


def ask(program, model, *arguments):
    output = subprocess.run([program, "evaluate", str(model), "--json", *map(str, arguments)], check=True,
                            capture_output=True)
    return json.loads(output.stdout)


def share_right(groups):
    used = sum(group["used"] for group in groups)
    return 100 * sum(group["right"] for group in groups) / used if used else None


def unseen_pairs(words, rare_words, path):
    """The lines of Rare Words with a word that is not among `words`; how many there are."""
    lines = [line for line in rare_words.read_text(encoding="utf-8").splitlines(keepends=True)
             if any(word.lower() not in words for word in line.split("\t")[:2])]
    path.write_text("".join(lines), encoding="utf-8")
    return len(lines)


def evaluate(program, model, folder, words, scratch, spelling):
    result = ask(program, model, "--similarity", *(folder / name for name in SIMILARITY), "--analogy", folder / ANALOGY)
    scores = {SIMILARITY[pathlib.Path(one["file"]).name]: one["score"] for one in result["similarity"]}
    analogy = result["analogy"][0]
    scores["analogies"] = analogy["score"]
    scores["mean"] = statistics.fmean(scores.values())
    scores["semantic"] = share_right([g for g in analogy["groups"] if not g["name"].startswith("gram")])
    scores["syntactic"] = share_right([g for g in analogy["groups"] if g["name"].startswith("gram")])
    if spelling and unseen_pairs(words, folder / RARE, scratch):
        scores["unseen"] = ask(program, model, "--oov", "--similarity", scratch)["similarity"][0]["score"]
    return scores


def words_of(program, vocabulary_of, options, scratch):
    """The vocabulary that the options take of a text, lower case."""
    subprocess.run([program, "train", vocabulary_of, "-o", str(scratch / "counted.bsg"), "--quiet", "--save-vocabulary",
                    str(scratch / "vocabulary.tsv"), "--dimension", "1", "--iterations", "1", "--burn-in", "1", *options],
                   check=True)
    lines = (scratch / "vocabulary.tsv").read_text(encoding="utf-8").splitlines()
    return {line.split("\t")[0].lower() for line in lines}


def vector_scores(program, path, folder, words, scratch):
    """Of the vectors of the vocabulary, and of all of them for the unseen pairs."""
    known = scratch / "known.txt"
    with open(path, encoding="utf-8") as lines:
        header = next(lines).split()
        kept = [line for line in lines if line.split(" ", 1)[0] in words]
    known.write_text(f"{len(kept)} {header[1]}\n" + "".join(kept), encoding="utf-8")
    scores = evaluate(program, known, folder, words, scratch / "unseen.txt", spelling=False)
    if unseen_pairs(words, folder / RARE, scratch / "unseen.txt"):
        scores["unseen"] = ask(program, path, "--similarity", scratch / "unseen.txt")["similarity"][0]["score"]
    return scores


def show(rows):
    print("| | CPU s | " + " | ".join(COLUMNS) + " |")
    print("|---" * (len(COLUMNS) + 2) + "|")
    for name in dict.fromkeys(row["name"] for row in rows):
        mine = [row for row in rows if row["name"] == name]
        cells = [f"{statistics.fmean(row['cpu'] for row in mine):,.0f}" if mine[0]["cpu"] else ""]
        for column in COLUMNS:
            values = [row["scores"][column] for row in mine if row["scores"].get(column) is not None]
            spread = f" ({statistics.stdev(values):.1f})" if len(values) > 1 else ""
            cells.append(f"{statistics.fmean(values):.1f}{spread}" if values else "")
        print(f"| {name} | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text")
    parser.add_argument("evaluation", type=pathlib.Path)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--half", choices=("odd", "even", "all"), default="even")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--only", nargs="*", choices=VARIANTS, default=list(VARIANTS))
    parser.add_argument("--options", default="")
    parser.add_argument("--vectors", nargs="*", default=[])
    parser.add_argument("--bsg", default="build/release/cli/bsg")
    parser.add_argument("--threads", type=int, default=0)
    given = parser.parse_args()
    options = given.options.split()
    done = load(given.results)

    def make(name, seed, work):
        if not any((row["name"], row["seed"], row["half"]) == (name, seed, given.half) for row in done):
            cpu, scores = work()
            done.append({"name": name, "seed": seed, "half": given.half, "cpu": cpu, "scores": scores})
            with open(given.results, "a", encoding="utf-8") as out:
                out.write(json.dumps(done[-1]) + "\n")

    with tempfile.TemporaryDirectory() as temporary:
        scratch = pathlib.Path(temporary)
        folder = benchmarks(given.evaluation, given.half, scratch)
        words = words_of(given.bsg, given.text, options, scratch)

        def trained(name, seed):
            model = given.results.with_name(f"{given.results.stem}-{name.replace(' ', '-')}-{seed}.bsg")
            extra = [*options, *VARIANTS[name].split()]
            cpu = None
            if not model.exists():
                cpu = train(given.bsg, extra, given.text, seed, given.threads, model)
            else:
                cpu = next((row["cpu"] for row in done if (row["name"], row["seed"]) == (name, seed)), None)
            return cpu, evaluate(given.bsg, model, folder, words, scratch / "unseen.txt", "--subwords" not in extra)

        for name in given.only:
            for seed in range(1, given.seeds + 1):
                make(name, seed, lambda name=name, seed=seed: trained(name, seed))
        for pair in given.vectors:
            name, path = pair.split("=", 1)
            make(name, 1, lambda path=path: (None, vector_scores(given.bsg, path, folder, words, scratch)))
    show([row for row in done if row["half"] == given.half])


if __name__ == "__main__":
    main()
