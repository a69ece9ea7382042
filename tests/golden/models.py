#!/usr/bin/python3
"""Small models that must stay the same to the byte: both methods, both negative modes, all recipes, checkpoints.

    models.py BSG                    trains them and compares with the checksums in models.json: exit code 0 if all
                                     agree, 1 if not, 77 if there are none for this machine's instruction set
    models.py BSG --against OTHER    compares with what another build of the program trains, to the byte; also lets
                                     BSG resume from OTHER's checkpoint, where the two have the same version
    models.py BSG --write            adds this instruction set to models.json, or writes its checksums anew

What a model file has of one program alone (the version of its format, tensors in ADDED, BOUND, options) is left out.
"""

import argparse
import hashlib
import json
import pathlib
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile

FILE = pathlib.Path(__file__).resolve().with_name("models.json")
# Tensors that files of older programs do not have, and what their records do not have. The bound changes nothing.
ADDED = {"target.axes", "context.axes"}
BOUND = re.compile(r',"bound":[^,}]*')

TEXT, BASKETS = "text.txt", "baskets.txt"
SMALL = ["--dimension", "12", "--iterations", "6", "--burn-in", "2", "--subsample", "1e-2"]
WHOLE = ["--subwords", "no", "--gauge", "0.4"]
PAPER = ["--recipe", "paper", *SMALL]
# All that programs without this option do.
WHOLE_PAIRS = ["--basket-weight", "pairs"]
CASES = {
    "standard": [TEXT, *SMALL, *WHOLE],
    "standard at its own rho": [TEXT, "--dimension", "12", "--iterations", "3", *WHOLE],
    "as trained": [TEXT, *SMALL, "--subwords", "no", "--gauge", "0"],
    "positives excluded": [TEXT, *SMALL, *WHOLE, "--exclude-positives", "yes"],
    "one group": [TEXT, *SMALL, *WHOLE, "--negative-groups", "1"],
    "one group, positives excluded": [TEXT, *SMALL, *WHOLE, "--negative-groups", "1", "--exclude-positives", "yes"],
    "expected negatives with all in burn-in": [TEXT, *SMALL, *WHOLE, "--subsample", "2e-4", "--burn-in", "10"],
    "expected negatives with the paper's xi": [TEXT, *SMALL, *WHOLE, "--xi", "paper"],
    "learned priors": [TEXT, *SMALL, *WHOLE, "--learn-prior"],
    "stopped by its tolerance": [TEXT, *SMALL, *WHOLE, "--iterations", "12", "--tolerance", "6000"],
    "within a small memory": [TEXT, *SMALL, *WHOLE, "--dimension", "40", "--threads", "2", "--memory", "50M"],
    "spelling": [TEXT, *SMALL],
    "spelling, lengths": [TEXT, *SMALL, "--subwords", "2-3"],
    "spelling, within a small memory": [TEXT, *SMALL, "--dimension", "40", "--threads", "2", "--memory", "50M"],
    "paper": [TEXT, *PAPER],
    "paper with all in burn-in": [TEXT, *PAPER, "--burn-in", "10"],
    "drawn negatives in other axes": [TEXT, *PAPER, "--gauge", "0.5", "--negatives", "3"],
    "drawn negatives among all words": [TEXT, *PAPER, "--exclude-positives", "no", "--xi", "exact"],
    "baskets": [BASKETS, "--sets", *SMALL, "--subsample", "1", "--gauge", "0.4", *WHOLE_PAIRS],
    "baskets by items": [BASKETS, "--sets", *SMALL, "--subsample", "1", "--gauge", "0.4"],
    "baskets by items, paper": [BASKETS, "--sets", *PAPER, "--subsample", "0.1", "--basket-weight", "items"],
    "users": [BASKETS, "--users", "--dimension", "12", "--iterations", "6"],
    "baskets, paper": [BASKETS, "--sets", *PAPER, "--subsample", "0.1"],
    "skip-gram": [TEXT, "--method", "skipgram", "--threads", "1", "--dimension", "12", "--iterations", "3",
                  "--subsample", "1e-2"],
}


def write_texts(folder):
    """Words in groups that share their neighbours, so that there is something to learn; low ids are frequent."""
    source = random.Random(20260101)
    words = [f"w{k}" for k in range(600)]
    weights = [1 / (1 + k) for k in range(600)]
    with open(folder / TEXT, "w", encoding="utf-8") as text:
        for _ in range(2500):
            group = source.randrange(6)
            drawn = source.choices(range(600), weights, k=source.randrange(2, 18))
            text.write(" ".join(words[k - k % 6 + group if source.random() < 0.7 else k] for k in drawn) + "\n")
    with open(folder / BASKETS, "w", encoding="utf-8") as baskets:
        for _ in range(800):
            baskets.write(" ".join(f"item{k}" for k in source.choices(range(90), weights[:90], k=source.randrange(1, 9))) + "\n")


def content(path):
    """What must stay: options and records of a model file, and its tensors' bytes."""
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8:8 + length])
    metadata = header.pop("__metadata__")
    kept = {key: value for key, value in metadata.items() if key.startswith("option.") or key == "iterations"}
    kept["iterations"] = BOUND.sub("", kept["iterations"])
    for name, entry in header.items():
        if name not in ADDED:
            begin, end = entry["data_offsets"]
            kept["tensor." + name] = (entry["dtype"], entry["shape"], data[8 + length + begin:8 + length + end])
    return kept, metadata


def summary(kept, metadata):
    """Checksums of the tensors and of the records. Options are left out: a new one changes no model."""
    tensors = {key: metadata["checksum." + key.removeprefix("tensor.")] for key in kept if key.startswith("tensor.")}
    return {"iterations": hashlib.sha256(kept["iterations"].encode()).hexdigest()[:16], **tensors}


def train(bsg, folder, name, arguments):
    model = folder / f"{name}.bsg".replace(" ", "-")
    subprocess.run([bsg, "train", *arguments, "-o", model, "--quiet"], cwd=folder, check=True)
    return model


def interrupted(bsg, folder, kept):
    """Trains with checkpoints and asks it to stop after the third of many iterations; the folder has its state then."""
    command = [bsg, "train", TEXT, *SMALL, "--iterations", "40", "--checkpoint", kept, "-o", folder / "resumed.bsg"]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        for line in process.stderr:
            if re.search(r"\b3/40\b", line):
                process.send_signal(signal.SIGTERM)
    return sorted(path.name for path in kept.glob("*.checkpoint"))


def compare_checkpoints(bsg, other, folder):
    """What BSG makes of a training that OTHER began, beside what OTHER makes of it from the start."""
    states = interrupted(other, folder, folder / "kept")
    if not states:
        return ["the other program left no checkpoint"]
    print(f"resuming from the other program's {states[0]}")
    subprocess.run([bsg, "train", "--resume", folder / "kept", "--quiet"], cwd=folder, check=True)
    whole = train(other, folder, "whole", [TEXT, *SMALL, "--iterations", "40"])
    return [] if content(folder / "resumed.bsg")[0] == content(whole)[0] else ["resumed from the other's checkpoint"]


def for_program(program, arguments):
    """The arguments as the program takes them; None if it lacks an option that makes a difference."""
    known = subprocess.run([program, "options"], capture_output=True, text=True, check=True).stdout
    if WHOLE_PAIRS[0] not in known and arguments[-2:] == WHOLE_PAIRS:
        arguments = arguments[:-2]
    lacks = any(one.startswith("--") and one not in known for one in arguments)
    return None if lacks else arguments


def differences_against(bsg, other):
    found = []
    with tempfile.TemporaryDirectory() as name:
        folders = [pathlib.Path(name) / side for side in ("one", "other")]
        for folder in folders:
            folder.mkdir()
            write_texts(folder)
        for case, arguments in CASES.items():
            others = for_program(other, arguments)
            if others is None:
                print(f"left out: {case}, which the other program has no options for")
                continue
            one, two = (content(train(program, folder, case, given))[0]
                        for program, folder, given in zip((bsg, other), folders, (arguments, others)))
            keys = {key for key in one.keys() | two.keys() if not key.startswith("option.") or key in one.keys() & two.keys()}
            found += [f"{case}: {key}" for key in sorted(keys) if one.get(key) != two.get(key)]
        found += compare_checkpoints(bsg, other, folders[0])
    return found


def instruction_set(bsg):
    return re.search(r"\((.+)\)", subprocess.run([bsg, "--version"], capture_output=True, text=True, check=True).stdout)[1]


def summaries(bsg):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_texts(folder)
        return {case: summary(*content(train(bsg, folder, case, arguments))) for case, arguments in CASES.items()}


def differences_from_file(bsg, known):
    found = []
    for case, values in summaries(bsg).items():
        expected = known.get(case, {})
        found += [f"{case}: {key}" for key in sorted(values.keys() | expected.keys())
                  if values.get(key) != expected.get(key)]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bsg", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--against", metavar="OTHER", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    known = json.loads(FILE.read_text()) if FILE.exists() else {}
    target = instruction_set(given.bsg)
    if given.write:
        known[target] = summaries(given.bsg)
        FILE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")
        return 0
    if given.against:
        found = differences_against(given.bsg, given.against)
    elif target in known:
        found = differences_from_file(given.bsg, known[target])
    else:
        print(f"no checksums for {target}; models.json has {', '.join(known)}", file=sys.stderr)
        return 77
    for line in found:
        print(f"differs: {line}")
    print(f"{len(CASES)} models compared, {len(found)} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
