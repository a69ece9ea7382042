"""Training a model."""

from __future__ import annotations

from .arguments import Path, encoded_path
from .learning import Inputs, learn, new_checkpoint
from .model import Model
from .option_signature import options_text, with_options
from .option_table import OptionValue, options, parse_options
from .progress import Wanted
from .texts import Texts, gather_texts


@with_options(default=lambda option: option.default)
def train(
    texts: Texts,
    *,
    vocabulary: Path | None = None,
    features: Path | None = None,
    save_vocabulary: Path | None = None,
    keep_posterior: Path | None = None,
    save_draws: Path | None = None,
    checkpoint: Path | None = None,
    checkpoint_every: int | None = None,
    progress: Wanted = "auto",
    **options: OptionValue,
) -> Model:
    """Learns a Gaussian density for every word of a text, or for every item of baskets.

    The same texts, options and seed give the same model on any number of threads (with method="skipgram": on one), and
    the same file as the command `bsg train`. Ctrl-C stops it (KeyboardInterrupt). Other Python threads go on meanwhile.

    >>> import bsg
    >>> baskets = [["tea", "milk", "sugar"], ["nails", "hammer"], ["tea", "sugar"], ["nails", "hammer", "saw"]]
    >>> model = bsg.train(baskets * 30, sets=True, dimension=4, iterations=10)
    >>> [answer.word for answer in model.neighbors("tea", k=1, representation="target-context")]  # goes with tea
    ['sugar']
    >>> bsg.train(baskets, dimensions=4)
    Traceback (most recent call last):
    TypeError: train() has no option 'dimensions'; did you mean dimension?
    >>> bsg.train(baskets, dimension=0)
    Traceback (most recent call last):
    ValueError: dimension must be a whole number from 1 to 4096, not 0

    Args:
        texts: the path of a text with one sentence (or basket) a line, plain, gzip or zstd ("-" is standard
            input); a list of such paths; or any iterable of sentences, each a list of words. It is gone through once.
            With input_format="csv" or "tsv" files are tables, with a row for each item of a user (or basket, session).
            Words may have white space in them; items that are not strings become strings by str(); members of a
            Python set are taken in sorted order; empty strings are left out.
        vocabulary: path of a vocabulary to use instead of the texts' own: lines of word, or word TAB count.
        features: path of tags to learn from, too: lines of word TAB tag tag ... Words or items that the texts do not have
            get a density from their tags, and the count 0.
        save_vocabulary: where to write the vocabulary that was used.
        keep_posterior: where to write the full posterior, for `Model.update`: about 4 m (m + 4) bytes a word.
        save_draws: where to write draws of all u and v, with method="gibbs"; `bsg.load_draws` reads them.
        checkpoint: a folder in which to keep what `bsg.resume` can go on from, however the training is stopped: a killed
            and resumed training gives the same model, to the byte. Ctrl-C then ends the iteration at hand first. The last
            checkpoint stays until `bsg.discard_checkpoint`: call it when the model is saved.
        checkpoint_every: iterations from one checkpoint to the next; by default 1.
        progress: a callable that takes a `Progress`, in the thread that called `train`; what it raises ends the
            training. "auto" shows a bar on a terminal and in a notebook (with tqdm if that is installed), True shows
            it anywhere, False or None never.

    Returns:
        The model; its `report` says what happened.

    Raises:
        TypeError: an option that does not exist, or texts that are none.
        ValueError: a value out of an option's range, or an option that has no effect with (or without) another.
        ResourceError: the model would not fit into the memory or the scratch folder given (a MemoryError).
        CheckpointError: the folder holds a checkpoint already, or another training uses it.
        InputError: texts without enough to learn from (a ValueError).
        OSError: a file that cannot be read or written.
        NumericalError: arithmetic that left the range of single precision.

    Warns:
        TrainingWarning: too little data to learn from, or a few large baskets that dominate.

    Options, by stage:

    """
    chosen = parse_options(options, vocabulary_given=vocabulary is not None)
    kept = new_checkpoint(checkpoint, checkpoint_every)
    paths, sentences = gather_texts(texts)
    inputs = Inputs(paths, sentences, encoded_path(vocabulary), encoded_path(features), encoded_path(save_vocabulary),
                    keep_posterior=encoded_path(keep_posterior), save_draws=encoded_path(save_draws))
    return learn(inputs, kept, chosen, progress)


train.__doc__ = (train.__doc__ or "").rstrip() + "\n\n" + options_text(options())
