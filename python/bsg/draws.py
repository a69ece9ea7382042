"""Draws from a posterior, as `bsg.train(..., method="gibbs", save_draws=path)` keeps them."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .arguments import Path
from .errors import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Draws(NamedTuple):
    """Draws of all vectors at once. Row i of a draw is word i of the model that came of the same chain, in its axes."""

    u: NDArray[np.float32]
    """Targets: draws × words × dimension."""
    v: NDArray[np.float32]
    """Contexts, likewise."""

    def __repr__(self) -> str:
        draws, words, dimension = self.u.shape
        return f"<bsg.Draws: {draws} draws of {words} words, dimension {dimension}>"


def load_draws(path: Path) -> Draws:
    """Opens the draws that a Gibbs sampler has kept. The file is mapped, not read.

    Any function of a draw is a draw of that function: intervals follow from its quantiles.

    >>> import bsg, tempfile
    >>> baskets = [["tea", "milk", "sugar"], ["nails", "hammer"], ["tea", "sugar"], ["nails", "hammer", "saw"]] * 30
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     model = bsg.train(baskets, sets=True, dimension=2, method="gibbs", save_draws=folder + "/draws")
    ...     draws = bsg.load_draws(folder + "/draws")
    >>> tea, sugar, nails = (model.words.index(word) for word in ("tea", "sugar", "nails"))
    >>> with_sugar, with_nails = ((draws.u[:, tea] * draws.v[:, word]).sum(1) for word in (sugar, nails))
    >>> with_sugar.shape, bool((with_sugar > with_nails).mean() > 0.9)  # how surely tea goes with sugar rather than nails
    ((100,), True)

    Raises:
        OSError: a file that cannot be read.
        ModelError: a file that is cut short, or of another kind.
    """
    try:
        return _mapped(os.fsencode(path))
    except (ValueError, KeyError, TypeError) as error:
        raise ModelError(f"cannot use the draws '{os.fsdecode(path)}': it is no file of draws, or it is damaged") from error


def _mapped(path: bytes) -> Draws:
    with open(path, "rb") as file:
        size = int.from_bytes(file.read(8), "little")
        if size > os.fstat(file.fileno()).st_size:
            raise ValueError(size)
        header = json.loads(file.read(size))
    header["__metadata__"]["bsg.draws"]  # or it is another kind of file

    def tensor(name: str) -> NDArray[np.float32]:
        begin = 8 + size + header[name]["data_offsets"][0]
        return np.memmap(os.fsdecode(path), dtype="<f4", mode="r", offset=begin, shape=tuple(header[name]["shape"]))

    return Draws(tensor("u"), tensor("v"))
