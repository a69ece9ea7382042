"""What people pass, as the compiled module takes it: words and paths as bytes."""

from __future__ import annotations

import numbers
import os
from typing import Iterable, SupportsIndex, Union, cast

from .results import Density, InferredWord

Path = Union[str, "os.PathLike[str]"]
Word = Union[str, SupportsIndex]
"""A word or an item. A whole number is the item that it is in texts: its digits."""


def is_integer(word: object) -> bool:
    """NumPy's integers are numbers, its arrays are not."""
    return isinstance(word, numbers.Integral) and not isinstance(word, bool)


def as_text(word: Word) -> str:
    if isinstance(word, (Density, InferredWord)):
        raise TypeError("a density can be asked for with neighbors, and as the first word of similarity and compare")
    if isinstance(word, str):
        return word
    if is_integer(word):
        return str(word)
    hint = f": write {str(word)!r}" if isinstance(word, (int, float)) else ""
    raise TypeError(f"a word is a str or an int, not {type(word).__name__}{hint}")


def encoded_word(word: Word) -> bytes:
    return as_text(word).encode("utf-8", "surrogatepass")


def listed(words: Word | Iterable[Word]) -> list[Word]:
    """A word alone is a list of one."""
    if isinstance(words, (str, Density, InferredWord)) or is_integer(words):
        return [cast(Word, words)]
    return list(cast(Iterable[Word], words))


def encoded_words(words: Word | Iterable[Word]) -> list[bytes]:
    return [encoded_word(word) for word in listed(words)]


def is_path(value: object) -> bool:
    return isinstance(value, (str, bytes, os.PathLike))


def encoded_path(path: Path | None) -> bytes | None:
    return None if path is None else os.fsencode(path)


def encoded_paths(paths: Path | Iterable[Path]) -> list[bytes]:
    if isinstance(paths, (str, bytes, os.PathLike)):
        return [os.fsencode(paths)]
    return [os.fsencode(path) for path in paths]


def check_min_count(min_count: int, least: int = 1) -> None:
    if isinstance(min_count, bool) or not hasattr(min_count, "__index__"):
        raise TypeError(f"min_count must be a whole number, not {min_count!r}")
    if not least <= min_count < 1 << 64:
        raise ValueError(f"min_count must be a whole number from {least} up, not {min_count}")


def check_number_of_answers(k: int) -> None:
    if isinstance(k, bool) or not hasattr(k, "__index__"):
        raise TypeError(f"k must be a whole number, not {k!r}")
    if k < 1:
        raise ValueError(f"k must be at least 1, not {k}")
