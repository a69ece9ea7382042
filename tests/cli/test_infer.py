"""bsg infer: densities of words that a model does not have."""

import gzip
import json

import pytest
from conftest import SMALL, refused, succeed, write_lines

LINES = [["g1w0", "new", "g1w3", "g1w5"], ["g1w2", "g1w1", "new"], ["g3w0", "other", "g3w1"]]


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    return write_lines(tmp_path_factory.mktemp("infer") / "lines.txt", LINES)


def words_of(*arguments, **keywords):
    return json.loads(succeed("infer", *arguments, "--json", **keywords).stdout)["words"]


def test_lines_of_words_with_their_neighbours(model, lines):
    head, *rows = succeed("infer", model, lines).stdout.decode().splitlines()
    assert head.split() == ["word", "count", "evidence", "sd", "per", "axis", "neighbours", "and", "cosines"]
    assert [row.split()[:2] for row in rows] == [["new", "2"], ["other", "1"]]
    assert all(answer.startswith("g1") for answer in rows[0].split()[4::2])


def test_json_has_the_densities(model, lines):
    report = json.loads(succeed("infer", model, lines, "--json", "-k", "2").stdout)
    assert report["model"] == str(model)
    new, other = report["words"]
    assert (new["word"], new["count"]) == ("new", 2) and 0 < new["evidence"] <= 5
    assert len(new["mean"]) == len(new["variance"]) == 8 and min(new["variance"]) > 0
    assert [answer["word"][:2] for answer in other["answers"]] == ["g3", "g3"]


def test_words_by_name_and_by_count(model, lines):
    every = words_of(model, lines)
    assert words_of(model, lines, "--words", "other") == every[1:]
    assert words_of(model, lines, "--words", "other", "new", "other") == every
    assert words_of(model, lines, "--min-count", "2") == every[:1]


def test_words_that_share_a_line_are_inferred_as_if_alone(model, tmp_path):
    text = write_lines(tmp_path / "text", [["g1w0", "new", "other", "g1w3"], ["other", "g3w1", "new", "third", "g3w2", "g3w0"]])
    every = words_of(model, text)
    assert [word["word"] for word in every] == ["new", "other", "third"]
    for word in every:
        assert words_of(model, text, "--words", word["word"]) == [word]
    assert words_of(model, text, "--min-count", "2") == every[:2]


def test_any_form_of_text(model, lines, tmp_path):
    packed = tmp_path / "lines.gz"
    packed.write_bytes(gzip.compress(lines.read_bytes()))
    every = words_of(model, lines)
    assert words_of(model, packed) == every
    assert words_of(model, "-", stdin=lines.read_bytes()) == every
    half, rest = write_lines(tmp_path / "half", LINES[:1]), write_lines(tmp_path / "rest", LINES[1:])
    assert words_of(model, rest, half) == every


def test_the_larger_model_is_one_like_any_other(model, lines, tmp_path):
    larger = tmp_path / "larger.bsg"
    assert succeed("infer", model, lines, "-o", larger, "--quiet").stdout == b""
    assert "38" in succeed("info", larger).stdout.decode()
    answers = json.loads(succeed("neighbors", larger, "new", "--json", "-k", "3").stdout)["queries"][0]["answers"]
    assert all(answer["word"].startswith("g1") for answer in answers)
    unknown = 'nothing is known of the context of "new": no text has taught it; use --representation target'
    for asked in (["neighbors", larger, "new"], ["similarity", larger, "new", "g1w0"], ["analogy", larger, "g1w0", "new", "g1w1"]):
        assert f"{unknown} or --representation target-context" in refused(*asked, "--representation", "context")
    assert refused("similarity", larger, "g1w0", "new", "--representation", "target-context").rstrip().endswith(unknown)
    contexts = succeed("neighbors", larger, "g1w0", "--representation", "context", "-k", "50").stdout.decode()
    assert "g1w1" in contexts and "new" not in contexts and "other" not in contexts
    succeed("similarity", larger, "new", "other")
    succeed("export", larger, "-o", tmp_path / "vectors.txt")
    vectors = (tmp_path / "vectors.txt").read_text()
    assert "nan" not in vectors and "\nnew " in vectors
    again = write_lines(tmp_path / "again.txt", [["g2w0", "third", "new", "g2w1"]])
    alone = write_lines(tmp_path / "alone.txt", [["g2w0", "third", "g2w1"]])
    assert words_of(larger, again, "-k", "3") == words_of(model, alone, "-k", "3")


def test_sets(corpus, tmp_path):
    items = tmp_path / "items.bsg"
    succeed("train", corpus, "--sets", "-o", items, *SMALL, "--quiet")
    once = write_lines(tmp_path / "once", [["g1w0", "new", "g1w3"], ["g1w1", "g1w2", "new"]])
    twice = write_lines(tmp_path / "twice", [["new", "g1w3", "g1w0", "new", "g1w3"], ["g1w1", "g1w2", "new"]])
    assert words_of(items, once) == words_of(items, twice)


def test_words_of_which_nothing_is_known(model, tmp_path):
    text = write_lines(tmp_path / "text", [["alone"], ["g1w1", "g1w2"]])
    row = succeed("infer", model, text).stdout.decode().splitlines()[1]
    assert row.split()[:3] == ["alone", "1", "0.0"] and row.endswith("none: nothing is known of it")


def test_only_words_of_which_something_is_known_have_answers(model, tmp_path):
    text = write_lines(tmp_path / "text", [["alone"], ["g1w1", "new", "g1w2"], ["lonely"]])
    answers = {word["word"]: [answer["word"] for answer in word["answers"]] for word in words_of(model, text, "-k", "3")}
    assert answers.pop("alone") == answers.pop("lonely") == []
    assert [answer[:2] for answer in answers.pop("new")] == ["g1"] * 3 and not answers
    (alone,) = words_of(model, text, "--words", "alone")
    assert alone["answers"] == [] and not any(alone["mean"])


@pytest.mark.parametrize("options", [["--dimension", "1"], ["--recipe", "paper", "--dimension", "4", "--subsample", "1"],
                                     ["--window", "10000"], ["--gauge", "0", "--learn-prior"]])
def test_models_of_all_kinds(options, corpus, lines, tmp_path):
    model = tmp_path / "model.bsg"
    succeed("train", corpus, "-o", model, *SMALL, *options, "--quiet")
    for word in words_of(model, lines):
        assert all(-1e6 < mean < 1e6 for mean in word["mean"]) and all(0 < value < 1e6 for value in word["variance"])


def test_refusals(model, lines, tmp_path):
    unknown, empty = write_lines(tmp_path / "unknown", [["x", "y"]]), write_lines(tmp_path / "empty", [])
    known = write_lines(tmp_path / "known", [["g1w1", "g1w2"]])
    assert '"g1w1" is in the model already' in refused("infer", model, lines, "--words", "g1w1")
    assert '"nowhere" is not in the text' in refused("infer", model, lines, "--words", "new", "nowhere")
    assert '"a\\nb" is not in the text' in refused("infer", model, lines, "--words", "a\nb")
    assert "no word that the model has learned" in refused("infer", model, unknown)
    assert "the text is empty" in refused("infer", model, empty)
    assert "every word of the text already" in refused("infer", model, known)
    assert "every word of the text already" in refused("infer", model, known, "--min-count", "3")
    assert "use a smaller --min-count" in refused("infer", model, lines, "--min-count", "3")
    for count in ["0", "-1", "1.5", "2x", "18446744073709551616"]:
        assert f"--min-count: '{count}' is not a whole number from 1 up" in refused("infer", model, lines, f"--min-count={count}")
    assert "--min-count has no effect with --words" in refused("infer", model, lines, "--words", "new", "--min-count", "2")
    assert "--quiet needs --output" in refused("infer", model, lines, "--quiet")
    assert "cannot open" in refused("infer", model, tmp_path / "missing")
    assert "TEXT is required" in refused("infer", model)


def test_nothing_is_written_where_something_is_read(model, lines, tmp_path):
    before = model.read_bytes(), lines.read_bytes()
    assert "also the model to infer from" in refused("infer", model, lines, "-o", model)
    assert "also a text to infer from" in refused("infer", model, lines, "-o", lines)
    assert (model.read_bytes(), lines.read_bytes()) == before
    output = tmp_path / "new.bsg"
    refused("infer", model, lines, "-o", output, "--words", "nowhere")
    assert not output.exists()


def test_points_are_refused(corpus, lines, tmp_path):
    points, vectors = tmp_path / "points.bsg", tmp_path / "vectors.txt"
    succeed("train", corpus, "-o", points, "--method", "skipgram", "--dimension", "4", "--subsample", "1", "--quiet")
    assert "points instead of densities" in refused("infer", points, lines)
    succeed("export", points, "-o", vectors)
    assert "it is not a bsg model" in refused("infer", vectors, lines)
