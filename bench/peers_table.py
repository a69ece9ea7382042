#!/usr/bin/env python3
"""Turns the figures that peers.sh collects into a table.

    peers_table.py FIGURES

FIGURES has one JSON object a line: name, wall and cpu in seconds, memory in MB and, where there are benchmarks,
scores by name. Prints a Markdown table of means (standard deviation in brackets) over the repeats of each
name, and the wall and CPU time of each as a ratio to every peer's.
"""

import json
import statistics
import sys

PEERS = ("fastText", "gensim")


def read(path):
    runs = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            run = json.loads(line)
            runs.setdefault(run["name"], []).append(run)
    return runs


def mean(values):
    spread = f" ({statistics.stdev(values):.1f})" if len(values) > 1 else ""
    return f"{statistics.mean(values):.1f}{spread}"


def print_table(runs):
    benchmarks = list(next(iter(runs.values()))[0].get("scores", {}))
    print("| | repeats | wall s | CPU s | memory MB |" + "".join(f" {name} |" for name in benchmarks))
    print("|---|---|---|---|---|" + "---|" * len(benchmarks))
    for name, repeats in runs.items():
        cells = [name, str(len(repeats))]
        cells += [mean([run[field] for run in repeats]) for field in ("wall", "cpu", "memory")]
        cells += [mean([run["scores"][benchmark]["score"] for run in repeats]) for benchmark in benchmarks]
        print("| " + " | ".join(cells) + " |")


def print_ratios(runs):
    total = {name: {field: statistics.mean(run[field] for run in repeats) for field in ("wall", "cpu")}
             for name, repeats in runs.items()}
    for peer in PEERS:
        for name in total:
            if peer in total and name not in PEERS:
                wall, cpu = (total[name][field] / total[peer][field] for field in ("wall", "cpu"))
                print(f"{name} / {peer}: wall 1/{1 / wall:.1f}, CPU 1/{1 / cpu:.1f}")


def main():
    runs = read(sys.argv[1])
    print_table(runs)
    print()
    print_ratios(runs)


if __name__ == "__main__":
    main()
