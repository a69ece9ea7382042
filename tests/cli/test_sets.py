"""Baskets: items of one group are recovered, order and repetition within a basket do not matter."""

import json
import random

from conftest import GROUPS, WORDS_IN_GROUP, group_lines, refused, succeed, word, write_lines


BASKET_OPTIONS = ["--dimension", "8", "--iterations", "8", "--burn-in", "3", "--negatives", "2"]


def train_sets(path, baskets):
    text = write_lines(path.with_suffix(".txt"), baskets)
    succeed("train", text, "-o", path, *BASKET_OPTIONS, "--sets", "--quiet")
    return path


def test_planted_groups_of_items(tmp_path):
    model = train_sets(tmp_path / "m.bsg", group_lines(lines=1500, length=4, seed=3))
    names = [word(group, index) for group in range(GROUPS) for index in range(WORDS_IN_GROUP)]
    result = json.loads(succeed("neighbors", model, *names, "-k", WORDS_IN_GROUP - 1, "--json").stdout)
    for query in result["queries"]:
        assert {answer["word"][:2] for answer in query["answers"]} == {query["positive"][0][:2]}
    options = json.loads(succeed("info", model, "--json").stdout)["options"]
    assert options["sets"] == "yes" and float(options["subsample"]) == 1


def test_repeated_items_count_once(tmp_path):
    baskets = [sorted(set(line)) for line in group_lines(lines=400, length=4, seed=5)]
    repeated = [basket + basket[:2] for basket in baskets]
    once = train_sets(tmp_path / "once.bsg", baskets)
    twice = train_sets(tmp_path / "twice.bsg", repeated)
    pairs = [
        [record["positive_pairs"] for record in json.loads(succeed("info", model, "--json").stdout)["iterations"]]
        for model in (once, twice)
    ]
    assert pairs[0] == pairs[1]
    assert pairs[0][0] == sum(len(basket) * (len(basket) - 1) for basket in baskets)


def test_pairs_do_not_depend_on_the_order_within_a_basket(tmp_path):
    generator = random.Random(1)
    baskets = [sorted(set(line)) for line in group_lines(lines=400, length=5, seed=6)]
    shuffled = [generator.sample(basket, len(basket)) for basket in baskets]
    first = train_sets(tmp_path / "a.bsg", baskets)
    second = train_sets(tmp_path / "b.bsg", shuffled)
    assert first.read_bytes() == second.read_bytes()


def test_messages_speak_of_items(tmp_path):
    baskets = [sorted(set(line)) for line in group_lines(lines=400, length=4, seed=5)]
    text = write_lines(tmp_path / "x.txt", baskets)
    run = succeed("train", text, "-o", tmp_path / "m.bsg", *BASKET_OPTIONS, "--sets")
    report = run.stderr.decode()
    assert "36 of 36 distinct items" in report and "in the vocabulary; 400 baskets" in report
    assert 'unknown item "g1w7"; the closest items are ' in refused("neighbors", tmp_path / "m.bsg", "g1w7")
