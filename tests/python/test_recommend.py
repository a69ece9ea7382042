"""What to offer next to somebody with some items."""

import copy
import json
import pickle
import random
from pathlib import Path

import numpy as np
import pytest

import bsg
from conftest import GROUPS, WORDS_IN_GROUP, command, group_sentences

# Three users, "ann", "bö b" (who has nothing) and "17".
WITH_USERS = Path(__file__).parents[1] / "model" / "kept" / "format-4-users.bsg"
OPTIONS = {"users": True, "dimension": 8, "iterations": 8, "burn_in": 3}


@pytest.fixture(scope="module")
def items():
    return bsg.train(group_sentences(lines=1500, length=4, seed=7), **OPTIONS)


@pytest.fixture(scope="module")
def numbered():
    generator = random.Random(1)
    return bsg.train([[generator.randrange(10) + 10 * group for _ in range(5)] for group in (1, 2, 3) for _ in range(300)], **OPTIONS)


@pytest.fixture(scope="module")
def known():
    return bsg.load(WITH_USERS)


def names_of(answers):
    return [answer.item for answer in answers]


def test_a_basket(items):
    answers = items.recommend(["g1w0", "g1w3"], k=4)
    assert set(names_of(answers)) == {"g1w1", "g1w2", "g1w4", "g1w5"}
    best = answers[0]
    assert isinstance(best, bsg.Recommendation) and best.deviation > 0 and 0 < best.probability < 1
    assert repr(best) == f"<bsg.Recommendation: {best.item!r}, {best.score:.3f} ± {best.deviation:.3f}, {best.probability:.2%}>"
    assert [answer.score for answer in answers] == sorted((answer.score for answer in answers), reverse=True)
    assert items.recommend(["g1w3", "g1w0", "g1w3"], k=4) == answers
    assert items.recommend({"g1w3", "g1w0"}, k=4) == answers
    assert items.recommend(item for item in ("g1w3", "g1w0")) == items.recommend(["g1w0", "g1w3"], 10)
    assert items.recommend("g1w0") == items.recommend(["g1w0"])


def test_the_same_as_the_command(items, tmp_path):
    path = tmp_path / "items.bsg"
    items.save(path)
    loaded = bsg.load(path)
    for rank in ("mean", "lower", "upper", "thompson"):
        found = json.loads(command("recommend", path, "g1w0", "g2w3", "-k", "5", "--rank", rank, "--seed", "3", "--json"))
        expected = [(answer["item"], answer["score"], answer["deviation"], answer["probability"])
                    for answer in found["baskets"][0]["answers"]]
        for model in (items, loaded):
            assert [tuple(answer) for answer in model.recommend(["g1w0", "g2w3"], k=5, rank=rank, seed=3)] == expected


def test_what_is_left_out(items):
    everything = GROUPS * WORDS_IN_GROUP
    assert len(items.recommend(["g1w0"], k=1000)) == everything - 1
    assert "g1w0" in names_of(items.recommend(["g1w0"], k=1000, repeat=True))
    excluded = ["g1w1", "g2w2", "unheard"]
    left = names_of(items.recommend(["g1w0"], k=1000, exclude=excluded))
    assert len(left) == everything - 3 and not set(excluded) & set(left)
    assert names_of(items.recommend(["g1w0"], k=1000, exclude="g1w1")).count("g1w1") == 0
    least = int(np.median(items.counts))
    assert all(items.count(name) >= least for name in names_of(items.recommend(["g1w0"], k=1000, min_count=least)))
    with pytest.raises(ValueError, match="nothing to recommend"):
        items.recommend(["g1w0"], exclude=items.words)


def test_unknown_items_tell_nothing(items):
    assert items.recommend(["g1w0", "unheard", ""]) == items.recommend(["g1w0"])
    popular = names_of(items.recommend([], k=1000))
    assert popular == names_of(items.recommend(["unheard"], k=1000))
    counts = [items.count(name) for name in popular]
    assert counts == sorted(counts, reverse=True)


def test_draws_follow_from_the_seed(items):
    draws = [names_of(items.recommend(["g1w0"], k=30, rank="thompson", seed=seed)) for seed in (1, 1, 2, 3, 4)]
    assert draws[0] == draws[1] and len({tuple(draw) for draw in draws}) > 1
    many = items.recommend_many([["g1w0"]] * 5, k=30, rank="thompson")
    assert names_of(many[0]) == draws[0] and len({tuple(names_of(one)) for one in many}) > 1


BASKETS = [["g1w0", "g1w3"], ["g3w1"], [], ["unheard", "g2w2", "g2w2"]]


def test_many_are_the_same_as_each(items):
    lists = items.recommend_many(BASKETS, k=6)
    assert lists == [items.recommend(basket, k=6) for basket in BASKETS]
    assert items.recommend_many(iter(BASKETS), 6) == lists and items.recommend_many([]) == []


def test_arrays(items):
    lists = items.recommend_many(BASKETS, k=6)
    arrays = items.recommend_arrays(BASKETS, k=6)
    assert isinstance(arrays, bsg.RecommendationArrays)
    assert arrays.ids.shape == arrays.scores.shape == (4, 6)
    assert arrays.ids.dtype == np.int32 and arrays.scores.dtype == np.float32
    assert [[items.words[best] for best in row] for row in arrays.ids] == [names_of(one) for one in lists]
    for name, array in zip(("score", "deviation", "probability"), arrays[1:]):
        assert np.allclose(array, [[getattr(answer, name) for answer in one] for one in lists])
    everything = GROUPS * WORDS_IN_GROUP
    padded = items.recommend_arrays([["g1w0"]], k=everything)
    assert padded.ids[0, -1] == -1 and np.isnan(padded.scores[0, -1]) and (padded.ids[0, :-1] >= 0).all()
    assert items.recommend_arrays([], k=3).ids.shape == (0, 3)


def test_integers_are_items(numbered):
    expected = numbered.recommend_many([["11", "13"], ["25"]], k=3)
    for baskets in ([[11, 13], [25]], [np.array([11, 13]), np.array([25])], [[np.int64(11), 13], (25,)]):
        assert numbered.recommend_many(baskets, k=3) == expected
    assert numbered.recommend_many(np.array([[11, 13], [25, 25]]), k=3) == expected
    assert numbered.recommend(25, k=3) == expected[1]
    assert "27" not in names_of(numbered.recommend([25], k=100, exclude=[27]))


def test_users_of_the_model(known, items):
    assert known.users == ("ann", "bö b", "17") and items.users == ()
    assert known.items_of("ann") == ["paris", "日本"] and known.items_of("bö b") == [] and known.items_of(17) == ["the", "parish", "😀"]
    lists = known.recommend_to(["17", "ann"], k=2)
    assert lists == [known.recommend_to(17, k=2)[0], known.recommend_to("ann", k=2)[0]]
    assert not set(known.items_of(17)) & set(names_of(lists[0]))
    found = json.loads(command("recommend", WITH_USERS, "--user", "17", "-k", "2", "--json"))["baskets"][0]["answers"]
    assert [(answer["item"], answer["score"]) for answer in found] == [answer[:2] for answer in lists[0]]
    for model in (copy.deepcopy(known), pickle.loads(pickle.dumps(known))):
        assert model.users == known.users and model.recommend_to([17], k=2) == lists[:1]


def test_users_that_are_not_there(known, items):
    with pytest.raises(bsg.InputError, match='no user "zoe"'):
        known.recommend_to(["ann", "zoe"])
    with pytest.raises(bsg.InputError, match='no user "zoe"'):
        known.items_of("zoe")
    with pytest.raises(bsg.ModelError, match="does not know who its users were.*users"):
        items.recommend_to(["ann"])


def test_wrong_values(items, tmp_path):
    with pytest.raises(ValueError, match="rank must be one of 'mean', 'lower', 'upper', 'thompson'"):
        items.recommend(["g1w0"], rank="cosine")
    with pytest.raises(ValueError, match="k must be at least 1"):
        items.recommend(["g1w0"], k=0)
    with pytest.raises(ValueError, match="min_count"):
        items.recommend(["g1w0"], min_count=-1)
    for seed in (-1, 1.5, True):
        with pytest.raises(ValueError, match="seed must be a whole number"):
            items.recommend(["g1w0"], seed=seed)
    with pytest.raises(TypeError, match=r"basket 1 \(counted from 0\) is a str"):
        items.recommend_many([["g1w0"], "g1w1"])
    with pytest.raises(TypeError):
        items.recommend([b"g1w0"])
    with pytest.raises(TypeError):
        items.recommend([["g1w0"]])
    items.export(tmp_path / "vectors.txt", "word2vec-text")
    with pytest.raises(bsg.ModelError):
        bsg.load_vectors(tmp_path / "vectors.txt").recommend(["g1w0"])
