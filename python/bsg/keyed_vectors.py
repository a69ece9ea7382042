"""To gensim."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

import numpy as np

if TYPE_CHECKING:
    from gensim.models import KeyedVectors
    from numpy.typing import NDArray


def keyed_vectors(words: Sequence[str], rows: NDArray[np.float32], counts: NDArray[np.int64]) -> KeyedVectors:
    """gensim's KeyedVectors with a copy of the rows, and the counts as the attribute "count"."""
    try:
        from gensim.models import KeyedVectors
    except ImportError:
        raise ImportError("to_keyed_vectors() needs gensim, which is not installed: pip install gensim, or "
                          "Debian's python3-gensim") from None
    vectors = KeyedVectors(rows.shape[1], dtype=np.float32)
    vectors.add_vectors(list(words), rows)
    for word, count in zip(words, counts.tolist()):
        vectors.set_vecattr(word, "count", count)
    return vectors
