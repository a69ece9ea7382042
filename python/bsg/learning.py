"""How trainings and updates are run."""

from __future__ import annotations

import warnings
from typing import NamedTuple

from . import _bsg
from .arguments import Path, encoded_path
from .errors import TrainingWarning
from .model import Model
from .progress import Wanted, reporter


# Advice that is no warning, but costs quality that another call would keep.
_ALSO_TOLD = ("variances_alone", "outdated_axes")


class Inputs(NamedTuple):
    """What a training reads and writes beside its checkpoints."""

    texts: list[bytes]
    sentences: _bsg.Sentences | None
    vocabulary: bytes | None = None
    features: bytes | None = None
    save_vocabulary: bytes | None = None
    base: _bsg.BaseModel | None = None
    keep_posterior: bytes | None = None
    save_draws: bytes | None = None


def new_checkpoint(folder: Path | None, every: int | None) -> _bsg.Checkpoint:
    if folder is None and every is not None:
        raise ValueError("checkpoint_every has no effect without checkpoint; give a folder, or leave it out")
    return _bsg.Checkpoint(encoded_path(folder) or b"", checkpoint_interval(1 if every is None else every))


def checkpoint_interval(every: int) -> int:
    if isinstance(every, bool) or not hasattr(every, "__index__"):
        raise TypeError(f"checkpoint_every must be a whole number, not {every!r}")
    if not 1 <= every < 1 << 32:
        raise ValueError(f"checkpoint_every must be a whole number from 1 up, not {every}")
    return every


def learn(inputs: Inputs, checkpoint: _bsg.Checkpoint, options: _bsg.TrainingOptions, progress: Wanted) -> Model:
    """Runs the training, shows how it goes, and warns of checkpoints that are damaged and of data from which little can
    be learned."""
    def warn(sentence: str) -> None:
        warnings.warn(TrainingWarning(sentence), stacklevel=4)

    reported = reporter(progress)
    with reported:
        core, report = _bsg.train(_bsg.TrainingInput(*inputs, checkpoint), options, reported.update, warn)
    model = Model(core, report)
    for advice in report.advice:
        if advice.warning or advice.kind in _ALSO_TOLD:
            warnings.warn(TrainingWarning(advice.sentence), stacklevel=3)
    return model
