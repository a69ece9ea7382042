"""Which density stands for a word, as arrays (section 2.3 of the paper)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

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
