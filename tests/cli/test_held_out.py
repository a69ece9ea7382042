"""bsg evaluate --text: held-out text judged, its forms and its errors; and the bound of each iteration."""

import json
import re

import pytest
from conftest import SMALL, bsg, group_lines, refused, succeed


@pytest.fixture(scope="module")
def held_out(folder):
    path = folder / "held-out.txt"
    lines = [" ".join([*line, "unheard"]) for line in group_lines(60, 6, seed=31)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def judged(model, *texts):
    return json.loads(succeed("evaluate", model, "--text", *texts, "--json").stdout)["held_out"]


def test_tells_the_model_from_one_that_knows_frequencies_alone(model, held_out):
    found = judged(model, held_out)
    assert list(found) == ["files", "tokens", "left_out_tokens", "left_out_words", "positive_pairs", "negatives",
                           "integrated", "points", "gain", "frequencies"]
    assert (found["files"], found["negatives"]) == ([str(held_out)], 2)
    assert (found["tokens"], found["left_out_tokens"], found["left_out_words"]) == (60 * 7, 60, 1)
    assert found["points"]["mean"] > found["frequencies"]["mean"] + 0.3
    assert found["integrated"]["mean"] > found["frequencies"]["mean"] + 0.3
    assert found["gain"]["mean"] == pytest.approx(found["integrated"]["mean"] - found["points"]["mean"], abs=1e-12)
    assert 0 < found["points"]["error"] < 0.2


def test_prints_what_json_has(model, held_out):
    found, text = judged(model, held_out), succeed("evaluate", model, "--text", held_out).stdout.decode()
    for name, key in (("densities integrated out", "integrated"), ("means alone", "points"),
                      ("gained by integrating", "gain"), ("frequencies of words alone", "frequencies")):
        mean, error = re.search(rf"{name} +(-?[0-9.]+) +([0-9.]+)", text).groups()
        assert (mean, error) == (f"{found[key]['mean']:.4f}", f"{found[key]['error']:.4f}")
    assert f"{found['positive_pairs']:,.0f} positive pairs, 2 negatives for each; 60 of 420 tokens left out" in text


def test_reads_several_texts_and_standard_input(model, held_out):
    once, twice = judged(model, held_out), judged(model, held_out, held_out)
    assert twice["positive_pairs"] == pytest.approx(2 * once["positive_pairs"])
    assert twice["points"]["mean"] == pytest.approx(once["points"]["mean"], abs=1e-6)
    run = succeed("evaluate", model, "--text", "-", "--json", stdin=held_out.read_bytes())
    assert json.loads(run.stdout)["held_out"]["points"] == once["points"]


def test_judges_points(folder, corpus, held_out):
    points = folder / "held-out-points.bsg"
    succeed("train", corpus, "-o", points, "--method", "skipgram", "--threads", "1", "--dimension", "8", "--iterations",
            "10", "--subsample", "1", "--learning-rate", "0.1", "--quiet")
    found = judged(points, held_out)
    assert found["integrated"] is None and found["gain"] is None
    assert found["points"]["mean"] > found["frequencies"]["mean"]
    assert "integrat" not in succeed("evaluate", points, "--text", held_out).stdout.decode()


def test_says_what_is_wrong(model, folder, held_out, tmp_path):
    lonely, foreign = tmp_path / "lonely.txt", tmp_path / "foreign.txt"
    lonely.write_text("g0w0\ng1w1\n", encoding="utf-8")
    foreign.write_text("une phrase\n", encoding="utf-8")
    assert "no two words beside each other" in refused("evaluate", model, "--text", lonely)
    assert "has no word that the model has learned" in refused("evaluate", model, "--text", foreign)
    assert "missing.txt" in bsg("evaluate", model, "--text", tmp_path / "missing.txt").stderr.decode()
    assert "option --raw has no effect without" in refused("evaluate", model, "--text", held_out, "--raw")
    vectors = tmp_path / "vectors.txt"
    succeed("export", model, "-o", vectors, "--quiet")
    assert "the model has no contexts" in refused("evaluate", vectors, "--text", held_out)


def bounds(model):
    return [record.get("bound") for record in json.loads(succeed("info", model, "--json").stdout)["iterations"]]


def test_the_bound_is_in_the_log_and_in_the_record(folder, corpus):
    model = folder / "bound.bsg"
    log = succeed("train", corpus, "-o", model, *SMALL).stderr.decode()
    told = [float(number) for number in re.findall(r"^iteration \d+/8: .*bound (-[0-9.]+)", log, re.MULTILINE)]
    assert told == [pytest.approx(bound, abs=5e-5) for bound in bounds(model)]
    assert len(told) == 8 and told[-1] > told[0] + 0.1


def test_an_update_has_no_bound(folder, model, corpus):
    updated = folder / "bound-updated.bsg"
    succeed("update", model, corpus, "-o", updated, "--quiet")
    assert set(bounds(updated)) == {None}
