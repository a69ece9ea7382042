#!/usr/bin/env python3
"""What updating a model costs beside training it on everything: a text in two and in ten parts.

    update_study.py TEXT EVALUATION_FOLDER RESULTS.jsonl [--seeds 3] [--only NAME...] [--options "OPTIONS OF TRAINING"]
                    [--update-options "OPTIONS OF UPDATES"] [--label LABEL] [--bsg PROGRAM] [--python PROGRAM] [--threads T]

TEXT is plain, one sentence a line. Every fifth benchmark word that is neither rare nor frequent is kept for the second
half of the text: lines of the first half that have one of them are left out for everybody. Each chain of CHAINS then
learns its parts, in one training or in a training and updates, and its systems are scored on the words that all systems
know: all pairs and questions, and apart from that the pairs with a new word. RESULTS has one JSON object for each system,
seed and label: chains whose systems are there are not made again. Prints a Markdown table: means over the seeds and standard
deviations.

gensim learns the same parts by build_vocab(update=True) and train(); it needs a Python that has gensim (--python).
"""

import argparse
import collections
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import tempfile

from recipe_study import ANALOGY, HEADERS, SIMILARITY, load

PARTS = 10
VOCABULARY = 20000
# Of new words in an update, by the number of parts.
LEAST_COUNT = {2: 20, 10: 10}
# Parts, and what learns from them: names of the systems that come of it.
CHAINS = {
    (1, "bsg"): ["everything"],
    (2, "bsg"): ["first half", "2 parts", "2 parts, new axes", "2 parts, variances alone"],
    (10, "bsg"): ["first tenth", "10 parts", "10 parts, new axes", "10 parts, variances alone"],
    (1, "gensim"): ["gensim, everything"],
    (2, "gensim"): ["gensim, 2 parts"],
    (10, "gensim"): ["gensim, 10 parts"],
}
COLUMNS_OF_WORDS = {"wordsim353.txt": (0, 1), "scws.txt": (1, 3), "rare-words.txt": (0, 1), "men.txt": (0, 1),
                    "simlex999.txt": (0, 1)}


def pairs_of(path):
    """(line, its two words) of a benchmark of pairs; the words are empty in header lines."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for number, line in enumerate(lines):
        fields = line.split("\t") if "\t" in line else line.split()
        words = [fields[column].lower() for column in COLUMNS_OF_WORDS[path.name]]
        yield line, [] if number < HEADERS.get(path.name, 0) else words


class Texts:
    """The parts of the text, the words that are new in its second half, and those that every system knows."""

    def __init__(self, text, evaluation, folder):
        lines = text.read_text(encoding="utf-8").splitlines(keepends=True)
        tenths = [lines[len(lines) * k // PARTS:len(lines) * (k + 1) // PARTS] for k in range(PARTS)]
        counts = [collections.Counter(word for line in part for word in line.split()) for part in tenths]
        later, everything = sum(counts[PARTS // 2:], collections.Counter()), sum(counts, collections.Counter())
        rated = sorted({word for name in SIMILARITY for _, words in pairs_of(evaluation / name) for word in words})
        self.new = set([word for word in rated if 100 <= everything[word] <= 1000 and later[word] >= 50][::5])
        for k in range(PARTS // 2):
            tenths[k] = [line for line in tenths[k] if self.new.isdisjoint(line.split())]
        self.files = {parts: [self.write(folder / f"{parts}-{k}.txt", tenths[PARTS * k // parts:PARTS * (k + 1) // parts])
                              for k in range(parts)] for parts in (1, 2, 10)}
        self.words = sorted(set.intersection(*(self.vocabulary(tenths, parts) for parts in (1, 2, 10))))
        self.list = folder / "common.txt"
        self.list.write_text("".join(word + "\n" for word in self.words), encoding="utf-8")
        self.benchmarks = {"all": folder / "all", "new": folder / "new"}
        self.used = {which: self.write_benchmarks(evaluation, which) for which in self.benchmarks}

    @staticmethod
    def write(path, tenths):
        path.write_text("".join(line for tenth in tenths for line in tenth), encoding="utf-8")
        return path

    @staticmethod
    def vocabulary(tenths, parts):
        """What a training of the first part and updates with the others know."""
        words = set()
        for k in range(parts):
            count = collections.Counter(word for tenth in tenths[PARTS * k // parts:PARTS * (k + 1) // parts]
                                        for line in tenth for word in line.split())
            if k == 0:
                words = set(sorted(count, key=lambda word: (-count[word], word.encode()))[:VOCABULARY])
            else:
                words |= {word for word in count if count[word] >= LEAST_COUNT[parts]}
        return words

    def write_benchmarks(self, evaluation, which):
        """The lines to score by; how many pairs they have of the words that everybody knows."""
        folder = self.benchmarks[which]
        folder.mkdir(exist_ok=True)
        known, used = set(self.words), 0
        for name in SIMILARITY:
            lines = [(line, words) for line, words in pairs_of(evaluation / name)
                     if which == "all" or not words or not self.new.isdisjoint(words)]
            (folder / name).write_text("".join(line for line, _ in lines), encoding="utf-8")
            used += sum(bool(words) and known.issuperset(words) for _, words in lines)
        (folder / ANALOGY).write_bytes((evaluation / ANALOGY).read_bytes())
        return used


class Learner:
    """Learns the parts of a text, and keeps count of the CPU time of each program that it runs."""

    def __init__(self, given, texts, seed, scratch):
        self.given, self.texts, self.seed, self.scratch = given, texts, seed, scratch
        self.common = ["--quiet", "--seed", str(seed), "--threads", str(given.threads)]

    @staticmethod
    def run(*command):
        """CPU seconds."""
        child = subprocess.Popen([str(word) for word in command])
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            raise SystemExit(f"{shlex.join(map(str, command))} ended with {child.returncode}")
        return round(usage.ru_utime + usage.ru_stime, 2)

    def gensim(self, parts):
        path = self.scratch / "vectors.txt"
        cpu = self.run(self.given.python, pathlib.Path(__file__).with_name("update_gensim.py"), self.texts.list, path,
                       *self.texts.files[parts], "--vocabulary", VOCABULARY, "--min-count", LEAST_COUNT.get(parts, 1),
                       "--threads", max(1, self.given.threads), "--seed", self.seed, *self.given.gensim_options)
        yield [cpu], path

    def bsg(self, parts):
        """CPU seconds of each step, and vectors: of the first part, and of all parts by each way to update."""
        first, posterior = self.scratch / "first.bsg", self.scratch / "first.posterior"
        keep = ["--keep-posterior", posterior] if parts > 1 else []
        training = self.run(self.given.bsg, "train", self.texts.files[parts][0], "-o", first, *self.common,
                            "--vocabulary-size", VOCABULARY, *self.given.options, *keep)
        yield [training], self.vectors(first, everything=parts > 1)
        if parts == 1:
            return
        cpu, before, kept = [training], first, posterior
        for part in self.texts.files[parts][1:-1]:
            seconds, before, kept = self.update(before, kept, part, keep=True)
            cpu.append(seconds)
        for axes in ([], ["--new-axes"]):
            seconds, model, _ = self.update(before, kept, self.texts.files[parts][-1], keep=False, more=axes)
            yield [*cpu, seconds], self.vectors(model)
        cpu, before = [training], first
        for part in self.texts.files[parts][1:]:
            seconds, before, _ = self.update(before, None, part, keep=False)
            cpu.append(seconds)
        yield cpu, self.vectors(before)

    def update(self, model, posterior, text, keep, more=()):
        """CPU seconds, the new model and its posterior."""
        free = next(name for name in ("a", "b") if model.stem != name)
        after, kept = self.scratch / f"{free}.bsg", self.scratch / f"{free}.posterior"
        parts = next(number for number, files in self.texts.files.items() if text in files)
        cpu = self.run(self.given.bsg, "update", model, text, "-o", after, *self.common, "--min-count", LEAST_COUNT[parts],
                       *self.given.update_options, *more, *(["--posterior", posterior] if posterior else []),
                       *(["--keep-posterior", kept] if keep else []))
        return cpu, after, kept

    def vectors(self, model, everything=False):
        """Of all words of the model, or of those that every system knows."""
        path = self.scratch / "vectors.txt"
        words = [] if everything else ["--words", self.texts.list, "--known-only"]
        subprocess.run([self.given.bsg, "export", model, "-o", path, *words, "--quiet"], check=True)
        return path


def evaluate(program, vectors, texts):
    """The six scores, their mean, and the mean of the five scores of pairs with a new word."""
    def ask(folder, *more):
        command = [program, "evaluate", str(vectors), "--json", "--similarity", *(str(folder / name) for name in SIMILARITY)]
        return json.loads(subprocess.run([*command, *more], check=True, capture_output=True).stdout)

    def similarity(answer):
        return {SIMILARITY[pathlib.Path(one["file"]).name]: one["score"] for one in answer["similarity"]}

    answer = ask(texts.benchmarks["all"], "--analogy", str(texts.benchmarks["all"] / ANALOGY))
    scores = similarity(answer) | {"analogies": answer["analogy"][0]["score"]}
    scores["mean"] = statistics.fmean(scores.values())
    try:
        scores["new words"] = statistics.fmean(similarity(ask(texts.benchmarks["new"])).values())
    except (subprocess.CalledProcessError, TypeError):  # it has no such word
        scores["new words"] = None
    return scores


def show(rows):
    columns = [*SIMILARITY.values(), "analogies", "mean", "new words"]
    print("| | CPU s | " + " | ".join(columns) + " |")
    print("|---" * (len(columns) + 2) + "|")
    for name, label in dict.fromkeys((row["name"], row["label"]) for row in rows):
        mine = [row for row in rows if (row["name"], row["label"]) == (name, label)]
        steps = [statistics.fmean(times) for times in zip(*(row["cpu"] for row in mine))]
        cells = [f"{steps[0]:,.0f}" + (f" + {sum(steps[1:]):,.0f}" if len(steps) > 1 else "")]
        for column in columns:
            values = [row["scores"][column] for row in mine if row["scores"].get(column) is not None]
            spread = f" ({statistics.stdev(values):.1f})" if len(values) > 1 else ""
            cells.append(f"{statistics.fmean(values):.1f}{spread}" if values else "")
        print(f"| {', '.join(filter(None, (name, label)))} | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", type=pathlib.Path)
    parser.add_argument("evaluation", type=pathlib.Path)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--only", nargs="*", choices=[f"{kind}-{parts}" for parts, kind in CHAINS],
                        default=[f"{kind}-{parts}" for parts, kind in CHAINS], help="chains")
    parser.add_argument("--options", type=shlex.split, default=[])
    parser.add_argument("--update-options", type=shlex.split, default=[])
    parser.add_argument("--gensim-options", type=shlex.split, default=[])
    parser.add_argument("--label", default="")
    parser.add_argument("--bsg", default="build/release/cli/bsg")
    parser.add_argument("--python", default="python3")
    parser.add_argument("--threads", type=int, default=0)
    given = parser.parse_args()
    done = load(given.results)
    with tempfile.TemporaryDirectory() as temporary:
        scratch = pathlib.Path(temporary)
        texts = Texts(given.text, given.evaluation, scratch)
        print(f"{len(texts.words)} words are known to all, {len(texts.new.intersection(texts.words))} of them new in the "
              f"second half; pairs scored: {texts.used['all']}, with a new word: {texts.used['new']}", flush=True)
        for seed in range(1, given.seeds + 1):
            for (parts, kind), names in CHAINS.items():
                known = {row["name"] for row in done if (row["label"], row["seed"]) == (given.label, seed)}
                if f"{kind}-{parts}" not in given.only or known.issuperset(names):
                    continue
                learner = Learner(given, texts, seed, scratch)
                for name, (cpu, vectors) in zip(names, getattr(learner, kind)(parts)):
                    scores = evaluate(given.bsg, vectors, texts)
                    done.append({"name": name, "label": given.label, "seed": seed, "cpu": cpu, "scores": scores})
                    with open(given.results, "a", encoding="utf-8") as out:
                        out.write(json.dumps(done[-1]) + "\n")
    show(done)


if __name__ == "__main__":
    main()
