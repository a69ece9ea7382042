"""bsg recommend: what to offer next to somebody with some items."""

import gzip
import json
from pathlib import Path

import pytest
from conftest import GROUPS, WORDS_IN_GROUP, group_lines, refused, succeed, word, write_lines

# Three users, "ann", "bö b" (who has nothing) and "17".
WITH_USERS = Path(__file__).parents[1] / "model" / "kept" / "format-4-users.bsg"

BASKETS = [["g1w0", "g1w3"], ["g3w1"], [], ["nothing", "g2w2", "g2w2"], ["nothing"]]


@pytest.fixture(scope="module")
def items(tmp_path_factory):
    folder = tmp_path_factory.mktemp("recommend")
    baskets = write_lines(folder / "baskets.txt", group_lines(lines=1500, length=4, seed=7))
    path = folder / "items.bsg"
    succeed("train", baskets, "--users", "-o", path, "--dimension", "8", "--iterations", "8", "--burn-in", "3", "--quiet")
    return path


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    path = tmp_path_factory.mktemp("recommend") / "names.tsv"
    lines = [f"{word(g, w)}\tNumber {w} of {g}\ttag {g}\n" for g in range(GROUPS) for w in range(1, WORDS_IN_GROUP)]
    path.write_text("".join(lines) + "\nunheard\tOf\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def basket_file(tmp_path_factory):
    return write_lines(tmp_path_factory.mktemp("recommend") / "ask.txt", BASKETS)


def report(*arguments, **keywords):
    return json.loads(succeed("recommend", *arguments, "--json", **keywords).stdout)


def baskets_of(*arguments, **keywords):
    return report(*arguments, **keywords)["baskets"]


def answers(*arguments, **keywords):
    (basket,) = baskets_of(*arguments, **keywords)
    return [answer["item"] for answer in basket["answers"]]


def without_suggestions(basket):
    return {**basket, "unknown": [one["item"] for one in basket["unknown"]]}


def test_a_table_for_a_basket(items):
    title, head, *rows = succeed("recommend", items, "g1w0", "g1w3", "-k", "4").stdout.decode().splitlines()
    assert title == "g1w0, g1w3"
    assert head.split() == ["item", "score", "+-", "probability", "count"]
    assert [row.split()[0] for row in rows] == ["1", "2", "3", "4"]
    assert {row.split()[1] for row in rows} == {"g1w1", "g1w2", "g1w4", "g1w5"}
    assert all(row.split()[5] == "%" for row in rows)


def test_json(items):
    found = report(items, "g1w0", "-k", "3", "--min-count", "2")
    assert list(found) == ["model", "rank", "seed", "min_count", "repeat", "baskets"]
    assert (found["rank"], found["seed"], found["min_count"], found["repeat"]) == ("mean", 1, 2, False)
    (basket,) = found["baskets"]
    assert list(basket) == ["user", "items", "unknown", "by_popularity", "answers"]
    assert (basket["user"], basket["items"], basket["unknown"], basket["by_popularity"]) == (None, ["g1w0"], [], False)
    scores = [answer["score"] for answer in basket["answers"]]
    assert len(scores) == 3 and scores == sorted(scores, reverse=True)
    for answer in basket["answers"]:
        assert list(answer) == ["item", "name", "score", "deviation", "probability", "count"]
        assert answer["deviation"] > 0 and 0 < answer["probability"] < 1 and answer["name"] is None and answer["count"] > 0


def test_the_order_of_a_basket_and_repeats_do_not_matter(items):
    first = baskets_of(items, "g1w0", "g2w3", "g4w1")[0]["answers"]
    assert baskets_of(items, "g4w1", "g1w0", "g2w3")[0]["answers"] == first
    assert baskets_of(items, "g4w1", "g1w0", "g4w1", "g2w3")[0]["answers"] == first


def test_probabilities_of_all_items_add_up(items):
    (basket,) = baskets_of(items, "g1w0", "-k", "1000")
    assert len(basket["answers"]) == GROUPS * WORDS_IN_GROUP - 1
    assert sum(answer["probability"] for answer in basket["answers"]) == pytest.approx(1, abs=1e-4)


def test_what_they_have_comes_only_on_request(items):
    assert "g1w0" not in answers(items, "g1w0", "-k", "100")
    assert "g1w0" in answers(items, "g1w0", "-k", "100", "--repeat")


def test_excluded_items_never_appear(items, tmp_path, names):
    best = answers(items, "g1w0", "-k", "2")
    excluded = write_lines(tmp_path / "excluded", [[best[0]], ["unheard"]])
    assert answers(items, "g1w0", "-k", "100")[1:] == answers(items, "g1w0", "-k", "100", "--exclude", excluded)
    by_name = tmp_path / "names"
    by_name.write_text(f"Number {best[0][-1]} of 1\n")
    assert best[0] not in answers(items, "g1w0", "-k", "100", "--exclude", by_name, "--names", names)
    everything = write_lines(tmp_path / "everything", [[word(g, w)] for g in range(GROUPS) for w in range(WORDS_IN_GROUP)])
    assert "nothing to recommend" in refused("recommend", items, "g1w0", "--exclude", everything)


def test_unknown_items_are_skipped_with_a_note(items):
    text = succeed("recommend", items, "g1w0", "g1w9", "-k", "2").stdout.decode()
    assert text.splitlines()[0] == "g1w0"
    assert text.splitlines()[1].startswith('"g1w9" is skipped: the model does not have it. Close items: "')
    (basket,) = baskets_of(items, "g1w0", "g1w9")
    assert basket["unknown"][0]["item"] == "g1w9" and len(basket["unknown"][0]["closest"]) == 3
    assert basket["answers"] == baskets_of(items, "g1w0")[0]["answers"]


def test_without_a_known_item_popularity_decides(items):
    (basket,) = baskets_of(items, "nothing", "-k", "100")
    assert basket["by_popularity"] and basket["items"] == []
    counts = [answer["count"] for answer in basket["answers"]]
    assert len(counts) == GROUPS * WORDS_IN_GROUP and counts == sorted(counts, reverse=True)
    assert "popular items come first" in succeed("recommend", items, "nothing").stdout.decode()


def test_items_by_name(items, names):
    head, *rows = succeed("recommend", items, "Number 2 of 1", "g1w0", "--names", names, "-k", "3").stdout.decode().splitlines()
    assert head == "Number 2 of 1, g1w0"
    assert rows[0].split() == ["item", "id", "score", "+-", "probability", "count"]
    assert all("Number " in row and " g1w" in row for row in rows[1:])
    (basket,) = baskets_of(items, "Number 2 of 1", "of 4", "--names", names)
    assert basket["items"] == ["g1w2"] and basket["answers"] == [
        {**answer, "name": f"Number {answer['item'][-1]} of {answer['item'][1]}" if answer["item"][-1] != "0" else None}
        for answer in baskets_of(items, "g1w2")[0]["answers"]]
    (unknown,) = basket["unknown"]
    assert unknown["item"] == "of 4" and all(name.endswith("of 4") for name in unknown["closest"])


def test_ranks(items):
    lists = {rank: baskets_of(items, "g1w0", "g2w0", "-k", "100", "--rank", rank)[0]["answers"] for rank in ("mean", "lower", "upper")}
    for rank, sign in (("mean", 0), ("lower", -1), ("upper", 1)):
        keys = [answer["score"] + sign * answer["deviation"] for answer in lists[rank]]
        assert all(a >= b - 1e-4 for a, b in zip(keys, keys[1:])), rank
    assert "by lower bound" in succeed("recommend", items, "g1w0", "--rank", "lower").stdout.decode()


def test_draws_follow_from_the_seed(items):
    draws = [answers(items, "g1w0", "-k", "30", "--rank", "thompson", "--seed", seed) for seed in ("1", "1", "2", "3")]
    assert draws[0] == draws[1] and len({tuple(draw) for draw in draws}) > 1
    assert sorted(draws[0]) != sorted(draws[0][:1]) and len(set(draws[0])) == 30


def test_a_file_of_baskets_equals_single_calls(items, basket_file):
    lists = [without_suggestions(basket) for basket in baskets_of(items, "--baskets", basket_file, "-k", "7")]
    assert len(lists) == len(BASKETS) and lists[2]["by_popularity"] and lists[4]["by_popularity"]
    for basket, found in zip(BASKETS, lists):
        if basket:
            assert found == without_suggestions(baskets_of(items, *basket, "-k", "7")[0])
    assert lists[3]["unknown"] == ["nothing"] and lists[3]["items"] == ["g2w2"]


def test_any_form_of_file(items, basket_file, tmp_path):
    lists = baskets_of(items, "--baskets", basket_file)
    packed = tmp_path / "ask.gz"
    packed.write_bytes(gzip.compress(basket_file.read_bytes()))
    assert baskets_of(items, "--baskets", packed) == lists
    assert baskets_of(items, "--baskets", "-", stdin=basket_file.read_bytes()) == lists
    assert baskets_of(items, "--baskets", "-", stdin=b"") == []


def test_long_files_are_answered_in_parts(items, tmp_path):
    lines = [[word(k % GROUPS, k % WORDS_IN_GROUP)] for k in range(4096 + 5)]
    long = write_lines(tmp_path / "long", lines)
    lists = baskets_of(items, "--baskets", long, "-k", "2")
    assert [basket["items"] for basket in lists] == lines
    assert lists[4097] == baskets_of(items, *lines[4097], "-k", "2")[0]
    draws = baskets_of(items, "--baskets", long, "-k", "9", "--rank", "thompson")
    assert draws == baskets_of(items, "--baskets", long, "-k", "9", "--rank", "thompson")
    assert draws[:4096] == baskets_of(items, "--baskets", write_lines(tmp_path / "part", lines[:4096]), "-k", "9", "--rank", "thompson")
    text = succeed("recommend", items, "--baskets", long, "-k", "1").stdout.decode()
    assert text.count("\n\n") == len(lines) - 1


def test_users_of_the_model(tmp_path):
    lists = baskets_of(WITH_USERS, "--user", "17", "ann", "-k", "2")
    assert [basket["user"] for basket in lists] == ["17", "ann"]
    assert lists[0]["items"] == ["the", "parish", "😀"] and not lists[0]["by_popularity"]
    file = tmp_path / "users"
    file.write_text("17\nann\nbö b\n", encoding="utf-8")
    many = baskets_of(WITH_USERS, "--users", file, "-k", "2")
    assert many[:2] == lists and many[2]["by_popularity"]
    assert succeed("recommend", WITH_USERS, "--user", "ann").stdout.decode().startswith("user ann: paris, 日本\n")
    assert '"users": 3' in succeed("info", WITH_USERS, "--json").stdout.decode()
    assert "  users " in succeed("info", WITH_USERS).stdout.decode()


def test_users_that_are_not_there(items, tmp_path):
    file = tmp_path / "users"
    file.write_text("ann\nzoe\n")
    assert f"'{file}' line 2: the model has no user \"zoe\"" in refused("recommend", WITH_USERS, "--users", file)
    assert 'the model has no user "zoe"' in refused("recommend", WITH_USERS, "--user", "zoe")
    for arguments in (["--user", "ann"], ["--users", file]):
        assert "does not know who its users were" in refused("recommend", items, *arguments)


def test_refusals(model, items, names, tmp_path):
    assert "give items, --user, --baskets or --users" in refused("recommend", items)
    assert "only one of" in refused("recommend", items, "g1w0", "--baskets", names)
    assert "standard input (-) can be only one" in refused("recommend", items, "--baskets", "-", "--exclude", "-")
    assert "'mode' is not one of mean|lower|upper|thompson" in refused("recommend", items, "g1w0", "--rank", "mode")
    assert "'-1' is not a whole number" in refused("recommend", items, "g1w0", "--seed=-1")
    assert "'0' is not a whole number from 1 up" in refused("recommend", items, "g1w0", "-k", "0")
    assert "missing" in refused("recommend", items, "--baskets", tmp_path / "missing")
    bad = tmp_path / "bad.tsv"
    bad.write_text("g1w0\tFirst\ng1w1 Second\n")
    assert f"'{bad}' line 2: there is no tab" in refused("recommend", items, "g1w0", "--names", bad)


def test_models_of_text_recommend_too(model):
    assert {item[:2] for item in answers(model, "g1w0", "g1w1", "-k", "3")} == {"g1"}
