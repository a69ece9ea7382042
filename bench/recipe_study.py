#!/usr/bin/env python3
"""What each option of training does to quality and cost: a study to choose a recipe by.

    recipe_study.py TEXT EVALUATION_FOLDER RESULTS.jsonl [--half odd|even] [--seeds 3] [--only NAME…] [--base "OPTIONS"]
                    [--bsg PROGRAM] [--threads T] [--options "COMMON OPTIONS"]

Trains every variant of VARIANTS with several seeds and scores it on the odd or the even lines of each benchmark
(lines that head a file or a group are in both halves), so that a recipe can be chosen on one half and reported on the
other. A variant is a plain base, or the default recipe, with some options changed. RESULTS has one JSON object for
each training and representation: what is there is not made again, so that the study can be stopped and continued
(with the same program: another one's default recipe may be another).
Prints a Markdown table: means over the seeds, standard deviations in brackets, CPU seconds of training.
"""

import argparse
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import tempfile

BASE = ("--negative-mode expected --xi exact --exclude-positives no --negative-groups 1 --iterations 20 --burn-in 10 "
        "--decay 0.7 --dimension 40 --window 4 --negatives 1 --subsample 1e-5 --prior-precision 1 --gauge 0 --subwords no")
# The default recipe of whole words, in fewer dimensions (subword_study.py has subwords).
WHOLE = "--recipe standard --subwords no --gauge 0.4"
STANDARD = f"{WHOLE} --dimension 40"
VARIANTS = {
    "base": "",
    "paper": "--recipe paper",
    "xi paper": "--xi paper",
    "negatives sampled": "--negative-mode sampled",
    "positives excluded": "--exclude-positives yes",
    "N 3": "--negatives 3",
    "N 5": "--negatives 5",
    "N 10": "--negatives 10",
    "rho 3e-5": "--subsample 3e-5",
    "rho 1e-4": "--subsample 1e-4",
    "rho 1e-3": "--subsample 1e-3",
    "window 2": "--window 2",
    "window 6": "--window 6",
    "window 10": "--window 10",
    "K 10 kappa 4": "--iterations 10 --burn-in 4",
    "K 20 kappa 5": "--iterations 20 --burn-in 5",
    "K 40": "--iterations 40",
    "gamma 0.6": "--decay 0.6",
    "gamma 1": "--decay 1",
    "prior learned": "--learn-prior",
    "tau 0.3 of both": "--prior-precision 0.3 --context-prior-precision 0.3",
    "tau 3 of both": "--prior-precision 3 --context-prior-precision 3",
    "standard": STANDARD,
    "standard, gauge 0": f"{STANDARD} --gauge 0",
    "standard, gauge 0.25": f"{STANDARD} --gauge 0.25",
    "standard, gauge 0.5": f"{STANDARD} --gauge 0.5",
    "standard, gauge 0.75": f"{STANDARD} --gauge 0.75",
    "standard, gauge 1": f"{STANDARD} --gauge 1",
    "standard, tau 1": f"{STANDARD} --prior-precision 1",
    "standard, tau 30": f"{STANDARD} --prior-precision 30",
    "standard, tau 100": f"{STANDARD} --prior-precision 100",
    "standard, prior learned": f"{STANDARD} --learn-prior",
    "standard, N 1": f"{STANDARD} --negatives 1",
    "standard, N 5": f"{STANDARD} --negatives 5",
    "standard, rho 1e-5": f"{STANDARD} --subsample 1e-5",
    "standard, rho 1e-4": f"{STANDARD} --subsample 1e-4",
    "standard, window 6": f"{STANDARD} --window 6",
    "standard, groups 1": f"{STANDARD} --negative-groups 1",
    "standard, groups 16": f"{STANDARD} --negative-groups 16",
    "standard, groups 256": f"{STANDARD} --negative-groups 256",
    "standard, K 10 kappa 3": f"{STANDARD} --iterations 10 --burn-in 3",
    "standard, K 40": f"{STANDARD} --iterations 40",
    "standard, kappa 2": f"{STANDARD} --burn-in 2",
    "standard, kappa 10": f"{STANDARD} --burn-in 10",
    "standard, gamma 1": f"{STANDARD} --decay 1",
    "standard, m 100": f"{WHOLE} --dimension 100",
    "standard, m 200": f"{WHOLE} --dimension 200",
}
SIMILARITY = {
    "wordsim353.txt": "WordSim353",
    "scws.txt": "SCWS",
    "rare-words.txt": "Rare Words",
    "men.txt": "MEN",
    "simlex999.txt": "SimLex",
}
ANALOGY = "questions-words.txt"
REPRESENTATIONS = ("target", "sum", "concat")
# Variants that are scored in every representation; the others as targets.
EVERY_REPRESENTATION = ("base", "standard", "standard, gauge 0")
HEADERS = {"simlex999.txt": 1}


def write_half(source, target, half, header_lines):
    """The odd (first, third, …) or even lines after the header; group lines stay."""
    keep = 0 if half == "odd" else 1
    lines = source.read_bytes().splitlines(keepends=True)
    data = 0
    with open(target, "wb") as out:
        for number, line in enumerate(lines):
            if number < header_lines or line.startswith(b":"):
                out.write(line)
                continue
            if data % 2 == keep:
                out.write(line)
            data += 1


def train(program, options, text, seed, threads, model):
    command = [program, "train", str(text), "-o", str(model), "--quiet", "--seed", str(seed), "--threads", str(threads)]
    child = subprocess.Popen(command + options)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise SystemExit(f"{shlex.join(command + options)} ended with {child.returncode}")
    return usage.ru_utime + usage.ru_stime


def evaluate(program, model, representation, folder):
    command = [program, "evaluate", str(model), "--json", "--representation", representation, "--similarity",
               *(str(folder / name) for name in SIMILARITY), "--analogy", str(folder / ANALOGY)]
    result = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    scores = {SIMILARITY[pathlib.Path(one["file"]).name]: one["score"] for one in result["similarity"]}
    scores["analogies"] = result["analogy"][0]["score"]
    return scores


def merged(*parts):
    """Options of all parts, later ones in place of earlier ones of the same name. A recipe comes first and alone.

    Groups are of expected negatives: with drawn ones the program refuses them."""
    options = {}
    for part in parts:
        words = shlex.split(part)
        if "--recipe" in words:
            options.clear()
        while words:
            name = words.pop(0)
            options[name] = words.pop(0) if words and not words[0].startswith("--") else None
    if options.get("--negative-mode") == "sampled":
        options.pop("--negative-groups", None)
    return [word for name, value in options.items() for word in ([name] if value is None else [name, value])]


def representations_of(name):
    return REPRESENTATIONS if name in EVERY_REPRESENTATION else REPRESENTATIONS[:1]


def load(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def run(options, results, halves):
    done = {(one["text"], one["options"], one["seed"], one["representation"], one["half"]) for one in results}
    for name in options.only or VARIANTS:
        given = merged(options.base, VARIANTS[name], options.options)
        for seed in range(1, options.seeds + 1):
            key = shlex.join(given)
            wanted = [r for r in representations_of(name) if (options.text.name, key, seed, r, options.half) not in done]
            if not wanted:
                continue
            model = halves / "model.bsg"
            cpu = train(options.bsg, given, options.text, seed, options.threads, model)
            for representation in wanted:
                one = {"name": name, "text": options.text.name, "options": key, "seed": seed, "representation": representation,
                       "half": options.half, "cpu": cpu,
                       "scores": evaluate(options.bsg, model, representation, halves)}
                results.append(one)
                with open(options.results, "a", encoding="utf-8") as out:
                    out.write(json.dumps(one) + "\n")


def cell(values):
    spread = f" ({statistics.stdev(values):.1f})" if len(values) > 1 else ""
    return f"{statistics.mean(values):.1f}{spread}"


def print_table(options, results):
    names = [*SIMILARITY.values(), "analogies"]
    print("| | representation | CPU s | " + " | ".join(names) + " | mean |")
    print("|---" * (len(names) + 4) + "|")
    for name in options.only or VARIANTS:
        for representation in representations_of(name):
            given = shlex.join(merged(options.base, VARIANTS[name], options.options))
            wanted = {"text": options.text.name, "options": given, "half": options.half, "representation": representation}
            runs = [one for one in results if wanted.items() <= one.items()]
            if not runs:
                continue
            cells = [cell([one["scores"][benchmark] for one in runs]) for benchmark in names]
            means = [statistics.mean(one["scores"].values()) for one in runs]
            cpu = statistics.mean(one["cpu"] for one in runs)
            print(f"| {name} | {representation} | {cpu:.0f} | " + " | ".join(cells) + f" | {cell(means)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("text", type=pathlib.Path)
    parser.add_argument("evaluation", type=pathlib.Path)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--half", choices=("odd", "even"), default="odd")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--only", nargs="*", choices=list(VARIANTS))
    parser.add_argument("--base", default=BASE)
    parser.add_argument("--options", default="", help="options of every training, such as --tokenizer words")
    parser.add_argument("--bsg", default="build/release/cli/bsg")
    parser.add_argument("--threads", type=int, default=0)
    options = parser.parse_args()

    results = load(options.results)
    with tempfile.TemporaryDirectory() as folder:
        halves = pathlib.Path(folder)
        for name in [*SIMILARITY, ANALOGY]:
            write_half(options.evaluation / name, halves / name, options.half, HEADERS.get(name, 0))
        run(options, results, halves)
    print_table(options, results)


if __name__ == "__main__":
    main()
