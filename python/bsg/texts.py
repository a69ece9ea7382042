"""What `bsg.train`, `Model.infer` and `Model.compare_texts` accept as texts: paths of files, or lists of words."""

import errno
import itertools
import os
from typing import Any, Iterable, Iterator, List, Optional, Tuple, Union, cast

from . import _bsg
from .arguments import Path, is_path

Sentence = Iterable[Any]
Texts = Union[Path, Iterable[Path], Iterable[Sentence]]

_IN_MEMORY = "for text in memory give lists of words, as in [line.split() for line in text.splitlines()]"


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def _path_bytes(path: Any) -> bytes:
    """Refuses a text that was meant as such: it would only be a file that is not there."""
    name = os.fsdecode(path)
    if any(character.isspace() for character in name) and not _exists(name):
        raise FileNotFoundError(errno.ENOENT, f"no such file: a str is the path of a text; {_IN_MEMORY}",
                                _shortened(name))
    return os.fsencode(path)


def _exists(name: str) -> bool:
    try:
        return os.path.lexists(name)
    except ValueError:  # a NUL in it
        return False


def _paths(paths: Iterable[Any]) -> List[bytes]:
    encoded = []
    for place, path in enumerate(paths, start=1):
        if not is_path(path):
            raise TypeError(f"text {place} is of type {type(path).__name__}, but the ones before are paths")
        encoded.append(_path_bytes(path))
    return encoded


def _sentences(sentences: Iterable[Sentence]) -> "_bsg.Sentences":
    gathered = _bsg.Sentences()
    for place, sentence in enumerate(sentences, start=1):
        if is_path(sentence):
            raise TypeError(f"sentence {place} is a {type(sentence).__name__}, not a list of words: split it")
        try:
            gathered.add(sentence)
        except TypeError as error:
            if not isinstance(sentence, Iterable):
                raise TypeError(f"sentence {place} is of type {type(sentence).__name__}, not a list of words") from None
            raise TypeError(f"sentence {place}: {error}") from error
    return gathered


def _peek(iterator: Iterator[Any], purpose: str) -> Tuple[Any, Iterator[Any]]:
    try:
        first = next(iterator)
    except StopIteration:
        raise ValueError(f"there is nothing to {purpose}: no texts, no sentences") from None
    return first, itertools.chain([first], iterator)


def gather_texts(texts: Texts, purpose: str = "train on") -> Tuple[List[bytes], Optional["_bsg.Sentences"]]:
    """Paths of files, or sentences; an iterable is gone through once. The purpose is for error messages."""
    if is_path(texts):
        return [_path_bytes(texts)], None
    if hasattr(texts, "read"):
        raise TypeError(f"cannot {purpose} a file object: give its path, or lists of words, as in "
                        "(line.split() for line in file)")
    if not isinstance(texts, Iterable) and not hasattr(texts, "__getitem__"):
        raise TypeError(f"cannot {purpose} {type(texts).__name__}: give a path, paths or lists of words")
    first, everything = _peek(iter(cast(Iterable[Any], texts)), purpose)
    if is_path(first):
        return _paths(everything), None
    return [], _sentences(everything)
