"""Updating a model with more text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _bsg
from .arguments import Path, encoded_path
from .option_signature import options_text, with_options
from .option_table import OptionValue, parse_update_options, update_options
from .progress import Wanted
from .texts import Texts, gather_texts

if TYPE_CHECKING:
    from .model import Model


@with_options(default=lambda option: None, table=update_options)
def update(
    self: Model,
    texts: Texts,
    *,
    posterior: Path | None = None,
    keep_posterior: Path | None = None,
    save_vocabulary: Path | None = None,
    checkpoint: Path | None = None,
    checkpoint_every: int | None = None,
    progress: Wanted = "auto",
    **options: OptionValue,
) -> Model:
    """Learns more text, and new words, without the old text. Gives a new model; this one stays as it is.

    What this model has learned takes the place of the prior. Words of the new text move, all others keep their densities to
    the byte, and vectors stay in the model's axes (but see new_axes), so that those of before and after can be compared.
    Counts are added. The same file as the command `bsg update` gives.

    >>> import bsg, tempfile
    >>> baskets = [["tea", "milk", "sugar"], ["nails", "hammer"], ["tea", "sugar"], ["nails", "hammer", "saw"]] * 30
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     model = bsg.train(baskets, sets=True, dimension=4, iterations=10, keep_posterior=folder + "/posterior")
    ...     more = model.update([["coffee", "milk", "sugar"]] * 20, posterior=folder + "/posterior")
    >>> more, more.report.new_words, more.report.updated_words
    (<bsg.Model: 7 words, dimension 4>, 1, 3)
    >>> [answer.word for answer in more.neighbors("coffee", k=1)]
    ['tea']
    >>> bool((more["saw"] == model["saw"]).all())
    True

    Args:
        texts: as in `bsg.train`.
        posterior: what `bsg.train(..., keep_posterior=path)` wrote when it made this model. Without it the update starts from
            the model's variances, and how the dimensions of a word vary together is lost.
        keep_posterior: where to write the posterior of the new model, for its next update.
        save_vocabulary: where to write the words and counts of the new model.
        checkpoint: a folder in which to keep what `bsg.resume` can go on from, as in `bsg.train`. A model that was opened with
            `bsg.load` is found again; one in memory has to be given: `bsg.resume(folder, base=model)`.
        checkpoint_every, progress: as in `bsg.train`.

    Returns:
        The new model; its `report` says what happened, with `new_words` and `updated_words`.

    Raises:
        ModelError: the model has no densities, or the posterior is damaged or another model's.
        InputError: texts without a word that the model has learned (a ValueError).
        TypeError: an option that does not exist, or that the model has decided.
        And whatever `bsg.train` raises.

    Options, by stage; None is what the model was trained with, for iterations and burn_in a quarter of it, for min_count at
    least 5, for a model that was updated what its last update had:

    """
    from .learning import Inputs, learn, new_checkpoint  # which has models

    chosen = parse_update_options(options, _bsg.update_options(self._core))
    kept = new_checkpoint(checkpoint, checkpoint_every)
    paths, sentences = gather_texts(texts)
    inputs = Inputs(paths, sentences, save_vocabulary=encoded_path(save_vocabulary),
                    base=_bsg.BaseModel(self._core, self._path, encoded_path(posterior)),
                    keep_posterior=encoded_path(keep_posterior))
    return learn(inputs, kept, chosen, progress)


update.__doc__ = (update.__doc__ or "").rstrip() + "\n\n" + options_text(update_options())
