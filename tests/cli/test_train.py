"""bsg train: inputs, outputs, determinism."""

import gzip
import json
import os
import re
import shutil
import subprocess

import pytest
from conftest import BSG, SMALL, bsg, group_lines, succeed, write_lines


def train(text, output, *options, **keywords):
    texts = text if isinstance(text, list) else [text]
    return succeed("train", *texts, "-o", output, *SMALL, "--quiet", *options, **keywords)


def test_quiet_says_nothing(corpus, tmp_path):
    run = train(corpus, tmp_path / "m.bsg")
    assert run.stdout == b"" and run.stderr == b""
    assert (tmp_path / "m.bsg").stat().st_size > 0


def test_report_tells_what_happened(corpus, tmp_path):
    run = succeed("train", corpus, "-o", tmp_path / "m.bsg", *SMALL, "--gauge", 0)
    assert run.stdout == b""
    report = run.stderr.decode()
    assert "36 of 36 distinct words" in report
    assert "12,000, of them 12,000 in the vocabulary; 1,500 lines" in report
    for name in ("pairs", "stages", "total", "CPU time", "peak memory", "m.bsg"):
        assert name in report
    assert "gauge" not in report
    assert "invalid UTF-8" not in report


def test_learned_priors_are_in_the_log_and_the_model(corpus, tmp_path):
    run = succeed("train", corpus, "-o", tmp_path / "m.bsg", *SMALL, "--learn-prior", "--gauge", 0.5)
    lines = [line for line in run.stderr.decode().splitlines() if line.startswith("iteration ")]
    logged = [re.search(r"tau of u ([\d.e+-]+), of v ([\d.e+-]+)", line).groups() for line in lines]
    assert logged[0] == ("10", "1") and len(set(logged)) == len(logged) == 8
    kept = json.loads(succeed("info", tmp_path / "m.bsg", "--json").stdout)["iterations"]
    for (target, context), record in zip(logged, kept):
        assert float(target) == pytest.approx(record["target_prior_precision"], rel=1e-3)
        assert float(context) == pytest.approx(record["context_prior_precision"], rel=1e-3)
    assert "gauge" in run.stderr.decode().split("stages")[1].splitlines()[0]


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


def test_report_of_a_given_vocabulary_claims_nothing_about_the_texts_words(corpus, tmp_path):
    (tmp_path / "words.tsv").write_text("g0w0\t9\ng0w1\t8\ng0w2\t7\n")
    options = ["-o", tmp_path / "m.bsg", *SMALL, "--vocabulary", tmp_path / "words.tsv"]
    report = succeed("train", corpus, *options).stderr.decode()
    assert re.search(r"^  vocabulary +3 words$", report, re.MULTILINE), report


@pytest.mark.parametrize("redirect", [False, True])
def test_model_to_standard_output(redirect, corpus, model, tmp_path):
    command = ["train", corpus, "-o", "-", *SMALL]
    if redirect:
        with open(tmp_path / "m.bsg", "wb") as file:
            assert subprocess.run([BSG, *map(str, command), "--quiet"], stdout=file).returncode == 0
        assert (tmp_path / "m.bsg").read_bytes() == model.read_bytes()
    else:
        assert succeed(*command).stdout == model.read_bytes()


def test_vocabulary_to_standard_output(corpus, tmp_path):
    train(corpus, tmp_path / "m.bsg", "--save-vocabulary", tmp_path / "words.tsv")
    run = train(corpus, tmp_path / "m.bsg", "--save-vocabulary", "-")
    assert run.stdout == (tmp_path / "words.tsv").read_bytes()


def test_a_lost_model_is_an_error(corpus):
    """Unlike an export or an answer, training cannot be asked for again in a moment."""
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as pipe:
        run = subprocess.run(
            [BSG, "train", corpus, "-o", "-", *SMALL, "--quiet"], stdout=pipe, stderr=subprocess.PIPE, timeout=300)
    assert run.returncode == 2 and run.stderr.startswith(b"bsg: ") and run.stderr.count(b"\n") == 1


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
    arguments = [text, "-o", tmp_path / "m.bsg", *SMALL, "--sets", "--basket-weight"]
    (warning,) = warnings_of(*arguments, "pairs")
    assert "200 items" in warning
    assert warnings_of(*arguments, "items") == []  # 200 units of about 800


def warnings_of(*arguments):
    report = succeed("train", *arguments).stderr.decode()
    return [line for line in report.splitlines() if line.startswith("warning: ")]


@pytest.mark.parametrize(
    "options, advice",
    [
        (["--subsample", "9e-4"], "--subsample 1e-3 keeps more of a small text"),
        (["--subsample", "1e-2"], "--subsample 1 keeps all of a small text"),
        (["--subsample", "1"], "train on more data"),
        (["--sets", "--subsample", "1"], "train on more data"),
        (["--sets", "--subsample", "9e-4"], "train on more data, or keep all of it with --subsample 1"),
    ],
)
def test_warns_where_little_is_left_to_learn_from(options, advice, tmp_path):
    """Pairs of words that are seen once: at most as many positive pairs as words, less the last line's."""
    text = write_lines(tmp_path / "t.txt", [[f"a{i}", f"b{i}"] for i in range(60)] + [["alone"]])
    model = tmp_path / "m.bsg"
    (warning,) = warnings_of(text, "-o", model, *SMALL, *options)
    records = json.loads(succeed("info", model, "--json").stdout)["iterations"]
    mean = sum(record["positive_pairs"] for record in records) // len(records)
    assert f"{mean} positive pairs" in warning and ("121 items" if "--sets" in options else "121 words") in warning
    assert warning.endswith(f"; {advice}")
    assert succeed("train", text, "-o", model, *SMALL, *options, "--quiet").stderr == b""


def test_as_many_pairs_as_words_are_not_too_few(tmp_path):
    """Seen once each they leave the prior as it is, which is another warning."""
    text = write_lines(tmp_path / "t.txt", [[f"a{i}", f"b{i}"] for i in range(60)])
    (warning,) = warnings_of(text, "-o", tmp_path / "m.bsg", *SMALL, "--sets", "--subsample", "1")
    assert "against the prior" in warning and "positive pairs" not in warning


@pytest.mark.parametrize("options, advice", [
    (["--prior-precision", "1e4"], "choose a --prior-precision below 10000"),
    (["--prior-precision", "1e4", "--learn-prior"], "leave out --learn-prior"),
])
def test_warns_where_the_prior_is_all_that_is_left(options, advice, tmp_path):
    text = write_lines(tmp_path / "t.txt", [["a", "b", "c"]] * 5)
    (warning,) = warnings_of(text, "-o", tmp_path / "m.bsg", *SMALL, *options)
    assert "the densities hardly differ from it" in warning and warning.endswith(f", or {advice}")


def test_a_few_baskets_are_no_warning(tmp_path):
    """Eight small ones leave something beside the prior that sets have by default."""
    baskets = [["milk", "bread"], ["milk", "eggs", "bread"], ["nuts", "beer"], ["beer", "crisps", "nuts"],
               ["eggs", "milk"], ["crisps", "beer"], ["bread", "eggs"], ["nuts", "crisps"]]
    text = write_lines(tmp_path / "baskets.txt", baskets)
    assert warnings_of(text, "-o", tmp_path / "m.bsg", "--sets") == []
    (query,) = json.loads(succeed("neighbors", tmp_path / "m.bsg", "milk", "-k", "2", "--json").stdout)["queries"]
    assert {one["word"] for one in query["answers"]} == {"bread", "eggs"}


def test_text_gets_no_basket_warning(corpus, tmp_path):
    run = bsg("train", corpus, "-o", tmp_path / "m.bsg", *SMALL)
    assert "warning" not in run.stderr.decode()
