"""Baskets in two parts, to train a recommender on and to judge it by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Sequence, Union, cast

from . import _bsg
from .arguments import Path, encoded_path, encoded_paths, is_path
from .basket_results import BasketEvaluation, BasketSplit, TestBasket
from .option_table import parse_options

if TYPE_CHECKING:
    from .questions import Questions

Basket = Iterable[Any]
Baskets = Union[Path, Iterable[Path], Iterable[Basket]]
TestBaskets = Union[Path, Iterable[Union[TestBasket, "tuple[Basket, Basket]"]]]


def split_baskets(
    baskets: Baskets,
    *,
    by_user: float | None = None,
    by_time: float | None = None,
    seed: int = 1,
    input_format: str | None = None,
    user_column: int | str | None = None,
    item_column: int | str | None = None,
    order_column: int | str | None = None,
    weight_column: int | str | None = None,
) -> BasketSplit:
    """Baskets in two parts: one to train a recommender on, one to judge it by.

    Of each basket with two or more items one is held out: the last one where there is an order column, else one at random.
    The choice depends on the seed, the place of the basket and its items, as that of the command `bsg split`.

    Args:
        baskets: lists of items, or paths of files of baskets.
        by_user: hold out this share of the users instead. A fifth of the items of each of them is to be found, the last
            ones or random ones; `train` has the other users.
        by_time: hold out the last rows of all instead, this share of them. Needs a table with an order column.
        seed: of random choices.
        input_format, user_column, item_column, order_column, weight_column: how files are laid out, as for `train`.

    Raises:
        InputError: nothing can be held out, or the files have no baskets (a ValueError).
        OSError: a file that cannot be read.

    >>> import bsg
    >>> baskets = [["tea", "milk", "sugar"], ["nails", "hammer"], ["tea", "sugar"], ["nails", "hammer", "saw"]] * 30
    >>> split = bsg.split_baskets(baskets)
    >>> split
    <bsg.BasketSplit: 120 baskets to train on, 120 to test with>
    >>> len(split.train[0]), split.test[0].known == tuple(split.train[0]), len(split.test[0].held_out)
    (2, True, 1)
    """
    if by_user is not None and by_time is not None:
        raise ValueError("by_user and by_time are two ways to split; give one of them")
    columns = {"user_column": user_column, "item_column": item_column, "order_column": order_column,
               "weight_column": weight_column}
    layout = parse_options({"users": True, "input_format": input_format, **columns})
    files, lists = _gathered(baskets)
    return _bsg.split_baskets(files, lists, layout, by_user, by_time, _checked_seed(seed))


def evaluate_baskets(model: Questions, test: TestBaskets, train: Baskets | None, rank: str,
                     ease_penalty: float | None) -> BasketEvaluation:
    if is_path(test):
        test = cast("Sequence[TestBasket]", _bsg.read_test_baskets(encoded_path(cast(Path, test)) or b""))
    pairs = [_test_pair(basket) for basket in cast("Iterable[Any]", test)]
    files, lists = ([], []) if train is None else _gathered(train)
    return _bsg.evaluate_baskets(model._core, pairs, files, lists, rank, ease_penalty)


def _gathered(baskets: Baskets) -> tuple[list[bytes], list[list[bytes]]]:
    """Paths, or lists."""
    if is_path(baskets):
        return encoded_paths(cast(Path, baskets)), []
    listed = list(cast("Iterable[Any]", baskets))
    if not listed:
        raise ValueError("there are no baskets")
    if all(is_path(one) for one in listed):
        return encoded_paths(listed), []
    return [], [_item_texts(one, f"basket {place}") for place, one in enumerate(listed, start=1)]


def _test_pair(basket: Any) -> tuple[list[bytes], list[bytes]]:
    try:
        known, held_out = basket
    except (TypeError, ValueError):
        raise TypeError("a test basket is a pair: the known items, and those held out") from None
    return _item_texts(known, "the known items"), _item_texts(held_out, "the held-out items")


def _item_texts(items: Any, what: str) -> list[bytes]:
    """Other items than str are meant by their str(), as in training."""
    if is_path(items) or not isinstance(items, Iterable):
        raise TypeError(f"{what} must be a list of items, not {type(items).__name__}")
    texts = []
    for item in items:
        if isinstance(item, (bytes, bytearray)):
            raise TypeError("items must be str, not bytes: decode them first")
        texts.append(str(item).encode("utf-8", "replace"))
    return texts


def _checked_seed(seed: int) -> int:
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise TypeError(f"seed must be a whole number, not {seed!r}")
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"seed must be a whole number from 0 up, not {seed}")
    return seed
