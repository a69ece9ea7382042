"""bsg train: inputs, outputs, determinism."""

import gzip
import json
import shutil
import subprocess

import pytest
from conftest import SMALL, bsg, group_lines, succeed, write_lines


def train(text, output, *options, **keywords):
    texts = text if isinstance(text, list) else [text]
    return succeed("train", *texts, "-o", output, *SMALL, "--quiet", *options, **keywords)


def test_quiet_says_nothing(corpus, tmp_path):
    run = train(corpus, tmp_path / "m.bsg")
    assert run.stdout == b"" and run.stderr == b""
    assert (tmp_path / "m.bsg").stat().st_size > 0


def test_report_tells_what_happened(corpus, tmp_path):
    run = succeed("train", corpus, "-o", tmp_path / "m.bsg", *SMALL)
    assert run.stdout == b""
    report = run.stderr.decode()
    assert "36 of 36 distinct words" in report
    assert "12,000, of them 12,000 in the vocabulary; 1,500 lines" in report
    for name in ("pairs", "stages", "total", "CPU time", "peak memory", "m.bsg"):
        assert name in report
    assert "invalid UTF-8" not in report


def test_invalid_utf8_is_counted(tmp_path):
    (tmp_path / "t.txt").write_bytes(b"a b \xff c\na b c\n" * 20)
    run = succeed("train", tmp_path / "t.txt", "-o", tmp_path / "m.bsg", *SMALL)
    assert "20 invalid UTF-8 sequences" in run.stderr.decode()
    assert "\ufffd" in succeed("info", tmp_path / "m.bsg", "\ufffd").stdout.decode()


def test_threads_do_not_change_a_byte(corpus, tmp_path):
    models = []
    for threads in (1, 2, 3, 7):
        path = tmp_path / f"{threads}.bsg"
        train(corpus, path, "--threads", threads)
        models.append(path.read_bytes())
    assert all(model == models[0] for model in models)


def test_seed_changes_the_model(corpus, tmp_path):
    train(corpus, tmp_path / "1.bsg", "--seed", 1)
    train(corpus, tmp_path / "2.bsg", "--seed", 2)
    assert (tmp_path / "1.bsg").read_bytes() != (tmp_path / "2.bsg").read_bytes()


def test_split_and_compressed_texts_give_the_same_bytes(corpus, model, tmp_path):
    lines = corpus.read_bytes().splitlines(keepends=True)
    parts = [tmp_path / "a.txt", tmp_path / "b.txt.gz", tmp_path / "c.txt"]
    parts[0].write_bytes(b"".join(lines[:100]))
    parts[1].write_bytes(gzip.compress(b"".join(lines[100:900])))
    parts[2].write_bytes(b"".join(lines[900:]))
    train(parts, tmp_path / "split.bsg")
    assert (tmp_path / "split.bsg").read_bytes() == model.read_bytes()


@pytest.mark.skipif(shutil.which("zstd") is None, reason="the program zstd is not installed")
def test_zstd_text(corpus, model, tmp_path):
    packed = subprocess.run(["zstd", "-q", "-c"], input=corpus.read_bytes(), stdout=subprocess.PIPE, check=True)
    (tmp_path / "t").write_bytes(packed.stdout)
    train(tmp_path / "t", tmp_path / "m.bsg")
    assert (tmp_path / "m.bsg").read_bytes() == model.read_bytes()


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_standard_input(pack, corpus, model, tmp_path):
    train(["-"], tmp_path / "m.bsg", stdin=pack(corpus.read_bytes()))
    assert (tmp_path / "m.bsg").read_bytes() == model.read_bytes()


def test_crlf_and_missing_last_newline_are_no_difference(corpus, model, tmp_path):
    text = corpus.read_bytes().replace(b"\n", b"\r\n").removesuffix(b"\r\n")
    (tmp_path / "crlf.txt").write_bytes(text)
    train(tmp_path / "crlf.txt", tmp_path / "m.bsg")
    assert (tmp_path / "m.bsg").read_bytes() == model.read_bytes()


def test_recipe_comes_first_wherever_it_stands(corpus, tmp_path):
    train(corpus, tmp_path / "before.bsg", "--recipe", "paper", "--window", 2)
    train(corpus, tmp_path / "after.bsg", "--window", 2, "--recipe", "paper")
    assert (tmp_path / "before.bsg").read_bytes() == (tmp_path / "after.bsg").read_bytes()


def test_the_last_of_a_repeated_option_counts(corpus, tmp_path):
    train(corpus, tmp_path / "m.bsg", "--window", 2, "--window", 3)
    options = json.loads(succeed("info", tmp_path / "m.bsg", "--json").stdout)["options"]
    assert options["window"] == "3"


def test_vocabulary_round_trip(corpus, model, tmp_path):
    words = tmp_path / "words.tsv"
    train(corpus, tmp_path / "first.bsg", "--save-vocabulary", words)
    rows = [line.split("\t") for line in words.read_text().splitlines()]
    counts = {}
    for token in corpus.read_text().split():
        counts[token] = counts.get(token, 0) + 1
    assert [(w, int(n)) for w, n in rows] == sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    train(corpus, tmp_path / "second.bsg", "--vocabulary", words)
    first, second = (
        succeed("neighbors", tmp_path / name, "g0w0", "--json").stdout.decode().replace(name, "")
        for name in ("first.bsg", "second.bsg")
    )
    assert first == second


def test_min_count_and_vocabulary_size_cut(tmp_path):
    text = write_lines(tmp_path / "t.txt", [["a", "b", "c"]] * 5 + [["a", "b"]] * 5 + [["a", "d"]])
    assert "3 of 4 distinct" in succeed(
        "train", text, "-o", tmp_path / "m.bsg", *SMALL, "--min-count", 2).stderr.decode()
    assert "2 of 4 distinct" in succeed(
        "train", text, "-o", tmp_path / "m.bsg", *SMALL, "--vocabulary-size", 2).stderr.decode()


def test_words_tokenizer_takes_raw_text(tmp_path):
    text = tmp_path / "raw.txt"
    text.write_text("Ein Schiff, ein großes SCHIFF! Das Schiff fährt.\n" * 50, encoding="utf-8")
    train(text, tmp_path / "m.bsg", "--tokenizer", "words")
    shown = succeed("info", tmp_path / "m.bsg", "schiff", "fährt").stdout.decode()
    assert shown.splitlines()[1].split() == ["count", "150", "50"]


def test_warns_where_few_baskets_dominate(tmp_path):
    generator = group_lines(lines=300, length=2, seed=1)
    baskets = [list(pair) for pair in generator] + [[f"item{i}" for i in range(200)]]
    text = write_lines(tmp_path / "baskets.txt", baskets)
    run = succeed("train", text, "-o", tmp_path / "m.bsg", *SMALL, "--sets")
    warnings = [line for line in run.stderr.decode().splitlines() if line.startswith("warning: ")]
    assert len(warnings) == 1 and "200 items" in warnings[0]


def test_text_gets_no_basket_warning(corpus, tmp_path):
    run = bsg("train", corpus, "-o", tmp_path / "m.bsg", *SMALL)
    assert "warning" not in run.stderr.decode()
