"""bsg --help, --version, options: what people and scripts rely on."""

import re

import pytest
from conftest import succeed

COMMANDS = ("train", "info", "neighbors", "similarity", "analogy", "split", "evaluate", "export", "options")

TRAINING_OPTIONS = (
    "--dimension --iterations --window --vocabulary-size --min-count --subsample --negatives "
    "--negative-mode --negative-groups --exclude-positives --xi --prior-precision --context-prior-precision --learn-prior --gauge --burn-in "
    "--decay --tolerance --seed --threads --sets --tokenizer --recipe --method --learning-rate --output --quiet --save-vocabulary --vocabulary"
).split()

DEFAULTS = {
    "dimension": "100", "iterations": "20", "window": "4", "vocabulary-size": "30000", "negatives": "3",
    "burn-in": "5", "decay": "0.7", "prior-precision": "10", "tolerance": "0", "min-count": "1",
    "tokenizer": "whitespace", "recipe": "standard", "xi": "exact", "exclude-positives": "no", "sets": "no",
    "negative-mode": "expected", "negative-groups": "64", "context-prior-precision": "1", "subsample": "3e-05", "learn-prior": "no", "gauge": "0.6", "subwords": "3-6", "method": "bsg",
    "learning-rate": "0.025",
}


def test_version():
    assert re.fullmatch(r"bsg \d+\.\d+\.\d+ \(.+\)\n", succeed("--version").stdout.decode())


@pytest.mark.parametrize("flag", ["--help", "-h", "help"])
def test_help_lists_the_commands(flag):
    text = succeed(flag).stdout.decode()
    for command in COMMANDS:
        assert re.search(rf"^  {command} ", text, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(command):
    run = succeed(command, "--help")
    text = run.stdout.decode()
    assert run.stderr == b""
    assert f"Usage: bsg {command}" in text
    assert "Example" in text and text.rstrip().splitlines()[-1].startswith(f"  bsg {command}")
    assert all(len(line) <= 100 for line in text.splitlines())


def test_help_of_train_has_every_option_with_its_default():
    text = " ".join(succeed("train", "--help").stdout.decode().split())
    for option in TRAINING_OPTIONS:
        assert re.search(rf"(^|[ ,]){option}[ ,]", text), option
    for name in ("dimension", "window", "decay", "tokenizer"):
        assert re.search(rf"--{name} .*?default {re.escape(DEFAULTS[name])}\]", text)


def test_a_flag_shows_no_range():
    assert "yes or no" not in re.search(r"  --sets .*?\n\n", succeed("train", "--help").stdout.decode(), re.DOTALL)[0]
    (row,) = [line for line in succeed("options").stdout.decode().splitlines() if line.startswith("| `--sets`")]
    assert "| flag | no |  |" in row


def test_help_of_train_says_what_the_same_bytes_depend_on():
    text = " ".join(succeed("train", "--help").stdout.decode().split())
    assert "on any number of threads, within one instruction set" in text


def test_option_reference():
    text = succeed("options").stdout.decode()
    rows = {}
    training, updates = text.split("\n# Options of updates\n")
    assert "| `--forget` | NUMBER | 0 |" in updates and "--forget" not in training
    assert "| `--iterations` | INTEGER | a quarter of the model's |" in updates
    for line in training.splitlines():
        if line.startswith("| `--"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            assert len(cells) == 5
            assert [bool(cell) for cell in cells] == [True, True, cells[1] not in ("FOLDER", "COLUMN"), cells[1] != "flag", True]
            rows[cells[0].strip("`").removeprefix("--")] = cells
    for name, value in DEFAULTS.items():
        assert rows[name][2] == value


def test_every_help_ends_with_a_line_end():
    for command in ("train", "update", "infer", "compare", "info", "neighbors", "similarity", "analogy", "export", "options"):
        assert succeed(command, "--help").stdout.endswith(b"\n"), command
