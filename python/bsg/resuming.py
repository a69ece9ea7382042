"""Resuming a training that was stopped."""

from __future__ import annotations

import os

from . import _bsg
from .arguments import Path, encoded_path
from .errors import CheckpointError
from .learning import Inputs, checkpoint_interval, learn
from .model import Model
from .option_signature import with_options
from .option_table import OptionValue, parse_options, resume_options
from .progress import Wanted
from .results import SavedRun
from .texts import Texts, gather_texts


@with_options(default=lambda option: None, table=resume_options)
def resume(
    folder: Path,
    texts: Texts | None = None,
    *,
    vocabulary: Path | None = None,
    features: Path | None = None,
    save_vocabulary: Path | None = None,
    base: Model | None = None,
    posterior: Path | None = None,
    keep_posterior: Path | None = None,
    save_draws: Path | None = None,
    checkpoint_every: int | None = None,
    progress: Wanted = "auto",
    **options: OptionValue,
) -> Model:
    """Resumes a training of `bsg.train(..., checkpoint=folder)` or an update of `Model.update(..., checkpoint=folder)`, or
    one of the program's, however it was stopped.

    The model is the one that the training would have given, to the byte. Once it is finished, the last checkpoint gives the
    model again without learning, until `bsg.discard_checkpoint(folder)`.

    >>> import bsg, tempfile
    >>> baskets = [["tea", "milk", "sugar"], ["nails", "hammer"], ["tea", "sugar"], ["nails", "hammer", "saw"]] * 30
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     model = bsg.train(baskets, checkpoint=folder, sets=True, dimension=4, iterations=5)
    ...     bsg.resume(folder, baskets)
    <bsg.Model: 6 words, dimension 4>

    Args:
        folder: where the checkpoints are.
        texts: not needed, unless the training learned from lists of words, or the files have moved. Must have the same content.
        vocabulary: not needed, unless the file has moved.
        features: not needed, unless the file has moved.
        save_vocabulary: where to write the vocabulary, if elsewhere than before.
        base: the model that is updated; not needed if it was opened with `bsg.load` and the file is still there.
        posterior: its posterior, if the file has moved.
        keep_posterior: where to write the posterior, if elsewhere than before.
        save_draws: where to write the draws, if elsewhere than before.
        checkpoint_every: iterations from one checkpoint to the next, if other than before.
        progress: as in `bsg.train`.
        **options: not needed; those that affect the result must be as they were, others (threads, memory, scratch) may change.

    Raises:
        CheckpointError: there is no checkpoint, it is damaged or in use, or what was given now would change the result.
        And whatever `bsg.train` raises.

    Warns:
        TrainingWarning: a checkpoint is damaged and left out, since an older one is there. And what `bsg.train` warns of.
    """
    saved = _bsg.read_checkpoint(os.fsencode(folder))
    used_vocabulary = encoded_path(vocabulary) or saved.vocabulary
    chosen = parse_options(options, saved.options, vocabulary_given=used_vocabulary is not None)
    paths, sentences = (saved.texts, None) if texts is None else gather_texts(texts)
    if checkpoint_every is not None:
        saved.checkpoint.every = checkpoint_interval(checkpoint_every)
    inputs = Inputs(paths, sentences, used_vocabulary, encoded_path(features) or saved.features,
                    encoded_path(save_vocabulary) or saved.save_vocabulary, _base(folder, saved, base, posterior),
                    encoded_path(keep_posterior) or saved.keep_posterior, encoded_path(save_draws) or saved.save_draws)
    return learn(inputs, saved.checkpoint, chosen, progress)


def _base(folder: Path, saved: SavedRun, given: Model | None, posterior: Path | None) -> _bsg.BaseModel | None:
    kept = encoded_path(posterior) or saved.posterior
    if given is not None:
        return _bsg.BaseModel(given._core, given._path, kept)
    if saved.missing_base:
        name = os.fsdecode(folder)
        raise CheckpointError(f"the checkpoint in {name!r} is of an update of a model that has to be given again "
                              f"({saved.missing_base}): bsg.resume({name!r}, base=model)")
    return saved.base and _bsg.BaseModel(saved.base.model, saved.base.path, kept)


def discard_checkpoint(folder: Path) -> None:
    """Removes the checkpoints from a folder, which stays. To be called when the model is saved."""
    _bsg.discard_checkpoint(os.fsencode(folder))
