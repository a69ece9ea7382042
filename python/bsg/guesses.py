"""Words outside the vocabulary, whose densities are guesses."""

from __future__ import annotations

import warnings
from typing import Iterable

from . import _bsg
from .arguments import Word, as_text, encoded_word
from .errors import GuessedWordWarning

# Finding the closest words goes over the whole vocabulary.
_MOST_NAMED = 3


def _sentence(core: _bsg.Model, word: str) -> str:
    closest = core.closest_words(encoded_word(word))
    head = f"{word!r} is not in the vocabulary: guessed from its spelling"
    if not closest:
        return head
    verb = "word is" if len(closest) == 1 else "words are"
    return f"{head}; the closest {verb} {', '.join(map(repr, closest))}"


def warn_of_guesses(core: _bsg.Model, words: Iterable[Word], stacklevel: int = 3) -> None:
    """One GuessedWordWarning for those of the words that an answer was guessed for, if there are any.

    To be called once the answer is there: what cannot be guessed was refused then. With stacklevel 3 it points to who called
    the caller.
    """
    if not core.knows_spelling:
        return
    guessed = tuple(dict.fromkeys(as_text(word) for word in words if core.find(encoded_word(word)) is None))
    if not guessed:
        return
    sentences = [_sentence(core, word) for word in guessed[:_MOST_NAMED]]
    more = len(guessed) - _MOST_NAMED
    if more > 0:
        sentences.append(f"{more} more {'word was' if more == 1 else 'words were'} guessed")
    warnings.warn(GuessedWordWarning(". ".join(sentences), guessed), stacklevel=stacklevel)
