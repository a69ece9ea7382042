"""Trainings with checkpoints: a text whose precisions are of some size, and how to start, stop and resume."""

import os
import random
import re
import subprocess
import time

from conftest import BSG, bsg, succeed, write_lines

WORDS = 1500
# Precisions of 2.8 MB a side from iteration 4 on; without them a checkpoint has 1.1 MB.
OPTIONS = ["--dimension", "30", "--iterations", "14", "--burn-in", "3", "--subsample", "1", "--window", "2",
           "--threads", "2"]


def make_text(path):
    generator = random.Random(3)
    words = [f"w{number}" for number in range(WORDS)] * 8
    generator.shuffle(words)
    return write_lines(path, [words[start:start + 10] for start in range(0, len(words), 10)])


def tight_memory(text, output, *options):
    """The least --memory that is not refused, in bytes: with it precisions and the text lie in files."""
    run = bsg("train", text, "-o", output, *options, "--quiet", "--memory", "1M")
    found = re.search(r"training needs ([\d.]+) MB of memory", run.stderr.decode())
    return int(float(found.group(1)) * 1e6) + 100_000


def start(*arguments, **keywords):
    return subprocess.Popen([BSG, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, **keywords)


def states(folder):
    """Iterations whose checkpoints are in the folder."""
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted(int(name.split("-")[1].split(".")[0]) for name in names if name.endswith(".checkpoint"))


def wait_for_state(process, folder, iteration):
    """Until a checkpoint of this iteration or a later one is there."""
    end = time.monotonic() + 120
    while process.poll() is None and not any(state >= iteration for state in states(folder)):
        assert time.monotonic() < end
        time.sleep(0.001)
    assert process.poll() is None, process.stderr.read()


def last_line(process):
    """What a process says at its end, with its exit code."""
    errors = process.communicate(timeout=300)[1].decode()
    return errors.splitlines()[-1], process.returncode


def run_command(message):
    """Runs what a message gives behind 'to resume…: ', as a person would copy it into a shell."""
    command = re.search(r"to resume[^:]*: (bsg train --resume .*)$", message).group(1)
    path = f"{os.path.dirname(os.path.abspath(BSG))}:{os.environ['PATH']}"
    run = subprocess.run(["sh", "-c", command], env={**os.environ, "PATH": path}, stdin=subprocess.DEVNULL,
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=300)
    assert run.returncode == 0, run.stderr


def uninterrupted(text, output, *options):
    succeed("train", text, "-o", output, *options, "--quiet")
    return output.read_bytes()
