"""bsg info, neighbors, similarity, analogy: tables, JSON, composed queries."""

import json
import math
import re
import subprocess

import pytest
from conftest import BSG, GROUPS, SMALL, WORDS_IN_GROUP, bsg, refused, succeed, word, write_lines

MEASURES = ("cosine", "probability", "kl")
REPRESENTATIONS = ("target", "context", "sum", "concat", "target-context")
LOWER_BOUND_DEVIATIONS = 1  # of include/bsg/rank.h
SCORE_KEYS = ["score", "deviation", "lower", "product_mean", "product_variance", "cosine", "cosine_mean", "cosine_deviation"]


def ask(*arguments):
    return json.loads(succeed(*arguments, "--json").stdout)


def test_info_shows_metadata(model):
    text = succeed("info", model).stdout.decode()
    for expected in ("36", "dimension", "iterations", "negatives", "subsample", "seed"):
        assert expected in text
    assert "threads" not in text
    version, target = re.fullmatch(r"bsg (\S+) \((.+)\)\n", succeed("--version").stdout.decode()).groups()
    assert re.search(rf"^  made with +bsg {re.escape(version)} on {re.escape(target)}$", text, re.MULTILINE)


def test_info_json(model):
    info = ask("info", model)
    assert list(info) == [
        "model", "bytes", "size", "dimension", "densities", "tokens", "users", "features", "library_version", "simd_target",
        "options", "iterations", "calibration", "words"]
    version = succeed("--version").stdout.decode()
    assert version == f"bsg {info['library_version']} ({info['simd_target']})\n"
    assert info["size"] == 36 and info["dimension"] == 8 and info["tokens"] == 12000
    assert info["bytes"] == model.stat().st_size
    assert info["options"]["dimension"] == "8" and "threads" not in info["options"]
    assert [record["iteration"] for record in info["iterations"]] == list(range(1, 9))
    assert list(info["iterations"][0]) == [
        "iteration", "step", "tokens", "positive_pairs", "negative_pairs", "target_change",
        "context_change", "relative_change", "bound"]
    assert info["iterations"][0]["positive_pairs"] > 0
    assert info["words"] == []


def test_info_of_words(tmp_path):
    lines = [["often", "seen", "words", "here"]] * 200 + [["often", "rare", "seen"]]
    text = write_lines(tmp_path / "t.txt", lines)
    succeed("train", text, "-o", tmp_path / "m.bsg", *SMALL, "--quiet")
    words = ask("info", tmp_path / "m.bsg", "often", "rare")["words"]
    often, rare = words
    assert list(often) == ["word", "known_by", "count", "rank", "target", "context"]
    assert (often["word"], often["count"], often["rank"]) == ("often", 201, 1)
    assert (rare["count"], rare["rank"]) == (1, 5)
    for side in ("target", "context"):
        assert list(often[side]) == ["mean_length", "total_variance", "mean_deviation"]
        assert 0 < often[side]["total_variance"] < rare[side]["total_variance"]
        assert often[side]["mean_deviation"] < rare[side]["mean_deviation"]
    table = succeed("info", tmp_path / "m.bsg", "often", "rare").stdout.decode().splitlines()
    assert table[0].split() == ["often", "rare"]
    assert table[1].split() == ["count", "201", "1"]


def test_neighbors_json(model):
    result = ask("neighbors", model, "g0w0", "g1w1", "-k", 3)
    assert list(result) == ["model", "measure", "representation", "raw", "rank", "min_count", "queries"]
    assert (result["measure"], result["representation"], result["raw"]) == ("cosine", "target", False)
    assert (result["rank"], result["min_count"]) == ("lower", 0)
    assert [query["positive"] for query in result["queries"]] == [["g0w0"], ["g1w1"]]
    for query in result["queries"]:
        assert list(query) == ["positive", "negative", "guessed", "answers"]
        assert len(query["answers"]) == 3
        bounds = [answer["lower"] for answer in query["answers"]]
        assert bounds == sorted(bounds, reverse=True)
        for answer in query["answers"]:
            assert list(answer) == ["word", "count", *SCORE_KEYS, "beats_next"]
            assert answer["word"] not in query["positive"]
            assert answer["score"] == answer["cosine"] and -1 <= answer["cosine"] <= 1
            assert answer["product_variance"] > 0 and answer["cosine_deviation"] > 0
            assert answer["deviation"] > 0 and answer["lower"] == pytest.approx(
                answer["score"] - LOWER_BOUND_DEVIATIONS * answer["deviation"])
            assert answer["beats_next"] is None or 0 <= answer["beats_next"] <= 1


def test_neighbors_table(model):
    lines = succeed("neighbors", model, "g0w0", "-k", 4).stdout.decode().splitlines()
    assert len(lines) == 6
    assert re.fullmatch(r"g0w0 \(count \d+\), by lower bound", lines[0])
    assert re.split("  +", lines[1].strip()) == ["word", "cosine", "+-", "beats next", "count"]
    answers = ask("neighbors", model, "g0w0", "-k", 4)["queries"][0]["answers"]
    for line, answer in zip(lines[2:], answers):
        assert line.split()[2:4] == [f"{answer['score']:.3f}", f"{answer['deviation']:.3f}"]
        assert line.split()[-1] == str(answer["count"])
    assert [line.split()[:2] for line in lines[2:]] == [[str(i + 1), a["word"]] for i, a in enumerate(answers)]
    assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize("rank, key, title", [
    ("mean", "score", ""), ("lower", "lower", ", by lower bound"), ("expected", "cosine_mean", ", by expected cosine")])
def test_answers_are_ordered_by_the_rank(rank, key, title, model):
    for question in (["neighbors", model, "g0w0"], ["analogy", model, "g0w0", "g0w1", "g1w0"]):
        result = ask(*question, "--rank", rank)
        assert result["rank"] == rank
        answers = result["queries"][0]["answers"]
        values = [answer[key] for answer in answers]
        assert values == sorted(values, reverse=True)
        lines = succeed(*question, "--rank", rank).stdout.decode().splitlines()
        assert re.fullmatch(r"[^,]*" + title, lines[0])
        assert ("expected cosine" in lines[1]) == (rank == "expected")
        assert [line.split()[1] for line in lines[2:]] == [answer["word"] for answer in answers]


def test_all_columns(model):
    lines = succeed("neighbors", model, "g0w0", "-k", 3, "--columns", "all").stdout.decode().splitlines()
    assert re.split("  +", lines[1].strip()) == ["word", "cosine", "+-", "at least", "beats next", "expected cosine",
                                                 "its +-", "product mean", "product variance", "count"]
    for line, answer in zip(lines[2:], ask("neighbors", model, "g0w0", "-k", 3)["queries"][0]["answers"]):
        cells = line.replace(" %", "%").split()[2:]
        keys = ["score", "deviation", "lower", None, "cosine_mean", "cosine_deviation", "product_mean", "product_variance"]
        for cell, name in zip(cells, keys):
            assert name is None or float(cell) == pytest.approx(answer[name], abs=6e-4)
    other = succeed("neighbors", model, "g0w0", "--measure", "kl", "--columns", "all").stdout.decode().splitlines()[1]
    assert re.split("  +", other.strip())[:5] == ["word", "minus KL", "+-", "at least", "cosine"]


def test_rare_answers_are_left_out(model):
    everyone = ask("neighbors", model, "g0w0", "-k", 35)["queries"][0]["answers"]
    least = sorted(answer["count"] for answer in everyone)[20]
    result = ask("neighbors", model, "g0w0", "-k", 35, "--min-count", least)
    assert result["min_count"] == least
    words = [answer["word"] for answer in result["queries"][0]["answers"]]
    assert words == [answer["word"] for answer in everyone if answer["count"] >= least]


def test_orders_that_do_not_apply(model):
    assert "--rank expected is about the cosine: under --measure kl use another one" in refused(
        "neighbors", model, "g0w0", "--rank", "expected", "--measure", "kl")
    assert "no word of the model has the count that --min-count 1000000 asks for" in refused(
        "neighbors", model, "g0w0", "--min-count", "1000000")
    assert "--columns" in refused("neighbors", model, "g0w0", "--columns", "some")


def test_ten_neighbors_by_default_and_never_more_than_there_are(model):
    assert len(ask("neighbors", model, "g0w0")["queries"][0]["answers"]) == 10
    assert len(ask("neighbors", model, "g0w0", "-k", 10**9)["queries"][0]["answers"]) == 35


@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure_and_representation(measure, representation, model):
    options = ["--measure", measure, "--representation", representation]
    result = ask("neighbors", model, "g2w1", *options)
    assert (result["measure"], result["representation"]) == (measure, representation)
    best = result["queries"][0]["answers"][0]
    (score,) = ask("similarity", model, "g2w1", best["word"], *options)["scores"]
    assert score["measure"] == measure
    assert score["score"] == pytest.approx(best["score"], rel=1e-4, abs=1e-5)
    assert (best["beats_next"] is None) == (measure == "kl")
    assert len(ask("analogy", model, "g0w0", "g0w1", "g1w0", *options)["queries"][0]["answers"]) == 10
    assert succeed("neighbors", model, "g2w1", *options).stdout


def test_similarity_shows_every_measure(model):
    result = ask("similarity", model, "g0w0", "g0w1")
    assert list(result) == ["model", "representation", "raw", "positive", "negative", "word", "guessed", "scores"]
    assert (result["positive"], result["negative"], result["word"]) == (["g0w0"], [], "g0w1")
    assert [list(score) for score in result["scores"]] == [["measure", *SCORE_KEYS]] * 3
    scores = {score["measure"]: score for score in result["scores"]}
    assert list(scores) == list(MEASURES)
    mean, variance = scores["probability"]["product_mean"], scores["probability"]["product_variance"]
    expected = 1 / (1 + math.exp(-mean / math.sqrt(1 + math.pi * variance / 8)))
    assert scores["probability"]["score"] == pytest.approx(expected, rel=1e-5)
    assert scores["kl"]["score"] < 0


def similarity_rows(*arguments):
    """By measure: the cells under each heading, cut out of the table by the headings' ends."""
    title, head, *lines = succeed("similarity", *arguments, "--columns", "all").stdout.decode().splitlines()
    headings = ["measure", "score", "+-", "at least", "expected cosine", "its +-", "product mean", "product variance"]
    assert re.split(r"  +", head.strip()) == headings
    ends = [match.end() for match in re.finditer(r"\S+( \S+)*", head)][1:]
    rows = {}
    for line in lines:
        cells = [line[start:end] for start, end in zip([0, *ends[:-1]], ends)]
        name, score = cells[0].split()
        rows[name] = [score, *(cell.strip() for cell in cells[1:])]
    return rows


@pytest.mark.parametrize("question", [["g0w0", "g0w1"], ["g1w0", "--positive", "g0w0", "g0w1", "--negative", "g2w0"]])
def test_every_similarity_comes_with_its_confidence(question, model):
    rows = similarity_rows(model, *question)
    assert list(rows) == list(MEASURES)
    for expected in ask("similarity", model, *question)["scores"]:
        score, spread, least, drawn, deviation, mean, variance = rows[expected["measure"]]
        assert float(score) == pytest.approx(expected["score"], abs=1e-4)
        assert float(spread) == pytest.approx(expected["deviation"], abs=1e-4)
        assert float(least) == pytest.approx(expected["lower"], abs=1e-4)
        assert float(mean) == pytest.approx(expected["product_mean"], abs=1e-4)
        assert float(variance) == pytest.approx(expected["product_variance"], abs=1e-4)
        if expected["measure"] == "cosine":
            assert float(drawn) == pytest.approx(expected["cosine_mean"], abs=1e-4)
            assert float(deviation) == pytest.approx(expected["cosine_deviation"], abs=1e-4)
        else:
            assert (drawn, deviation) == ("", "")
        alone = similarity_rows(model, *question, "--measure", expected["measure"])
        assert alone == {expected["measure"]: rows[expected["measure"]]}
    _, head, *lines = succeed("similarity", model, *question).stdout.decode().splitlines()
    assert head.split() == ["measure", "score", "+-"]
    assert [line.split() for line in lines] == [[name, *row[:2]] for name, row in rows.items()]


def test_similarity_is_symmetric_but_around_is_not(model):
    def score(a, b, representation):
        options = ["--measure", "cosine", "--representation", representation]
        return ask("similarity", model, a, b, *options)["scores"][0]["score"]

    assert score("g0w0", "g1w2", "target") == pytest.approx(score("g1w2", "g0w0", "target"), abs=1e-6)
    assert score("g0w0", "g1w2", "target-context") != score("g1w2", "g0w0", "target-context")


def test_analogy_is_a_composed_query(model):
    words = ask("analogy", model, "g0w0", "g1w0", "g0w1", "-k", 5)["queries"][0]
    assert (words["positive"], words["negative"]) == (["g1w0", "g0w1"], ["g0w0"])
    for command in ("analogy", "neighbors"):
        composed = ask(command, model, "-k", 5, "--positive", "g1w0", "g0w1", "--negative", "g0w0")
        assert composed["queries"][0]["answers"] == words["answers"]
    assert not {"g0w0", "g1w0", "g0w1"} & {answer["word"] for answer in words["answers"]}
    assert "g0w0 is to g1w0 as g0w1 is to" in succeed(
        "analogy", model, "g0w0", "g1w0", "g0w1").stdout.decode()


def test_raw_changes_the_combination(model):
    question = ["analogy", model, "g0w0", "g1w0", "g0w1"]
    unit, raw = ask(*question), ask(*question, "--raw")
    assert (unit["raw"], raw["raw"]) == (False, True)
    assert unit["queries"][0]["answers"][0]["score"] != raw["queries"][0]["answers"][0]["score"]


def test_similarity_of_a_composition(model):
    best = ask("analogy", model, "g0w0", "g1w0", "g0w1", "-k", 1)["queries"][0]["answers"][0]
    result = ask("similarity", model, best["word"], "--measure", "cosine",
                 "--positive", "g1w0", "g0w1", "--negative", "g0w0")
    assert (result["positive"], result["negative"]) == (["g1w0", "g0w1"], ["g0w0"])
    assert result["scores"][0]["score"] == pytest.approx(best["score"], rel=1e-4, abs=1e-5)


def test_awkward_words(tmp_path):
    words = ["train", "[UNK]", "[a,b]", "-k", "--json", "größe", "日本", "--"]
    text = write_lines(tmp_path / "t.txt", [words] * 50)
    model = tmp_path / "m.bsg"
    succeed("train", text, "-o", model, *SMALL, "--quiet")
    for shown in ("train", "[UNK]", "[a,b]", "größe", "日本"):
        (query,) = ask("neighbors", model, shown)["queries"]
        assert query["positive"] == [shown]
    result = bsg("neighbors", model, "--", "-k", "--json")
    assert result.returncode == 0, result.stderr
    assert result.stdout.decode().startswith("-k (count 50)")
    columns = {line.index("0.") for line in succeed("neighbors", model, "train").stdout.decode().splitlines()[2:]}
    assert len(columns) <= 2  # aligned; a minus sign may come before


def test_planted_groups_are_recovered(model):
    names = [word(group, index) for group in range(GROUPS) for index in range(WORDS_IN_GROUP)]
    for query in ask("neighbors", model, *names, "-k", WORDS_IN_GROUP - 1)["queries"]:
        group = query["positive"][0][:2]
        assert {answer["word"][:2] for answer in query["answers"]} == {group}


def test_a_reader_that_leaves_is_no_error(model):
    process = subprocess.Popen(
        [BSG, "neighbors", model, *["g0w0"] * 2000, "-k", "35"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 0


def test_full_standard_output(model):
    for command in (["neighbors", model, "g0w0"], ["info", model], ["options"], ["--help"], ["--version"]):
        with open("/dev/full", "wb") as full:
            run = subprocess.run([BSG, *command], stdout=full, stderr=subprocess.PIPE)
        assert run.returncode == 2
        assert run.stderr.startswith(b"bsg: ") and run.stderr.count(b"\n") == 1


def test_refused_queries_print_nothing_before_the_line(model):
    refused("neighbors", model, "g0w0", "absent")
