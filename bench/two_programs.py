#!/usr/bin/env python3
"""Two builds of the program on one text, in turns: two_programs.py BSG OTHER TEXT [--turns N] [-- OPTION…]

For every turn, CPU seconds of each program's whole training and seconds on the clock of its half-updates (stages `targets` and
`contexts`, as its report has them), and BSG's by OTHER's. The last line has the medians of these ratios, and the
ratios of the shortest turns, which suffer least from what else the machine does.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile


def train(program, text, options, folder):
    """(CPU seconds of the training, seconds of its half-updates)."""
    command = [program, "train", text, "-o", os.path.join(folder, "model.bsg"), *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        report = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(report)
    stages = re.search(r"^ *stages .*$", report, re.MULTILINE)[0]
    half_updates = sum(float(seconds) for seconds in re.findall(r"(?:targets|contexts) ([\d.]+) s", stages))
    return usage.ru_utime + usage.ru_stime, half_updates


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bsg")
    parser.add_argument("other")
    parser.add_argument("text")
    parser.add_argument("--turns", type=int, default=7)
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    given, options = parser.parse_args(sys.argv[1:split]), sys.argv[split + 1:]
    ours, others = [], []
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(given.turns):
            pair = [(given.bsg, ours), (given.other, others)]
            for program, results in pair if turn % 2 == 0 else reversed(pair):
                results.append(train(program, given.text, options, folder))
            (all_ours, half_ours), (all_others, half_others) = ours[-1], others[-1]
            print(f"turn {turn + 1}: training {all_ours:.2f} by {all_others:.2f} s = {all_ours / all_others:.3f}, "
                  f"half-updates {half_ours:.2f} by {half_others:.2f} s = {half_ours / half_others:.3f}", flush=True)
    for k, name in enumerate(("training", "half-updates")):
        median = statistics.median(one[k] / two[k] for one, two in zip(ours, others))
        shortest = min(one[k] for one in ours) / min(two[k] for two in others)
        print(f"{name}: median ratio {median:.3f}, shortest by shortest {shortest:.3f}")


if __name__ == "__main__":
    main()
