"""What to offer next to somebody with some items."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Hashable, Iterable

from . import _bsg
from .arguments import check_min_count, check_number_of_answers
from .errors import InputError
from .questions import Questions
from .recommendations import Recommendation, RecommendationArrays

_KEPT_RECOMMENDERS = 4


class Recommending(Questions):
    """The part of `Model` that recommends."""

    __slots__ = ("_recommenders", "_users")

    def __init__(self, core: _bsg.Model):
        super().__init__(core)
        self._recommenders: OrderedDict[Hashable, _bsg.Recommender] = OrderedDict()
        self._users: tuple[str, ...] | None = None

    def recommend(
        self,
        items: Iterable[Hashable],
        k: int = 10,
        *,
        rank: str = "mean",
        exclude: Iterable[Hashable] = (),
        min_count: int = 0,
        repeat: bool = False,
        seed: int = 1,
    ) -> list[Recommendation]:
        """The k items to offer next to somebody with these items, the best first.

        Their order does not matter. Items that the model does not have are skipped; without any that it has, items come
        by popularity. Other items than str are meant by their str(), as in training: 17 is "17".

        >>> import bsg
        >>> baskets = [["tea", "milk", "sugar"], ["nails", "hammer"], ["tea", "sugar"], ["nails", "hammer", "saw"]]
        >>> model = bsg.train(baskets * 30, users=True, dimension=4, iterations=10)
        >>> [answer.item for answer in model.recommend(["tea", "milk"], k=1)]
        ['sugar']

        Args:
            items: what they have.
            k: how many.
            rank: what items are ordered by: the score ("mean"), the score less its deviation ("lower": what is surely
                liked), plus its deviation ("upper": what may be liked), or the score of a draw from the user's density
                ("thompson": explores where users are unsure).
            exclude: items that are never recommended.
            min_count: leave out items with a lower count.
            repeat: also recommend what they have already.
            seed: of the draws of "thompson", together with the place of a basket among those of the call.

        Raises ModelError if the model holds points or has one side only, and OptionError (a ValueError) if nothing is left to
        recommend. The first call prepares the model, later ones with the same options do not.
        """
        basket = [items] if isinstance(items, (str, int)) else _listed(items)
        return self.recommend_many([basket], k, rank=rank, exclude=exclude, min_count=min_count, repeat=repeat, seed=seed)[0]

    def recommend_many(
        self,
        baskets: Iterable[Iterable[Hashable]],
        k: int = 10,
        *,
        rank: str = "mean",
        exclude: Iterable[Hashable] = (),
        min_count: int = 0,
        repeat: bool = False,
        seed: int = 1,
    ) -> list[list[Recommendation]]:
        """`recommend` for many baskets at once, in a fraction of the time: a list for each."""
        check_number_of_answers(k)
        return self._recommender(rank, exclude, min_count, repeat, seed).recommend(_rows(baskets), k)

    def recommend_arrays(
        self,
        baskets: Iterable[Iterable[Hashable]],
        k: int = 10,
        *,
        rank: str = "mean",
        exclude: Iterable[Hashable] = (),
        min_count: int = 0,
        repeat: bool = False,
        seed: int = 1,
    ) -> RecommendationArrays:
        """`recommend_many` as arrays of baskets x k, for very many baskets: ids (rows of `words`), scores, deviations and
        probabilities. The id is -1 where a basket has fewer than k recommendations.

        >>> import bsg
        >>> baskets = [["tea", "milk", "sugar"], ["nails", "hammer"], ["tea", "sugar"], ["nails", "hammer", "saw"]]
        >>> model = bsg.train(baskets * 30, users=True, dimension=4, iterations=10)
        >>> found = model.recommend_arrays([["tea", "milk"], ["nails", "saw"]], k=1)
        >>> found.ids.shape, [model.words[best] for best in found.ids[:, 0]]
        ((2, 1), ['sugar', 'hammer'])
        """
        check_number_of_answers(k)
        return self._recommender(rank, exclude, min_count, repeat, seed).recommend_arrays(_rows(baskets), k)

    def recommend_to(
        self,
        users: Iterable[Hashable],
        k: int = 10,
        *,
        rank: str = "mean",
        exclude: Iterable[Hashable] = (),
        min_count: int = 0,
        repeat: bool = False,
        seed: int = 1,
    ) -> list[list[Recommendation]]:
        """`recommend` for `users` that the model was trained on: a list for each.

        Raises ModelError if the model does not know who its users were, and InputError (a ValueError) for somebody else.
        """
        check_number_of_answers(k)
        asked = [users] if isinstance(users, (str, int)) else _listed(users)
        return self._recommender(rank, exclude, min_count, repeat, seed).recommend_to(asked, k)

    @property
    def users(self) -> tuple[str, ...]:
        """Names of the users that the model was trained on; empty where these had no names, or where words are targets."""
        if self._users is None:
            self._users = self._core.users()
        return self._users

    def items_of(self, user: Hashable) -> list[str]:
        """What a user had, the most frequent item first. Raises InputError (a ValueError) for one whom the model does not know."""
        items = self._core.items_of(user)
        if items is None:
            raise InputError(f'the model has no user "{user}"')
        return items

    def _recommender(self, rank: str, exclude: Iterable[Hashable], min_count: int, repeat: bool,
                     seed: int) -> _bsg.Recommender:
        """The last few are kept: preparing one copies the contexts."""
        check_min_count(min_count, least=0)
        if isinstance(seed, bool) or not hasattr(seed, "__index__") or not 0 <= seed < 1 << 64:
            raise ValueError(f"seed must be a whole number from 0 up, not {seed!r}")
        left_out = [exclude] if isinstance(exclude, (str, int)) else _listed(exclude)
        key = rank, frozenset(map(str, left_out)), min_count, bool(repeat), seed if rank == "thompson" else None
        recommender = self._recommenders.pop(key, None)
        if recommender is None:
            recommender = _bsg.Recommender(self._core, rank, left_out, min_count, bool(repeat), seed)
        self._recommenders[key] = recommender
        while len(self._recommenders) > _KEPT_RECOMMENDERS:
            self._recommenders.popitem(last=False)
        return recommender


def _listed(items: Any) -> list[Any]:
    """Arrays become lists of Python's own numbers, which are faster to go through."""
    return list(items.tolist() if hasattr(items, "tolist") else items)


def _rows(baskets: Iterable[Iterable[Hashable]]) -> list[Iterable[Any]]:
    rows: list[Iterable[Any]] = []
    for place, basket in enumerate(baskets):
        if isinstance(basket, (str, int)):
            raise TypeError(f"basket {place} (counted from 0) is a {type(basket).__name__}, not a list of items")
        rows.append(_listed(basket))
    return rows
