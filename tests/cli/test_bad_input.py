"""Bad input gets one clear line and exit code 2, and nothing is lost."""

import gzip
import os
import subprocess

import pytest
from conftest import BSG, SMALL, refused, succeed, write_lines

not_root = pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")


@pytest.fixture
def output(tmp_path):
    """Where a model lies already, that a failure must leave alone."""
    path = tmp_path / "model.bsg"
    path.write_bytes(b"previous")
    yield path
    assert path.read_bytes() == b"previous"
    assert sorted(p.name for p in tmp_path.iterdir() if p.name.startswith("model.bsg")) == ["model.bsg"]
    assert [p for p in tmp_path.iterdir() if "tmp" in p.name or p.name.startswith(".")] == []


def refused_training(*arguments, **keywords):
    return refused("train", *arguments, *SMALL, "--quiet", **keywords)


def refused_from(file, *arguments):
    """The same with a file as standard input."""
    run = subprocess.run([BSG, *map(str, arguments)], stdin=file, capture_output=True, timeout=300)
    message = run.stderr.decode()
    assert run.returncode == 2 and run.stdout == b"" and message.count("\n") == 1, message
    return message


def test_missing_text(output, tmp_path):
    message = refused_training(tmp_path / "absent.txt", "-o", output)
    assert "absent.txt" in message


def test_missing_second_text(corpus, output, tmp_path):
    assert "absent.txt" in refused_training(corpus, tmp_path / "absent.txt", "-o", output)


@not_root
def test_unreadable_text(output, tmp_path):
    text = write_lines(tmp_path / "secret.txt", [["a", "b"]])
    text.chmod(0)
    assert "secret.txt" in refused_training(text, "-o", output)


def test_folder_as_text(output, tmp_path):
    (tmp_path / "folder").mkdir()
    assert "folder" in refused_training(tmp_path / "folder", "-o", output)


@pytest.mark.parametrize("content", [b"", b"\n\n  \n\t\n"])
def test_text_without_a_word(content, output, tmp_path):
    (tmp_path / "empty.txt").write_bytes(content)
    refused_training(tmp_path / "empty.txt", "-o", output)


def test_empty_standard_input(output):
    refused_training("-", "-o", output, stdin=b"")


def test_fewer_than_two_words(output, tmp_path):
    refused_training(write_lines(tmp_path / "t.txt", [["a", "a"]] * 9), "-o", output)


def test_fewer_than_two_words_after_the_cut(output, tmp_path):
    text = write_lines(tmp_path / "t.txt", [["a", "a", "b"]])
    refused_training(text, "-o", output, "--min-count", 2)


def test_truncated_gzip(output, tmp_path, corpus):
    whole = gzip.compress(corpus.read_bytes())
    (tmp_path / "t.gz").write_bytes(whole[: len(whole) // 2])
    assert "t.gz" in refused_training(tmp_path / "t.gz", "-o", output)


OUT_OF_RANGE = {
    "dimension": ["0", "-1", "1.5", "x", "", "99999999999999999999"],
    "iterations": ["0", "-3", "ten"],
    "window": ["0", "-2", "4 "],
    "vocabulary-size": ["0", "1", "-5"],
    "min-count": ["0", "-1"],
    "subwords": ["3", "6-3", "0-3", "3-21", "a-b", "3-", "-3", ""],
    "subsample": ["0", "-1e-5", "1.01", "nan", "inf", "0x1"],
    "negatives": ["0", "-1", "2.0"],
    "negative-mode": ["drawn", ""],
    "exclude-positives": ["maybe", "", "true"],
    "xi": ["wrong", "Paper"],
    "prior-precision": ["0", "-1", "nan"],
    "context-prior-precision": ["0", "-1", "inf"],
    "calibrate": ["maybe", "", "1"],
    "gauge": ["-0.5", "2.5", "nan", "white"],
    "negative-groups": ["0", "4097", "-1", "2.5", "many"],
    "burn-in": ["-1", "x"],
    "decay": ["0.5", "0", "1.01", "-0.7", "nan"],
    "tolerance": ["-0.1", "nan"],
    "seed": ["-1", "x", "18446744073709551616"],
    "threads": ["-1", "x", "1e3"],
    "memory": ["0", "-1", "6GB", "1.5G", "Auto", ""],
    "tokenizer": ["icu", ""],
    "recipe": ["best", ""],
    "method": ["glove", ""],
    "sweeps": ["0", "1", "-5", "many"],
    "warm-up": ["-1", "x", "1000001"],
    "thinning": ["0", "-1", "2.5"],
    "learning-rate": ["0", "-0.1", "1.01", "nan"],
    "input-format": ["json", "CSV", ""],
    "negative-exponent": ["-1.1", "1.1", "nan"],
    "basket-weight": ["users", ""],
    "pair-weight": ["0", "-1", "1001", "nan"],
}
FLAGS = {"sets", "users", "learn-prior"}
ANY_TEXT = {"scratch", "user-column", "item-column", "order-column", "weight-column"}


@pytest.mark.parametrize(
    "name, value", [(name, value) for name, values in OUT_OF_RANGE.items() for value in values]
)
def test_option_out_of_range(name, value, corpus, output):
    message = refused("train", corpus, "-o", output, f"--{name}", value)
    assert f"--{name}" in message
    assert "range" in message or "not" in message


def test_every_training_option_is_tried_out_of_range():
    reference, updates = succeed("options").stdout.decode().split("# Options of updates")
    names = {line.split("`")[1].removeprefix("--") for line in reference.splitlines() if line.startswith("| `--")}
    assert names == set(OUT_OF_RANGE) | FLAGS | ANY_TEXT
    assert "| `--forget` |" in updates  # tests/cli/test_update.py tries what updates alone have


@pytest.mark.parametrize(
    "arguments",
    [
        ["--dimensions", "3"],
        ["-x"],
        ["--window"],
        ["--min-count", "2", "--vocabulary", "words.tsv"],
        ["--vocabulary-size", "9", "--vocabulary", "words.tsv"],
    ],
)
def test_wrong_command_line(arguments, corpus, output):
    message = refused("train", corpus, "-o", output, *arguments)
    assert arguments[0].split("=")[0] in message
    assert "bsg train --help" in message


@pytest.mark.parametrize("flag", ["--sets", "--quiet"])
@pytest.mark.parametrize("value", ["maybe", "", "1"])
def test_a_flag_takes_no_other_value_than_yes_and_no(flag, value, corpus, output):
    message = refused("train", corpus, "-o", output, f"{flag}={value}")
    assert f"option {flag}: '{value}' is not yes or no" in message
    assert "bsg train --help" in message


@pytest.mark.parametrize("flag", ["--sets", "--learn-prior", "--quiet"])
@pytest.mark.parametrize("value", ["yes", "no", "true"])
def test_a_value_behind_a_flag_is_not_taken_for_a_text(flag, value, corpus, output):
    message = refused("train", corpus, "-o", output, flag, value)
    assert f"option {flag} is a flag that takes no value: leave out '{value}', or write {flag}=yes or {flag}=no" in message


def test_a_text_may_be_named_like_the_value_of_a_flag(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_lines(tmp_path / "yes", [["a", "b", "c"]] * 20)
    succeed("train", "--sets", "yes", "-o", "m.bsg", "--dimension", 2, "--iterations", 2, "--quiet")


@pytest.mark.parametrize("arguments, message", [
    (["--sets", "--window", "5"], "option --window has no effect with --sets; leave out one of them"),
    (["--window", "4", "--sets"], "option --window has no effect with --sets; leave out one of them"),
    (["--negative-mode", "sampled", "--negative-groups", "64"],
     "option --negative-groups has no effect with --negative-mode sampled; leave it out or change --negative-mode"),
    (["--recipe", "paper", "--negative-groups", "1"],
     "option --negative-groups has no effect with --negative-mode sampled; leave it out or change --negative-mode"),
])
def test_options_that_have_no_effect_with_others(arguments, message, corpus, output):
    assert refused("train", corpus, "-o", output, *arguments) == f"bsg: {message}\n"


@pytest.mark.parametrize("arguments", [
    ["--sets=no", "--window", "2"],
    ["--recipe", "paper", "--negative-mode", "expected", "--negative-groups", "2"],
])
def test_options_that_have_an_effect_with_others(arguments, corpus, tmp_path):
    succeed("train", corpus, "-o", tmp_path / "m.bsg", *arguments, "--dimension", 2, "--iterations", 2, "--quiet")


@pytest.mark.parametrize("arguments", [[], ["tarin"], ["--frobnicate"]])
def test_no_such_command(arguments):
    assert "bsg --help" in refused(*arguments)


def test_output_is_required(corpus):
    assert "--output" in refused("train", corpus)


def test_output_folder_missing(corpus, tmp_path):
    assert "absent" in refused_training(corpus, "-o", tmp_path / "absent" / "m.bsg")


def test_output_is_a_folder(corpus, tmp_path):
    refused_training(corpus, "-o", tmp_path)
    assert list(tmp_path.iterdir()) == []


@not_root
def test_output_folder_not_writable(corpus, tmp_path):
    (tmp_path / "locked").mkdir(mode=0o555)
    refused_training(corpus, "-o", tmp_path / "locked" / "m.bsg")


def test_output_is_checked_before_the_text_is_read(tmp_path):
    """Reading a pipe that nobody writes to would never end."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    absent = tmp_path / "absent"
    writer = os.open(fifo, os.O_RDWR)
    try:
        assert "absent" in refused_training(fifo, "-o", absent / "m.bsg")
        message = refused_training(fifo, "-o", tmp_path / "m.bsg", "--save-vocabulary", absent / "words.tsv")
        assert "absent" in message
    finally:
        os.close(writer)


def test_output_must_not_be_an_input(corpus, tmp_path):
    text = tmp_path / "t.txt"
    text.write_bytes(corpus.read_bytes())
    (tmp_path / "link.txt").symlink_to(text)
    for output in (text, tmp_path / "link.txt", tmp_path / "." / "t.txt"):
        assert "--output" in refused_training(text, "-o", output)
        refused_training(text, "-o", tmp_path / "m.bsg", "--save-vocabulary", output)
    with open(text, "rb") as redirected:
        assert "--output" in refused_from(redirected, "train", "-", "-o", text)
    assert text.read_bytes() == corpus.read_bytes()


def test_outputs_must_not_be_the_vocabulary_that_is_read(corpus, tmp_path):
    words = tmp_path / "words.tsv"
    words.write_text("g0w0\ng0w1\n")
    (tmp_path / "symbolic.tsv").symlink_to(words)
    (tmp_path / "hard.tsv").hardlink_to(words)
    for name in ("words.tsv", "symbolic.tsv", "hard.tsv"):
        given = [corpus, "--vocabulary", words]
        message = refused_training(*given, "-o", tmp_path / name)
        assert "option --output" in message and name in message
        message = refused_training(*given, "-o", tmp_path / "m.bsg", "--save-vocabulary", tmp_path / name)
        assert "option --save-vocabulary" in message and name in message
    assert words.read_text() == "g0w0\ng0w1\n"
    assert not (tmp_path / "m.bsg").exists()


@pytest.mark.parametrize("name", ["m", "./m", "link"])
def test_model_and_vocabulary_must_not_be_one_file(name, corpus, tmp_path):
    (tmp_path / "link").symlink_to("m")
    output = ["-o", tmp_path / "m", "--save-vocabulary", f"{tmp_path}/{name}"]
    assert "where the model goes" in refused_training(corpus, *output)
    assert not (tmp_path / "m").exists()


def test_model_and_vocabulary_must_not_both_be_standard_output(corpus):
    assert "standard output" in refused_training(corpus, "-o", "-", "--save-vocabulary", "-")


def test_export_must_not_replace_the_model(model, tmp_path):
    own = tmp_path / "m.bsg"
    own.write_bytes(model.read_bytes())
    (tmp_path / "symbolic.bsg").symlink_to(own)
    (tmp_path / "hard.bsg").hardlink_to(own)
    for output in (own, f"{tmp_path}/./m.bsg", tmp_path / "symbolic.bsg", tmp_path / "hard.bsg"):
        assert "the model to export" in refused("export", own, "-o", output)
    assert "the model to export" in refused("export", tmp_path / "symbolic.bsg", "-o", own)
    assert own.read_bytes() == model.read_bytes()


def test_tensorboard_has_two_files_and_standard_output_is_one(model):
    assert "two files" in refused("export", model, "-o", "-", "--format", "tensorboard")


def test_full_disk(corpus):
    assert "/dev/full" in refused_training(corpus, "-o", "/dev/full")


def test_missing_vocabulary(corpus, output, tmp_path):
    assert "words.tsv" in refused_training(corpus, "-o", output, "--vocabulary", tmp_path / "words.tsv")


@pytest.mark.parametrize("content", ["", "only\n", "a\t1\nb\tx\n", "a\t1\na\t2\n", "a\t1\nb\n"])
def test_unusable_vocabulary(content, corpus, output, tmp_path):
    (tmp_path / "words.tsv").write_text(content)
    assert "words.tsv" in refused_training(corpus, "-o", output, "--vocabulary", tmp_path / "words.tsv")


def test_missing_model(tmp_path):
    for command in (["info"], ["neighbors", "a"], ["similarity", "a", "b"], ["analogy", "a", "b", "c"]):
        assert "absent.bsg" in refused(command[0], tmp_path / "absent.bsg", *command[1:])
    refused("export", tmp_path / "absent.bsg", "-o", tmp_path / "v.txt")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\x10" + bytes(7), bytes(64), b"\xff" * 4096, b"{}" * 100])
def test_foreign_file_as_model(content, tmp_path):
    (tmp_path / "m.bsg").write_bytes(content)
    assert "m.bsg" in refused("info", tmp_path / "m.bsg")


def test_folder_as_model(tmp_path):
    refused("info", tmp_path)


def test_damaged_model(model, tmp_path):
    whole = model.read_bytes()
    damaged = tmp_path / "m.bsg"
    for position in (0, 4, 20, len(whole) // 2, len(whole) - 1):
        damaged.write_bytes(whole[:position] + bytes([whole[position] ^ 0x55]) + whole[position + 1 :])
        refused("info", damaged)
    for length in (7, 100, len(whole) // 2, len(whole) - 1):
        damaged.write_bytes(whole[:length])
        refused("info", damaged)
    damaged.write_bytes(whole + b"x")
    refused("info", damaged)


def test_unknown_word_names_close_ones(model):
    message = refused("neighbors", model, "g0w00")
    assert "g0w00" in message and "g0w0" in message.replace("g0w00", "")
    refused("similarity", model, "g0w0", "nothing-like-it")
    refused("analogy", model, "g0w0", "g0w1", "zzz")
    refused("info", model, "zzz")
    refused("neighbors", model, "--positive", "g0w0", "--negative", "zzz")


@pytest.mark.parametrize(
    "arguments",
    [
        ["neighbors", "MODEL"],
        ["neighbors", "MODEL", "g0w0", "-k", "0"],
        ["neighbors", "MODEL", "g0w0", "-k", "-1"],
        ["neighbors", "MODEL", "g0w0", "-k", "many"],
        ["neighbors", "MODEL", "g0w0", "--measure", "euclid"],
        ["neighbors", "MODEL", "g0w0", "--representation", "both"],
        ["neighbors", "MODEL", "g0w0", "--positive", "g0w1"],
        ["similarity", "MODEL", "g0w0"],
        ["similarity", "MODEL", "g0w0", "g0w1", "g0w2"],
        ["similarity", "MODEL", "g0w0", "g0w1", "--positive", "g0w2"],
        ["analogy", "MODEL", "g0w0", "g0w1"],
        ["analogy", "MODEL", "g0w0", "g0w1", "g0w2", "g0w3"],
        ["export", "MODEL"],
        ["export", "MODEL", "-o", "v.txt", "--format", "csv"],
        ["export", "MODEL", "-o", "v.txt", "--what", "median"],
        ["export", "MODEL", "-o", "v.txt", "--representation", "target-context"],
        ["options", "more"],
        ["info"],
    ],
)
def test_wrong_query(arguments, model):
    message = refused(*[model if argument == "MODEL" else argument for argument in arguments])
    assert f"bsg {arguments[0]} --help" in message


def test_export_to_a_missing_folder_and_a_full_disk(model, tmp_path):
    refused("export", model, "-o", tmp_path / "absent" / "v.txt")
    refused("export", model, "-o", "/dev/full")


def test_control_characters_stay_on_one_line(model):
    refused("neighbors", model, "a\nb\x1b[31m")
