"""bsg compare: words that change their group between two texts are found, and others are not."""

import gzip
import json
import random
import re
import shutil
import subprocess

import pytest
from conftest import BSG, GROUPS, SMALL, WORDS_IN_GROUP, bsg, refused, succeed, word, write_lines

# They trade places: "early" stands among the words of group 0 in one text, and among those of group 3 in the other;
# "late" the other way round. They are rarer than other words, and every second word is from any group, so that what
# surrounds the others stays nearly the same.
MOVERS = ["early", "late"]
LINES = 1500
KEYS = ["word", "count_a", "count_b", "distance", "deviation", "z", "probability", "false_discovery_rate",
        "neighbors_a", "neighbors_b"]


def lines_with_movers(homes, seed, length=8, others=0.5):
    generator = random.Random(seed)
    members = [[word(group, index) for index in range(WORDS_IN_GROUP)] for group in range(GROUPS)]
    everything = [name for group in members for name in group]
    for mover, group in zip(MOVERS, homes):
        members[group].append(mover)
    for _ in range(LINES):
        names = generator.choice(members)
        weights = [0.25 if name in MOVERS else 1 for name in names]
        line = generator.choices(names, weights, k=length)
        yield [generator.choice(everything) if name not in MOVERS and generator.random() < others else name
               for name in line]


@pytest.fixture(scope="module")
def texts(folder):
    return (write_lines(folder / "first.txt", lines_with_movers(homes=(0, 3), seed=11)),
            write_lines(folder / "second.txt", lines_with_movers(homes=(3, 0), seed=12)))


@pytest.fixture(scope="module")
def both(folder, texts):
    path = folder / "both.bsg"
    succeed("train", *texts, "-o", path, *SMALL, "--quiet")
    return path


def compare(*arguments, **keywords):
    return json.loads(succeed("compare", *arguments, "--json", **keywords).stdout)


def found(comparison, rate=0.05):
    return [change["word"] for change in comparison["words"] if change["false_discovery_rate"] <= rate]


def unexpected(comparison):
    """Words found, at more than the threshold, that neither moved nor have another one around them since."""
    sure = set(found(comparison))
    return [change["word"] for change in comparison["words"] if change["word"] in sure and change["probability"] > 0.5
            and change["word"] not in MOVERS and change["word"][:2] not in ("g0", "g3")]


def assert_movers_are_found(comparison):
    assert set(found(comparison)) >= set(MOVERS)
    assert len(unexpected(comparison)) <= 2  # of 24


def assert_movers_lead(comparison):
    assert sorted(change["word"] for change in comparison["words"][:2]) == MOVERS
    assert_movers_are_found(comparison)


def test_words_that_change_their_group_are_found(both, texts):
    comparison = compare(both, *texts)
    assert list(comparison) == ["model", "texts", "threshold", "compared", "words"]
    assert (comparison["model"], comparison["texts"]) == (str(both), [str(text) for text in texts])
    assert comparison["threshold"] == 0.1
    assert comparison["compared"] == len(comparison["words"]) == GROUPS * WORDS_IN_GROUP + len(MOVERS)
    assert_movers_lead(comparison)
    for change in comparison["words"][:2]:
        assert list(change) == KEYS
        assert change["probability"] > 0.95 and change["distance"] > 0.3 and change["z"] > 5
        groups = ["g0", "g3"] if change["word"] == "early" else ["g3", "g0"]
        assert [{near[:2] for near in change[key] if near not in MOVERS} for key in ("neighbors_a", "neighbors_b")] == [
            {groups[0]}, {groups[1]}]


def test_numbers_agree_with_each_other(both, texts):
    words = compare(both, *texts)["words"]
    rates = [change["false_discovery_rate"] for change in words]
    assert rates == sorted(rates)
    assert words[0]["z"] > words[-1]["z"]
    for change in words:
        text = [line.split() for line in texts[0].read_text().splitlines()]
        assert change["count_a"] == sum(line.count(change["word"]) for line in text)
        assert change["deviation"] > 0 and 0 <= change["false_discovery_rate"] <= 1
        assert 0 <= change["probability"] <= 1
        if change["distance"] < 0.1:
            assert change["probability"] < 0.6  # small distances are the rule
        assert change["word"] not in change["neighbors_a"] + change["neighbors_b"]
        assert len(change["neighbors_a"]) == len(change["neighbors_b"]) == 4


def test_the_other_way_round(both, texts):
    """The same distances, with the texts' names exchanged."""
    there, back = compare(both, *texts)["words"], compare(both, *reversed(texts))["words"]
    back = {change["word"]: change for change in back}
    for change in there:
        other = back[change["word"]]
        assert (change["count_a"], change["neighbors_b"]) == (other["count_b"], other["neighbors_a"])
        for key in ("distance", "deviation", "z"):
            assert change[key] == pytest.approx(other[key], rel=1e-4, abs=1e-6)


def test_the_table(both, texts):
    lines = succeed("compare", both, *texts, "-k", 3).stdout.decode().splitlines()
    assert re.split(r"  +", lines[0].strip()) == [
        "word", "distance", "+-", "z", "P(> 0.1)", "FDR", "count A", "count B"]
    expected = compare(both, *texts, "-k", 3)["words"]
    assert len(expected) == 3 and len(lines) == 2 + 2 * 3
    for place, change in enumerate(expected):
        cells = lines[1 + 2 * place].split()
        assert cells[:2] == [str(place + 1), change["word"]]
        assert float(cells[2]) == pytest.approx(change["distance"], abs=6e-4)
        assert float(cells[4]) == pytest.approx(change["z"], abs=0.06)
        assert cells[-2:] == [str(change["count_a"]), str(change["count_b"])]
        assert lines[2 + 2 * place].split(" -> ") == [
            "       " + " ".join(change["neighbors_a"]), " ".join(change["neighbors_b"])]
    number = len(found(compare(both, *texts)))
    assert lines[-1] == (f"{number} of 38 words are used differently in '{texts[0]}' and '{texts[1]}', at a "
                         "false-discovery rate of 5 %.")
    assert all(len(line) <= 100 and line == line.rstrip() for line in lines[:-1])


def test_the_threshold_is_that_of_the_probability_alone(both, texts):
    low, high = (compare(both, *texts, "--threshold", threshold) for threshold in (0, 0.3))
    assert (low["threshold"], high["threshold"]) == (0, 0.3)
    for below, above in zip(low["words"], high["words"]):
        assert below["probability"] >= above["probability"]
        assert {**below, "probability": 0} == {**above, "probability": 0}
    assert "P(> 0.3)" in succeed("compare", both, *texts, "--threshold", "0.3").stdout.decode().splitlines()[0]


def test_min_count_leaves_out_rarer_words(both, texts):
    everything = compare(both, *texts)["words"]
    least = sorted(min(change["count_a"], change["count_b"]) for change in everything)[10]
    kept = compare(both, *texts, "--min-count", least)
    assert kept["compared"] == 28
    assert {change["word"] for change in kept["words"]} == {
        change["word"] for change in everything if min(change["count_a"], change["count_b"]) >= least}


def test_a_text_and_itself(both, texts):
    comparison = compare(both, texts[0], texts[0])
    assert found(comparison, 0.99) == []
    assert all(change["z"] < 1 and change["distance"] < 0.01 for change in comparison["words"])
    assert succeed("compare", both, texts[0], texts[0]).stdout.decode().splitlines()[-1].startswith("0 of 38 words")


def test_two_texts_of_one_kind(folder, texts):
    again = write_lines(folder / "again.txt", lines_with_movers(homes=(0, 3), seed=13))
    model = folder / "alike.bsg"
    succeed("train", texts[0], again, "-o", model, *SMALL, "--quiet")
    assert len(found(compare(model, texts[0], again))) <= 1


def test_a_text_far_longer_than_the_other(both, folder, texts):
    longer = write_lines(folder / "longer.txt", [
        line for seed in range(20, 32) for line in lines_with_movers(homes=(3, 0), seed=seed)])
    comparison = compare(both, texts[0], longer)
    assert_movers_lead(comparison)
    assert comparison["words"][0]["count_b"] > 8 * comparison["words"][0]["count_a"]


def test_words_of_single_occurrences_are_compared_if_asked_for(both, folder, texts):
    short = write_lines(folder / "short.txt", [["early", "g3w1", "g3w2"], ["g1w0", "g1w3", "g1w4"]])
    comparison = compare(both, texts[0], short, "--min-count", 1)
    assert {change["word"] for change in comparison["words"]} == {"early", "g3w1", "g3w2", "g1w0", "g1w3", "g1w4"}
    assert all(change["deviation"] > 0 for change in comparison["words"])


def test_compressed_text_and_standard_input(both, folder, texts):
    expected = compare(both, *texts)["words"]
    packed = folder / "second.txt.gz"
    packed.write_bytes(gzip.compress(texts[1].read_bytes()))
    assert compare(both, texts[0], packed)["words"] == expected
    assert compare(both, "-", texts[1], stdin=texts[0].read_bytes())["words"] == expected
    assert compare(both, texts[0], "-", stdin=packed.read_bytes())["words"] == expected


@pytest.mark.skipif(shutil.which("taskset") is None, reason="needs taskset")
def test_one_core_says_the_same(both, texts):
    arguments = ["compare", str(both), *map(str, texts), "--json"]
    alone = subprocess.run(["taskset", "-c", "0", BSG, *arguments], capture_output=True, timeout=300, check=True)
    assert alone.stdout == succeed(*arguments).stdout


def test_baskets(folder):
    first = write_lines(folder / "shop1.txt", lines_with_movers(homes=(0, 3), seed=41, length=6, others=0))
    second = write_lines(folder / "shop2.txt", lines_with_movers(homes=(3, 0), seed=42, length=6, others=0))
    model = folder / "items.bsg"
    succeed("train", first, second, "--sets", "-o", model, "--dimension", 8, "--iterations", 8, "--burn-in", 3,
            "--quiet")
    assert_movers_are_found(compare(model, first, second))


@pytest.mark.parametrize("options", [
    ["--dimension", 1], ["--negative-mode", "sampled"], ["--recipe", "paper", "--negatives", 5], ["--subwords", "3-4"],
    ["--gauge", 0]])
def test_models_of_every_kind(folder, options):
    # The paper's single negative leaves the lengths of so few words open.
    texts = [write_lines(folder / name, lines_with_movers(homes, seed, others=0))
             for name, homes, seed in (("clear1.txt", (0, 3), 51), ("clear2.txt", (3, 0), 52))]
    model = folder / "kind.bsg"
    general = ["--dimension", 8] if "--dimension" not in options else []
    succeed("train", *texts, "-o", model, "--iterations", 8, "--burn-in", 3, "--subsample", 1, *general, *options,
            "--quiet")
    assert_movers_are_found(compare(model, *texts))


def test_items_that_have_tags_alone_are_not_compared(folder, texts):
    tags = folder / "tags.tsv"
    tags.write_text("".join(f"{mover}\tmover\n" for mover in MOVERS) + "tagged\tmover\n")
    model = folder / "tagged.bsg"
    succeed("train", *texts, "-o", model, "--features", tags, *SMALL, "--quiet")
    withheld = write_lines(folder / "withheld.txt", [["tagged", "g0w1", "g0w2"]] * 60)
    text = folder / "with-tagged.txt"
    text.write_bytes(texts[0].read_bytes() + withheld.read_bytes())
    comparison = compare(model, text, texts[1])
    assert_movers_lead(comparison)
    assert "tagged" not in [change["word"] for change in comparison["words"]]


def test_refusals(both, folder, texts):
    assert "absent.txt" in refused("compare", both, texts[0], folder / "absent.txt")
    assert "absent.bsg" in refused("compare", folder / "absent.bsg", *texts)
    strange = write_lines(folder / "strange.txt", [["some", "other", "language"]] * 99)
    for order, name in (([texts[0], strange], "text B"), ([strange, texts[0]], "text A")):
        assert f"{name}: the text has no word that the model has learned" in refused("compare", both, *order)
    message = refused("compare", both, *texts, "--min-count", 10**6)
    assert "no word of the model occurs at least 1000000 times in each text" in message and "--min-count" in message
    assert "standard input cannot be both texts" in refused("compare", both, "-", "-", stdin=b"a b\n")
    empty = write_lines(folder / "empty.txt", [])
    assert "text B: " in refused("compare", both, texts[0], empty)


@pytest.mark.parametrize("option, value, expected", [
    ("--threshold", "3", "--threshold must be a number from 0 to 2, not 3"),
    ("--threshold", "-0.1", "--threshold must be a number from 0 to 2, not -0.1"),
    ("--threshold", "nan", "--threshold must be a number from 0 to 2, not nan"),
    ("--threshold", "much", "--threshold"),
    ("--min-count", "0", "--min-count"),
    ("-k", "0", "'0' is not a whole number from 1 up"),
])
def test_values_out_of_range(both, texts, option, value, expected):
    assert expected in refused("compare", both, *texts, option, value)


def test_models_without_densities_are_refused(folder, texts):
    points = folder / "points.bsg"
    succeed("train", *texts, "-o", points, "--method", "skipgram", "--subsample", 1, "--dimension", 8, "--quiet")
    assert "points instead of densities" in refused("compare", points, *texts)
    vectors = folder / "vectors.txt"
    succeed("export", points, "-o", vectors)
    assert str(vectors) in refused("compare", vectors, *texts)


def test_a_missing_text_is_one_line(both, texts):
    run = bsg("compare", both, texts[0])
    assert run.returncode == 2 and run.stderr.count(b"\n") == 1
