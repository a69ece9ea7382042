"""A model as the bytes of its file, for pickle."""

import os
import tempfile

from . import _bsg


def to_bytes(core: _bsg.Model) -> bytes:
    with tempfile.TemporaryDirectory(prefix="bsg-") as folder:
        path = os.path.join(folder, "model.bsg")
        core.save(os.fsencode(path))
        with open(path, "rb") as file:
            return file.read()


def from_bytes(content: bytes) -> _bsg.Model:
    """The file may go once the model is loaded: what is mapped stays."""
    with tempfile.NamedTemporaryFile(prefix="bsg-") as file:
        file.write(content)
        file.flush()
        return _bsg.load(os.fsencode(file.name), True)
