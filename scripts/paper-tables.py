#!/usr/bin/env python3
"""Trains and evaluates instances of several methods and writes the paper's two tables; see paper-tables.sh, which builds
the program named by the environment variable BSG and calls this."""

import argparse
import gzip
import hashlib
import json
import os
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Method: title, and what it adds to section 5.2's values, which are the defaults of --recipe paper.
METHODS = {
    "sg": ("SG", ["--method", "skipgram"]),
    "bsg": ("BSG, to the letter", []),
    "bsg-corrected": ("BSG, corrected", ["--negative-mode", "expected", "--xi", "exact", "--exclude-positives", "no"]),
}

# File: title, and the paper's figures for SG and BSG (Table 1).
SIMILARITY = {
    "wordsim353.txt": ("WordSim353", 58.6, 61.1),
    "scws.txt": ("SCWS", 59.4, 59.3),
    "rare-words.txt": ("Rare Words", 51.2, 52.5),
    "men.txt": ("MEN", 60.9, 61.1),
    "simlex999.txt": ("SimLex999", 26.4, 27.3),
}
ANALOGY = "questions-words.txt"
# Group of the file: title, and the paper's figures for SG and BSG (Table 2).
GROUPS = {
    "capital-common-countries": ("Capital common countries", 59.5, 62.4),
    "capital-world": ("Capital world", 50.2, 53.2),
    "currency": ("Currency", 3.6, 7.1),
    "city-in-state": ("City in state", 17.9, 14.3),
    "family": ("Family", 63.3, 55.7),
    "gram1-adjective-to-adverb": ("Adjective to adverb", 15.2, 20.1),
    "gram2-opposite": ("Opposite", 6.7, 6.7),
    "gram3-comparative": ("Comparable", 43.0, 47.2),
    "gram4-superlative": ("Superlative", 48.1, 41.0),
    "gram5-present-participle": ("Present participle", 36.2, 39.0),
    "gram6-nationality-adjective": ("Nationality adjective", 82.3, 88.9),
    "gram7-past-tense": ("Past tense", 39.2, 43.7),
    "gram8-plural": ("Plural", 42.3, 46.9),
    "gram9-plural-verbs": ("Plural verbs", 29.1, 29.4),
}
PAPER_TOTAL = (42.5, 45.1)
SUREST = ("25", "50", "75", "100", "area")


def fail(message):
    sys.exit(f"paper-tables: {message}")


def size(text):
    """Bytes: 110000000 or 110M."""
    unit = {"k": 10**3, "M": 10**6, "G": 10**9}.get(text[-1:], 1)
    number = text[:-1] if unit > 1 else text
    if not number.isdigit() or int(number) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of bytes such as 110000000 or 110M")
    return int(number) * unit


def positive(text):
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1 up")
    return int(text)


def method_list(text):
    names = text.split(",")
    for name in names:
        if name not in METHODS:
            raise argparse.ArgumentTypeError(f"'{name}' is not one of {', '.join(METHODS)}")
    return names


def parse_arguments():
    parser = argparse.ArgumentParser(prog="paper-tables.sh", allow_abbrev=False)
    parser.add_argument("--evaluation", type=Path, required=True)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--instances", type=positive, default=10)
    parser.add_argument("--sample", type=size)
    parser.add_argument("--output", type=Path, default=ROOT / "build/paper-tables")
    parser.add_argument("--methods", type=method_list, default=list(METHODS))
    own = sys.argv[1:]
    given = []
    if "--" in own:
        own, given = own[: own.index("--")], own[own.index("--") + 1 :]
    arguments = parser.parse_args(own)
    arguments.options = given
    return arguments


def write_whole(path, text):
    """Aside and renamed: what is there is complete."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def check_benchmarks(folder):
    for name in (*SIMILARITY, ANALOGY):
        if not (folder / name).is_file():
            fail(f"'{folder / name}' is missing: --evaluation names the folder with {', '.join(SIMILARITY)} and {ANALOGY}")


def dictionary_corpus(output):
    path = output / "dictionary.txt"
    if not path.exists():
        part = path.with_name("dictionary.part")
        subprocess.run([sys.executable, ROOT / "scripts/dictionary-corpus.py", "-o", part], check=True)
        part.replace(path)
    return path


def sample_of(corpus, length, output):
    """The first `length` bytes of the text, cut at a line's end."""
    path = output / f"sample-{length}.txt"
    if path.exists():
        return path
    part = path.with_suffix(".part")
    with open(corpus, "rb") as file:
        start = file.read(4)
    if start[:2] == b"\x1f\x8b":
        source, process = gzip.open(corpus, "rb"), None
    elif start == b"\x28\xb5\x2f\xfd":
        process = subprocess.Popen(["zstd", "-dcq", corpus], stdout=subprocess.PIPE)
        source = process.stdout
    else:
        source, process = open(corpus, "rb"), None
    with source, open(part, "wb") as target:
        text = source.read(length)
        target.write(text if len(text) < length else text[: text.rfind(b"\n") + 1] or text)
    if process:
        process.terminate()
        process.wait()
    part.replace(path)
    return path


def fingerprint(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check_configuration(arguments, corpus):
    """Instances of one folder share a corpus, benchmarks and options."""
    configuration = {
        "corpus": fingerprint(corpus),
        "benchmarks": {name: fingerprint(arguments.evaluation / name) for name in (*SIMILARITY, ANALOGY)},
        "options": arguments.options,
    }
    path = arguments.output / "configuration.json"
    if path.exists():
        for key, value in json.loads(path.read_text(encoding="utf-8")).items():
            if configuration[key] != value:
                fail(f"'{arguments.output}' holds instances with other {key}; choose another --output")
    write_whole(path, json.dumps(configuration, indent=2) + "\n")


def run(command):
    """Standard output of a program that succeeds. It ends with us."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        output, _ = process.communicate()
    except BaseException:
        process.send_signal(signal.SIGINT)
        process.wait()
        raise
    if process.returncode != 0:
        fail(f"this failed: {' '.join(map(str, command))}")
    return output


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def train_instance(bsg, corpus, method, seed, options, model):
    """Wall and CPU seconds."""
    wall, cpu = time.monotonic(), cpu_seconds()
    run([bsg, "train", corpus, "-o", model, "--recipe", "paper", *METHODS[method][1], "--seed", str(seed), "--quiet", *options])
    return {"wall_seconds": round(time.monotonic() - wall, 1), "cpu_seconds": round(cpu_seconds() - cpu, 1)}


def evaluate_instance(bsg, model, folder):
    files = [folder / name for name in SIMILARITY]
    return json.loads(run([bsg, "evaluate", model, "--similarity", *files, "--analogy", folder / ANALOGY, "--raw", "--json"]))


def make_instance(bsg, arguments, corpus, method, seed):
    """What instance `seed` of a method scores; made once."""
    path = arguments.output / f"{method}-{seed}.json"
    if path.exists():
        return json.loads(path.read_text(encoding="utf-8"))
    print(f"{METHODS[method][0]}, instance {seed} of {arguments.instances}", flush=True)
    model = arguments.output / "instance.bsg"
    instance = {"method": method, "seed": seed}
    instance |= train_instance(bsg, corpus, method, seed, arguments.options, model)
    evaluation = evaluate_instance(bsg, model, arguments.evaluation)
    instance["similarity"] = evaluation["similarity"]
    instance["analogy"], instance["analogy_raw"] = evaluation["analogy"]
    for result in (*instance["similarity"], instance["analogy"], instance["analogy_raw"]):
        result["file"] = Path(result["file"]).name
    write_whole(path, json.dumps(instance, indent=2) + "\n")
    model.unlink()
    return instance


def summary(values):
    """Mean and standard deviation of what is defined."""
    known = [value for value in values if value is not None]
    if not known:
        return None
    return {
        "mean": statistics.fmean(known),
        "deviation": statistics.stdev(known) if len(known) > 1 else None,
        "instances": len(known),
    }


def shown(value):
    if value is None:
        return "-"
    if value["deviation"] is None:
        return f"{value['mean']:.1f}"
    return f"{value['mean']:.1f} ± {value['deviation']:.1f}"


def emphasised(values):
    """Cells with the best mean in bold."""
    means = {round(v["mean"], 1) for v in values if v}
    best = max(means) if len(means) > 1 else None
    return [f"**{shown(v)}**" if v and round(v["mean"], 1) == best else shown(v) for v in values]


def row(cells):
    return "| " + " | ".join(cells) + " |"


def table(headings, rows):
    return "\n".join([row(headings), "|" + "---|" * len(headings), *map(row, rows)])


def summarise(instances):
    """All figures of the tables, by method."""
    result = {}
    for method, runs in instances.items():
        groups = {g: [group_score(r["analogy"], g) for r in runs] for g in GROUPS}
        result[method] = {
            "title": METHODS[method][0],
            "seconds": {key: summary([r[key] for r in runs]) for key in ("wall_seconds", "cpu_seconds")},
            "similarity": {r["file"]: summary([s["similarity"][k]["score"] for s in runs])
                           for k, r in enumerate(runs[0]["similarity"])},
            "groups": {g: summary(scores) for g, scores in groups.items()},
            "total": summary([r["analogy"]["score"] for r in runs]),
            "total_raw": summary([r["analogy_raw"]["score"] for r in runs]),
            "coverage": {by: coverage_summary(runs, by) for by in ("order_probability", "cosine")},
        }
    return result


def group_score(analogy, name):
    return next((group["score"] for group in analogy["groups"] if group["name"] == name), None)


def coverage_summary(runs, by):
    curves = [run["analogy"]["coverage"][by] for run in runs]
    if None in curves:
        return None
    return {at: summary([curve[at] for curve in curves]) for at in SUREST}


def similarity_table(results):
    rows = [["paper: SG", *(f"{sg:.1f}" for _, sg, _ in SIMILARITY.values())],
            ["paper: BSG", *(f"{bsg:.1f}" for _, _, bsg in SIMILARITY.values())]]
    columns = [emphasised([result["similarity"][file] for result in results.values()]) for file in SIMILARITY]
    for index, result in enumerate(results.values()):
        rows.append([result["title"], *(column[index] for column in columns)])
    return table(["Method", *(title for title, _, _ in SIMILARITY.values())], rows)


def analogy_table(results):
    def line(title, sg, bsg, values):
        return [title, sg, bsg, *emphasised(values)]

    rows = [line(title, f"{sg:.1f}", f"{bsg:.1f}", [result["groups"][group] for result in results.values()])
            for group, (title, sg, bsg) in GROUPS.items()]
    rows.append(line("**Total**", "", "", [result["total"] for result in results.values()]))
    rows.append(line("**Total**, means as they are", *(f"{total:.1f}" for total in PAPER_TOTAL),
                     [result["total_raw"] for result in results.values()]))
    return table(["Questions group name", "paper: SG", "paper: BSG", *(r["title"] for r in results.values())], rows)


def coverage_table(results):
    rows = []
    for result in results.values():
        for by, curve in result["coverage"].items():
            if curve:
                rows.append([f"{result['title']}, surest by {by.replace('_', ' ')}", *(shown(curve[at]) for at in SUREST)])
    return table(["Right among the surest", "25 %", "50 %", "75 %", "all", "area"], rows)


def cost_table(results):
    rows = [[result["title"], *(shown(result["seconds"][key]) for key in ("wall_seconds", "cpu_seconds"))]
            for result in results.values()]
    return table(["Training, seconds", "wall", "CPU"], rows)


def covered(instance):
    sets = [f"{title} {result['used']}" for (title, _, _), result in zip(SIMILARITY.values(), instance["similarity"])]
    return f"Covered pairs: {', '.join(sets)}; questions: {instance['analogy']['used']}."


def markdown(results, instances):
    one = next(iter(instances.values()))[0]
    counts = ", ".join(f"{len(runs)} of {METHODS[method][0]}" for method, runs in instances.items())
    return "\n\n".join([
        f"Mean and standard deviation over instances with different seeds: {counts}. {covered(one)}",
        "Table 1: Spearman's rank correlation × 100 on word similarity", similarity_table(results),
        "Table 2: per cent right on word analogies (unit-length means; the paper has them as they are)", analogy_table(results),
        "Per cent right when the least sure answers are withheld", coverage_table(results),
        cost_table(results),
    ]) + "\n"


def main():
    arguments = parse_arguments()
    bsg = os.environ.get("BSG", "bsg")
    if not shutil.which(bsg):
        fail(f"there is no program '{bsg}': call paper-tables.sh, which builds it")
    check_benchmarks(arguments.evaluation)
    arguments.output.mkdir(parents=True, exist_ok=True)
    corpus = arguments.corpus or dictionary_corpus(arguments.output)
    if not corpus.is_file():
        fail(f"there is no corpus '{corpus}'")
    if arguments.sample:
        corpus = sample_of(corpus, arguments.sample, arguments.output)
    check_configuration(arguments, corpus)

    instances = {method: [] for method in arguments.methods}
    for seed in range(1, arguments.instances + 1):
        for method, runs in instances.items():
            runs.append(make_instance(bsg, arguments, corpus, method, seed))
    results = summarise(instances)
    write_whole(arguments.output / "tables.json", json.dumps(results, indent=2) + "\n")
    write_whole(arguments.output / "tables.md", markdown(results, instances))
    print(f"wrote {arguments.output}/tables.md and {arguments.output}/tables.json")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("paper-tables: stopped; the same command goes on from here")
