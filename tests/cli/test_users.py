"""Models of users from a table: who they were and what they had, through every command that takes a model."""

import json
import random

import pytest
from conftest import GROUPS, WORDS_IN_GROUP, refused, succeed, word, write_lines

COLUMNS = ["--input-format", "csv", "--user-column", "user", "--item-column", "item"]
OPTIONS = ["--users", "--dimension", "8", "--iterations", "8", "--quiet"]
USERS = 400


def write_table(path, rows):
    path.write_text("user,item\n" + "".join(f"{user},{item}\n" for user, item in rows), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def had():
    """By user: items of one group, in the order of the table."""
    generator = random.Random(5)
    return {f"u{user}": list(dict.fromkeys(word(user % GROUPS, generator.randrange(WORDS_IN_GROUP)) for _ in range(5)))
            for user in range(USERS)}


@pytest.fixture(scope="module")
def items(tmp_path_factory, had):
    folder = tmp_path_factory.mktemp("users")
    table = write_table(folder / "had.csv", [(user, item) for user, items in had.items() for item in items])
    succeed("train", table, *OPTIONS, *COLUMNS, "-o", folder / "items.bsg")
    return folder / "items.bsg"


@pytest.fixture(scope="module")
def unheard(tmp_path_factory):
    rows = [("x", "new"), ("x", "g1w0"), ("x", "g1w1"), ("y", "new"), ("y", "g1w3"), ("z", "other"), ("z", "g2w1")]
    return write_table(tmp_path_factory.mktemp("users") / "unheard.csv", rows)


def baskets_of(*arguments):
    return json.loads(succeed("recommend", *arguments, "--json").stdout)["baskets"]


def test_a_user_is_recommended_what_their_items_are(items, had):
    for user in ("u0", "u7", f"u{USERS - 1}"):
        (asked,) = baskets_of(items, "--user", user, "-k", "100")
        assert asked["user"] == user and sorted(asked["items"]) == sorted(had[user])
        answers = [answer["item"] for answer in asked["answers"]]
        assert sorted(answers + had[user]) == sorted(word(g, w) for g in range(GROUPS) for w in range(WORDS_IN_GROUP))
        (by_items,) = baskets_of(items, *had[user], "-k", "100")
        assert asked["answers"] == by_items["answers"]
        of_group = WORDS_IN_GROUP - len(had[user])
        assert {answer[:2] for answer in answers[:of_group]} <= {had[user][0][:2]}


def test_what_they_have_comes_back_on_request(items, had):
    (asked,) = baskets_of(items, "--user", "u7", "-k", "100", "--repeat")
    assert set(had["u7"]) < {answer["item"] for answer in asked["answers"]}
    assert 'the model has no user "nobody"' in refused("recommend", items, "--user", "nobody")


def test_new_items_are_inferred_from_a_table_of_the_same_columns(items, unheard, tmp_path, had):
    larger = tmp_path / "larger.bsg"
    found = json.loads(succeed("infer", items, unheard, "--json", "-k", "3", "-o", larger).stdout)["words"]
    assert [(one["word"], one["count"]) for one in found] == [("new", 2), ("other", 1)]
    assert {answer["word"][:2] for answer in found[0]["answers"]} == {"g1"}
    assert {answer["word"][:2] for answer in found[1]["answers"]} == {"g2"}
    (asked,) = baskets_of(larger, "--user", "u7", "-k", "100")
    assert sorted(asked["items"]) == sorted(had["u7"])
    assert "new" not in {answer["item"] for answer in asked["answers"]}
    lines = write_lines(tmp_path / "lines.txt", [["new", "g1w0", "g1w1"]])
    assert "there is no column 'user', which --user-column asks for" in refused("infer", items, lines)


def test_no_update_with_names_or_without(items, unheard, had, tmp_path):
    lines = write_lines(tmp_path / "lines.txt", had.values())
    nameless = tmp_path / "nameless.bsg"
    succeed("train", lines, *OPTIONS, "-o", nameless)
    for model, text in ((items, unheard), (nameless, lines)):
        message = refused("update", model, text, "-o", tmp_path / "updated.bsg")
        assert "trained with --users, and an update cannot add to what each of them had" in message
    assert not (tmp_path / "updated.bsg").exists()
