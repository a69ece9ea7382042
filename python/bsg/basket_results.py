"""Named results of splitting baskets, and of judging recommendations by them."""

from __future__ import annotations

from typing import NamedTuple


class TestBasket(NamedTuple):
    """Somebody's items in two parts."""

    known: tuple[str, ...]
    """What a recommender is told."""
    held_out: tuple[str, ...]
    """What it has to find."""


class BasketSplit(NamedTuple):
    """What `split_baskets` returns: `train` is for `train`, `test` for `Model.evaluate_baskets`."""

    train: list[list[str]]
    test: list[TestBasket]
    users: list[str]
    """Whose baskets those of `train` are; "" where baskets have no names."""
    train_items: int
    """Items in `train`, each basket's counted."""
    held_out_items: int
    """Items held out in `test`, likewise."""
    new_items: int
    """Of those held out: `train` does not have them."""
    without_known: int
    """Users with items behind the cut only, which are left out (by_time)."""

    def __repr__(self) -> str:
        return f"<bsg.BasketSplit: {len(self.train):,} baskets to train on, {len(self.test):,} to test with>"


class MeanOverUsers(NamedTuple):
    """A mean over users."""

    mean: float
    error: float
    """Half the width of its 95 % confidence interval."""


class FirstItems(NamedTuple):
    """What the first k items of users' lists are worth."""

    hit_rate: MeanOverUsers
    """Share of users with a held-out item among them."""
    recall: MeanOverUsers
    """Share of a user's held-out items that is among them."""
    ndcg: MeanOverUsers
    """Sum of 1 / log2(1 + rank) over those, by the best that k items could reach."""
    mrr: MeanOverUsers
    """1 / rank of the first of those; 0 without one."""
    coverage: float
    """Share of all items that is among those of somebody."""


class PopularityThird(NamedTuple):
    """The first 10 items, judged by held-out items of similar popularity only."""

    users: int
    """With a held-out item in this third."""
    items: int
    """Held out, each user's counted."""
    hit_rate: MeanOverUsers
    ndcg: MeanOverUsers


class MethodResult(NamedTuple):
    """How good one method's recommendations are."""

    name: str
    first: dict[int, FirstItems]
    """Of lists of 10, 20 and 100 items."""
    thirds: dict[str, PopularityThird]
    """Of held-out items that are "popular", "middle" and "rare"."""

    def __repr__(self) -> str:
        best = self.first[10]
        return (f"<bsg.MethodResult: {self.name}, first 10: hit rate {best.hit_rate.mean:.3f} ± {best.hit_rate.error:.3f}, "
                f"NDCG {best.ndcg.mean:.3f} ± {best.ndcg.error:.3f}>")


class BasketEvaluation(NamedTuple):
    """What `Model.evaluate_baskets` returns."""

    methods: dict[str, MethodResult]
    """By name: "bsg" (the model), "popularity", "item-knn" and "ease"."""
    left_out: dict[str, str]
    """Methods that were not judged, and why."""
    users: int
    items: int
    """Of the model: those that lists are made of."""
    known_items: int
    """Each user's counted, as are the others."""
    held_out_items: int
    unknown_known: int
    """Known items that the model does not have: they tell nothing."""
    unknown_held_out: int
    """Held-out items that the model does not have: they count as not found."""
    ease_penalty: float | None
    """Lambda of EASE; None without EASE."""
    ease_penalty_chosen: bool
    """Whether it was chosen on the training baskets."""
