#!/usr/bin/env python3
"""How time and memory of `bsg train` grow with the text, the dimension and the vocabulary.

    growth.py TEXT FIGURES.json PLOT.svg [--bsg PROGRAM] [--threads T] [--only text|dimension|vocabulary]

TEXT should have 66 million words or more: its beginnings are the smaller texts. Each point is one training with
expected negatives and as many as ITERATIONS iterations, the last ones blending; CPU seconds of an
iteration are those of the whole run, less those of a run of one iteration, over the iterations more. FIGURES keeps
the points: those it has already are not measured again. Prints a Markdown table of each series. Needs matplotlib.
"""

import argparse
import itertools
import json
import os
import pathlib
import subprocess
import tempfile

ITERATIONS = 3
MILLION = 1_000_000
BASE = {"words": 16 * MILLION, "dimension": 40, "vocabulary": 30_000}
SERIES = {
    "text": [{**BASE, "words": n * MILLION} for n in (4, 16, 66)],
    "dimension": [{**BASE, "dimension": m} for m in (20, 40, 100, 300)],
    "vocabulary": [{**BASE, "words": 66 * MILLION, "vocabulary": l} for l in (10_000, 30_000, 100_000, 400_000)],
}
FIELD = {"text": "words", "dimension": "dimension", "vocabulary": "vocabulary"}
LABEL = {"text": "words of text", "dimension": "dimension m", "vocabulary": "vocabulary l"}


def beginning(text, words, folder):
    """The lines of the text up to so many words, as a file; the whole text if it has no more."""
    path = pathlib.Path(folder) / f"{words}.txt"
    if path.exists():
        return path
    left = words
    with open(text, "rb") as source, open(path, "wb") as target:
        for line in source:
            left -= len(line.split())
            target.write(line)
            if left <= 0:
                break
    return path


def train(program, text, point, iterations, threads, folder):
    """CPU seconds and peak resident megabytes of one training."""
    model = pathlib.Path(folder) / "model.bsg"
    command = [program, "train", str(text), "-o", str(model), "--quiet", "--threads", str(threads), "--recipe", "paper",
               "--dimension", str(point["dimension"]), "--vocabulary-size", str(point["vocabulary"]),
               "--negative-mode", "expected", "--xi", "exact", "--exclude-positives", "no",
               "--iterations", str(iterations), "--burn-in", "1"]
    child = subprocess.Popen(command)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise SystemExit(f"{' '.join(command)} ended with {child.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(options, point, folder):
    text = beginning(options.text, point["words"], folder)
    one, _ = train(options.bsg, text, point, 1, options.threads, folder)
    all_of_them, memory = train(options.bsg, text, point, ITERATIONS, options.threads, folder)
    return {**point, "cpu": all_of_them, "iteration": (all_of_them - one) / (ITERATIONS - 1), "memory": memory}


def load(path):
    return json.loads(path.read_text()) if path.exists() else []


def find(points, wanted):
    return next((p for p in points if all(p[key] == wanted[key] for key in wanted)), None)


def print_series(name, points):
    print(f"| {LABEL[name]} | CPU s of an iteration | peak memory MB |\n|---|---|---|")
    for p in points:
        print(f"| {p[FIELD[name]]:,} | {p['iteration']:.2f} | {p['memory']:,.0f} |")
    print()


def short(number):
    """Three digits: 9.03, 726, 10.7k, 66M."""
    for unit, name in ((MILLION, "M"), (1000, "k")):
        if number >= unit:
            return f"{number / unit:.3g}{name}"
    return f"{number:.3g}"


def plot(series, path):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    pyplot.rcParams["svg.hashsalt"] = "bsg"
    figure, axes = pyplot.subplots(2, len(series), figsize=(10, 5.5), sharex="col", squeeze=False)
    for column, (name, points) in enumerate(series.items()):
        xs = [p[FIELD[name]] for p in points]
        for row, (field, label) in enumerate([("iteration", "CPU s of an iteration"), ("memory", "peak memory, MB")]):
            axis = axes[row][column]
            ys = [p[field] for p in points]
            axis.loglog(xs, ys, "o-")
            axis.minorticks_off()
            axis.set_xticks(xs, [short(x) for x in xs])
            axis.set_yticks(ys, [short(y) for y in ys])
            axis.grid(True, alpha=0.3)
            if column == 0:
                axis.set_ylabel(label)
            if row == 1:
                axis.set_xlabel(LABEL[name])
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("text")
    parser.add_argument("figures", type=pathlib.Path)
    parser.add_argument("plot", type=pathlib.Path)
    parser.add_argument("--bsg", default="build/release/cli/bsg")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--only", choices=SERIES)
    options = parser.parse_args()

    points = load(options.figures)
    with tempfile.TemporaryDirectory(dir=options.figures.parent) as folder:
        names = [options.only] if options.only else list(SERIES)
        for wanted in itertools.chain.from_iterable(SERIES[name] for name in names):
            if find(points, wanted) is None:
                points.append(measure(options, wanted, folder))
                options.figures.write_text(json.dumps(points, indent=1) + "\n")
    series = {name: [find(points, wanted) for wanted in SERIES[name]] for name in names}
    for name, found in series.items():
        print_series(name, found)
    plot(series, options.plot)


if __name__ == "__main__":
    main()
