"""Baskets split, and recommendations judged: what the command does."""

import json
import random

import pytest
from conftest import command

import bsg


@pytest.fixture(scope="module")
def baskets():
    generator = random.Random(2)
    return [[f"g{group}i{min(int(generator.expovariate(0.3)), 9)}" for _ in range(generator.randint(2, 7))]
            for group in (generator.randrange(4) for _ in range(300))]


@pytest.fixture(scope="module")
def files(baskets, tmp_path_factory):
    folder = tmp_path_factory.mktemp("baskets")
    (folder / "given.txt").write_text("".join(" ".join(basket) + "\n" for basket in baskets))
    return folder


@pytest.mark.parametrize("way, options", [((), {}), (("--by-user", "0.3", "--seed", "5"), {"by_user": 0.3, "seed": 5})])
def test_splits_as_the_command(baskets, files, way, options):
    command("split", files / "given.txt", *way, "--train", files / "train.txt", "--test", files / "test.txt")
    split = bsg.split_baskets(baskets, **options)
    assert [" ".join(basket) for basket in split.train] == (files / "train.txt").read_text().splitlines()
    assert [f"{' '.join(known)}\t{' '.join(held_out)}" for known, held_out in split.test] == \
        (files / "test.txt").read_text().splitlines()
    assert bsg.split_baskets(files / "given.txt", **options) == split
    assert (split.train_items, split.held_out_items) == \
        (sum(map(len, split.train)), sum(len(test.held_out) for test in split.test))


def test_tables(tmp_path):
    (tmp_path / "films.csv").write_text("user,film,time\nann,Big Fish,2\nann,Up,1\nbob,Up,3\nbob,Alien,4\n")
    layout = {"input_format": "csv", "user_column": "user", "item_column": "film", "order_column": "time"}
    split = bsg.split_baskets(tmp_path / "films.csv", **layout)
    assert split.users == ["ann", "bob"] and split.train == [["Up"], ["Up"]]
    assert split.test == [bsg.TestBasket(("Up",), ("Big Fish",)), bsg.TestBasket(("Up",), ("Alien",))]
    split = bsg.split_baskets([tmp_path / "films.csv"], by_time=0.25, **layout)
    assert split.test == [(("Up",), ("Alien",))]
    assert split.new_items == 1 and repr(split) == "<bsg.BasketSplit: 2 baskets to train on, 1 to test with>"


def test_items_are_meant_by_their_text():
    split = bsg.split_baskets([[1, 2, 2], ["a", 2.5]])
    assert {*split.test[0].known, *split.test[0].held_out} == {"1", "2"}
    assert {*split.test[1].known, *split.test[1].held_out} == {"a", "2.5"}


def test_what_cannot_be_split(tmp_path):
    with pytest.raises(bsg.InputError, match="no basket has two different items"):
        bsg.split_baskets([["a"], ["b"]])
    with pytest.raises(ValueError, match="by_user: the share must be between 0 and 1"):
        bsg.split_baskets([["a", "b"]], by_user=1)
    with pytest.raises(ValueError, match="give one of them"):
        bsg.split_baskets([["a", "b"]], by_user=0.5, by_time=0.5)
    with pytest.raises(ValueError, match="order_column"):
        bsg.split_baskets([["a", "b"]], by_time=0.5)
    with pytest.raises(TypeError, match="basket 2 must be a list of items, not str"):
        bsg.split_baskets([["a", "b"], "ab"])
    with pytest.raises(TypeError, match="not bytes"):
        bsg.split_baskets([[b"a", b"b"]])
    with pytest.raises(ValueError, match="there are no baskets"):
        bsg.split_baskets([])
    with pytest.raises(ValueError, match="seed"):
        bsg.split_baskets([["a", "b"]], seed=-1)
    with pytest.raises(FileNotFoundError):
        bsg.split_baskets(tmp_path / "none")


@pytest.fixture(scope="module")
def split(baskets):
    return bsg.split_baskets(baskets)


@pytest.fixture(scope="module")
def trained(split):
    return bsg.train(split.train, sets=True, dimension=6, iterations=5)


@pytest.mark.parametrize("rank", ["mean", "lower"])
def test_judges_as_the_command(split, trained, files, rank):
    command("split", files / "given.txt", "--train", files / "train.txt", "--test", files / "test.txt")
    trained.save(files / "m.bsg")
    told = json.loads(command("evaluate", files / "m.bsg", "--baskets", files / "test.txt", "--train",
                              files / "train.txt", "--basket-rank", rank, "--json"))["baskets"]
    result = trained.evaluate_baskets(split.test, split.train, rank=rank)
    assert trained.evaluate_baskets(files / "test.txt", files / "train.txt", rank=rank) == result
    assert list(result.methods) == [method["method"] for method in told["methods"]]
    for key in ("users", "items", "known_items", "held_out_items", "unknown_known", "unknown_held_out", "ease_penalty",
                "ease_penalty_chosen"):
        assert getattr(result, key) == told[key]
    for ours, theirs in zip(result.methods.values(), told["methods"]):
        for k, first in ours.first.items():
            for key in ("hit_rate", "recall", "ndcg", "mrr"):
                assert 100 * getattr(first, key).mean == pytest.approx(theirs["first"][str(k)][key]["mean"])
                assert 100 * getattr(first, key).error == pytest.approx(theirs["first"][str(k)][key]["error"])
            assert 100 * first.coverage == pytest.approx(theirs["first"][str(k)]["coverage"])
        for name, third in ours.thirds.items():
            assert third.items == theirs["thirds"][name]["items"]
            assert 100 * third.ndcg.mean == pytest.approx(theirs["thirds"][name]["ndcg"]["mean"])


def test_pairs_of_lists_will_do(trained):
    result = trained.evaluate_baskets([(["g0i0"], ["g0i1", "new"]), (["new"], ["g1i0"])])
    assert (result.users, result.unknown_known, result.unknown_held_out) == (2, 1, 1)
    assert list(result.methods) == ["bsg", "popularity"] and list(result.left_out) == ["item-knn", "ease"]
    assert repr(result.methods["bsg"]).startswith("<bsg.MethodResult: bsg, first 10: hit rate ")


def test_what_cannot_be_judged(trained, split):
    with pytest.raises(bsg.InputError, match="there are no test baskets"):
        trained.evaluate_baskets([])
    with pytest.raises(TypeError, match="a test basket is a pair"):
        trained.evaluate_baskets([["a", "b", "c"]])
    with pytest.raises(TypeError, match="the known items must be a list of items, not str"):
        trained.evaluate_baskets([("ab", ["c"])])
    with pytest.raises(bsg.InputError, match="also among its known ones"):
        trained.evaluate_baskets([(["g0i0"], ["g0i0"])])
    with pytest.raises(ValueError, match="rank"):
        trained.evaluate_baskets(split.test, rank="thompson")
    with pytest.raises(ValueError, match="ease_penalty must be a number above 0"):
        trained.evaluate_baskets(split.test, ease_penalty=-1)
