"""Which density stands for a word, as arrays (section 2.3 of the paper)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

import numpy as np

from .arguments import Word, encoded_word
from .errors import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .model import Model

    Floats = NDArray[np.float32]


def _combined(target: Floats, context: Floats | None, representation: str) -> Floats:
    if representation == "target":
        return target
    if representation not in ("context", "sum", "concat"):
        raise ValueError(f"representation must be one of 'target', 'context', 'sum', 'concat', not {representation!r}")
    if context is None:
        raise ModelError("this model has no context vectors: use the representation target")
    if representation == "context":
        return context
    return target + context if representation == "sum" else np.concatenate([target, context], axis=1)


def representation_rows(model: Model, representation: str) -> Floats:
    """Means of all words. Sums are new arrays."""
    return _combined(model.means, model.context_means, representation)


def representation_variances(model: Model, representation: str) -> Floats:
    """Variances of all words: u and v are independent, so that those of a sum add up."""
    target, context = model.variances, model.context_variances
    if target is None:
        raise ModelError("this model has no variances: it is a model of points")
    return _combined(target, context, representation)


def word_rows(model: Model, words: Sequence[Word], representation: str = "target", *, variances: bool = False) -> Floats:
    """Means or variances of these words, in a new array.

    Target densities of words outside the vocabulary are guessed; UnknownWordError for others.
    """
    rows = [model._core.find(encoded_word(word)) for word in words]
    guesses = {}
    for place in [place for place, row in enumerate(rows) if row is None]:
        guess = model.guess(words[place]) if representation == "target" else None
        if guess is None:
            model.index(words[place])  # raises
        else:
            rows[place], guesses[place] = 0, guess
    table = representation_variances(model, representation) if variances else representation_rows(model, representation)
    chosen: Floats = table[np.array(rows, np.intp)]
    for place, guess in guesses.items():
        chosen[place] = guess[variances]
    return chosen
