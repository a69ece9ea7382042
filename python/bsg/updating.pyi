# Written by scripts/python-stubs.py: run it when an option changes.

import os
from .arguments import Path
from .progress import Wanted
from .texts import Texts
from .model import Model

def update(
    self: Model,
    texts: Texts,
    *,
    posterior: Path | None = None,
    keep_posterior: Path | None = None,
    save_vocabulary: Path | None = None,
    checkpoint: Path | None = None,
    checkpoint_every: int | None = None,
    progress: Wanted = 'auto',
    vocabulary_size: int | None = None,
    min_count: int | None = None,
    subsample: float | None = None,
    window: int | None = None,
    iterations: int | None = None,
    burn_in: int | None = None,
    decay: float | None = None,
    tolerance: float | None = None,
    gauge: float | None = None,
    forget: float | None = None,
    new_axes: bool | None = None,
    seed: int | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    scratch: str | os.PathLike[str] | None = None,
) -> Model: ...
