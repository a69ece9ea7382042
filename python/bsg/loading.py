"""Models from files."""

import os

from . import _bsg
from .arguments import Path
from .model import Model


def load(path: Path, *, verify: bool = True) -> Model:
    """Opens a model that `Model.save` or the command `bsg train` wrote.

    The file is mapped, not read: opening is fast, memory is shared between processes, and the file must not be made
    shorter while the model lives.

    Args:
        path: the file.
        verify: whether to check the checksums. The structure of the file is always checked.

    Raises:
        OSError: a file that cannot be read.
        ModelError: a file that is damaged, of another kind, or of a newer format.

    >>> import bsg, tempfile
    >>> model = bsg.train([["a", "b", "c"]] * 20, dimension=4, iterations=5, subsample=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     model.save(folder + "/model.bsg")
    ...     bsg.load(folder + "/model.bsg")
    <bsg.Model: 3 words, dimension 4>
    """
    return Model(_bsg.load(os.fsencode(path), verify), path=os.path.abspath(os.fsencode(path)))


def load_vectors(path: Path) -> Model:
    """Takes the vectors of another program as a model of points, to be asked and evaluated like one of ours.

    Such a model has target vectors only: no variances, no contexts, and counts of 0.

    Args:
        path: a file in word2vec's text or binary format, fastText's .vec, or GloVe's text; plain, gzip or zstd.

    Raises:
        OSError: a file that cannot be read.
        ModelError: a file that is of none of these formats, or damaged.

    >>> import bsg, tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    ...     _ = file.write("2 3\\nship 1 2 3\\nboat 1 2 4\\n")
    ...     file.flush()
    ...     vectors = bsg.load_vectors(file.name)
    >>> vectors.neighbors("ship")[0].word, vectors.variances is None
    ('boat', True)
    """
    return Model(_bsg.load_vectors(os.fsencode(path)))
