"""A trained model."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping

import numpy as np

from . import _bsg, updating
from .arguments import Path, Word, encoded_word, encoded_words, listed
from .errors import ModelError
from .guesses import warn_of_guesses
from .model_bytes import from_bytes, to_bytes
from .option_table import typed_options
from .recommending import Recommending
from .representations import representation_rows, word_rows
from .results import CalibrationPoint, Density, InferredWord, Iteration, TrainingReport

if TYPE_CHECKING:
    from gensim.models import KeyedVectors
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

class Model(Recommending):
    """Densities of words: what `bsg.train` and `bsg.load` return.

    Every word has two Gaussian densities with diagonal covariance, one as a target (u of the paper, which stands for
    the word unless something else is asked for) and one as a context (v). A model never changes, and any number of
    threads may ask it at the same time. Models can be pickled. Wherever a word is asked for, an integer stands for its
    digits: model.neighbors(50) is model.neighbors("50").

    >>> import bsg
    >>> sentences = [["ship", "sails", "sea"], ["boat", "sails", "sea"], ["bread", "butter", "knife"]] * 50
    >>> model = bsg.train(sentences, dimension=8, iterations=20, subsample=1)
    >>> len(model), "ship" in model, model.words[:2], model.count("sea")
    (7, True, ('sails', 'sea'), 100)
    >>> model.means.shape, model["ship"].dtype
    ((7, 8), dtype('float32'))
    """

    __slots__ = ("__weakref__", "_counts", "_path", "_words", "report")

    report: TrainingReport | None
    """What happened in training; None for a model that was loaded or unpickled."""

    _path: bytes
    """Where the model lies, for updates that are resumed; empty for a model in memory."""

    def __init__(self, core: _bsg.Model, report: TrainingReport | None = None, path: bytes = b""):
        """Models come from `bsg.train` and `bsg.load`."""
        if not isinstance(core, _bsg.Model):
            raise TypeError("models come from bsg.train() and bsg.load()")
        super().__init__(core)
        self._words: tuple[str, ...] | None = None
        self._counts: NDArray[np.int64] | None = None
        self.report = report
        self._path = path

    # More text

    update = updating.update

    # Words

    def __len__(self) -> int:
        """The number of words."""
        return len(self._core)

    def __contains__(self, word: Word) -> bool:
        return self._core.find(encoded_word(word)) is not None

    def __iter__(self) -> Iterator[str]:
        """The words, the most frequent first."""
        return iter(self.words)

    @property
    def words(self) -> tuple[str, ...]:
        """All words, the most frequent first. Rows of the arrays are in this order."""
        if self._words is None:
            self._words = self._core.words()
        return self._words

    @property
    def counts(self) -> NDArray[np.int64]:
        """How often each word occurs in the text, in the order of `words`."""
        if self._counts is None:
            self._counts = self._core.counts()
        return self._counts

    def index(self, word: Word) -> int:
        """The row of a word: 0 for the most frequent one. Raises UnknownWordError (a KeyError)."""
        return self._core.id(encoded_word(word))

    def count(self, word: Word) -> int:
        """How often a word occurs in the text. Raises UnknownWordError (a KeyError)."""
        return int(self.counts[self.index(word)])

    # Densities

    def __getitem__(self, word: Word | list[Word]) -> Floats:
        """The mean of a word's target density: a read-only view, no copy. A list of words gives a new array.

        A model trained with subwords guesses words outside its vocabulary from their spelling, as `guess` does: a new
        array, read-only too.
        Raises UnknownWordError (a KeyError) that suggests close words.
        """
        return word_rows(self, word) if isinstance(word, list) else self.mean(word)

    @property
    def knows_spelling(self) -> bool:
        """Whether words outside the vocabulary have a density: the model was trained with subwords."""
        return self._core.knows_spelling

    def guess(self, word: Word) -> tuple[Floats, Floats] | None:
        """Mean and variance, read-only, of the target density that a word's spelling alone makes likely.

        The word need not be in the vocabulary. The density is wide: it says how little a spelling tells. None if the
        model was trained without subwords, or knows nothing of the word's n-grams.

        >>> import bsg
        >>> sentences = [["sailing", "ship", "sea"], ["baking", "bread", "oven"], ["sails", "sea", "ship"]] * 50
        >>> model = bsg.train(sentences, dimension=8, iterations=20, subsample=1, subwords="3-6")
        >>> mean, variance = model.guess("sailor")
        >>> "sailor" in model, bool((model["sailor"] == mean).all())
        (False, True)
        >>> bool(variance.sum() > model.variance("ship").sum())
        True
        """
        return self._core.guess(encoded_word(word))

    def _guessed(self, word: Word, side: str, moment: int) -> Floats | None:
        """A row of a word outside the vocabulary."""
        if side != "target" or self._core.find(encoded_word(word)) is not None:
            return None
        guess = self.guess(word)
        return None if guess is None else guess[moment]

    def mean(self, word: Word, side: str = "target") -> Floats:
        """The mean of a word's "target" or "context" density: a read-only view, no copy.

        Raises ModelError for the contexts of `load_vectors`, which has none.
        """
        guessed = self._guessed(word, side, 0)
        if guessed is not None:
            return guessed
        row: Floats = _existing(self._core.means(side), "context vectors")[self.index(word)]
        return row

    def variance(self, word: Word, side: str = "target") -> Floats:
        """The diagonal of the covariance of a word's density: a read-only view, no copy.

        Raises ModelError for a model of points, which has no variances.

        >>> import bsg
        >>> model = bsg.train([["a", "b"], ["a", "c"], ["a", "b"]] * 9, dimension=2, iterations=5, subsample=1)
        >>> bool(model.variance("a").mean() < model.variance("c").mean())  # "c" is seen less
        True
        """
        guessed = self._guessed(word, side, 1)
        if guessed is not None:
            return guessed
        row: Floats = _existing(self._core.variances(side), "variances: it is a model of points")[self.index(word)]
        return row

    @property
    def means(self) -> Floats:
        """Means of the target densities, words x dimension: a read-only view, no copy."""
        return _existing(self._core.means("target"), "vectors")

    @property
    def variances(self) -> Floats | None:
        """Variances of the target densities, words x dimension: a read-only view. None for a model of points."""
        return self._core.variances("target")

    @property
    def context_means(self) -> Floats | None:
        """Means of the context densities, words x dimension: a read-only view. None for vectors of other programs."""
        return self._core.means("context")

    @property
    def context_variances(self) -> Floats | None:
        """Variances of the context densities, words x dimension: a read-only view. None for a model of points."""
        return self._core.variances("context")

    @property
    def axes(self) -> Floats | None:
        """A, dimension x dimension: a read-only view. None for a model in the axes it was trained in.

        With a gauge, u has become A u and v has become A^-T v since training: `means @ numpy.linalg.inv(axes).T` are the means
        in the axes of training. In the model's axes the prior of the target densities is N(0, A A^T / tau).
        """
        return self._core.axes("target")

    @property
    def context_axes(self) -> Floats | None:
        """A^-T, dimension x dimension: a read-only view. None for a model in the axes it was trained in.

        `context_means @ axes` are the contexts' means in the axes of training.
        """
        return self._core.axes("context")

    # How it was made

    @property
    def dimension(self) -> int:
        """Length of a word's vector."""
        return self._core.dimension

    @property
    def options(self) -> dict[str, Any]:
        """Every option that affected the result, by name: bsg.train(texts, **model.options) does it again.

        With a given vocabulary, "vocabulary" is "given" and stands for its size and minimal count.
        """
        return typed_options(self._core.options())

    @property
    def iterations(self) -> tuple[Iteration, ...]:
        """What each iteration did."""
        return self._core.iterations()

    @property
    def calibration(self) -> tuple[CalibrationPoint, ...]:
        """By how much variances miss how far scores scatter from text to text, by ascending count; empty if not measured.

        Every ± takes it into account: between two points linear in the logarithm of the count, outside that of the
        first or last one, 1 for a count of 0.
        """
        return self._core.calibration()

    @property
    def library_version(self) -> str:
        """Of the library that made the model."""
        return self._core.library_version

    @property
    def simd_target(self) -> str:
        """The instruction set that the model was trained on."""
        return self._core.simd_target

    def with_words(self, inferred: InferredWord | Iterable[InferredWord]) -> Model:
        """A model that has these words, too, and is the same to the byte in all else.

        They are then asked for like any other word under the representations "target" and "target-context". Nothing is known
        of their contexts, so they are no answers where contexts are compared. To learn both sides of new words, update
        the original model, not the one returned here.

        Raises InputError (a ValueError) if the model has one of them already; ModelError for words inferred from a model with
        other axes.

        >>> import bsg
        >>> sentences = [["ship", "sails", "sea"], ["boat", "sails", "sea"], ["bread", "butter", "knife"]] * 50
        >>> model = bsg.train(sentences, dimension=8, iterations=20, subsample=1)
        >>> larger = model.with_words(model.infer_words([["ferry", "sails"], ["dough", "knife"], ["sea", "ferry"]]))
        >>> len(model), len(larger), larger.count("ferry")
        (7, 9, 2)
        """
        words = [inferred] if isinstance(inferred, (InferredWord, Density)) else list(inferred)
        for one in words:
            if not isinstance(one, InferredWord):
                unnamed = "; a Density has no name" if isinstance(one, Density) else f", not {type(one).__name__}"
                raise TypeError(f"with_words takes what infer and infer_words return{unnamed}")
        given = [(encoded_word(one.word), one.count, one.evidence, self._given(one)) for one in words]
        return Model(_bsg.with_words(self._core, given))

    # Elsewhere

    def save(self, path: Path) -> None:
        """Writes the model: a safetensors file, the same bytes as those of the command line.

        It is written aside and renamed: a crash never leaves half a model. Raises OSError.
        """
        self._core.save(os.fsencode(path))

    def export(
        self,
        path: Path,
        format: str = "word2vec-text",
        *,
        what: str = "mean",
        representation: str = "target",
        words: Iterable[Word] | None = None,
        known_only: bool = False,
    ) -> list[str]:
        """Writes vectors for other tools, and returns the paths of the files written.

        Args:
            path: where to.
            format: "word2vec-text", "word2vec-binary", or "tensorboard" (two files).
            what: "mean" or "variance".
            representation: "target", "context", "sum" or "concat".
            words: write these, in this order, instead of all. Those outside the vocabulary are guessed, which
                GuessedWordWarning tells.
            known_only: raise UnknownWordError for a word outside the vocabulary.
        """
        asked = None if words is None else listed(words)
        chosen = None if asked is None else encoded_words(asked)
        written = self._core.export(os.fsencode(path), format, what, representation, chosen, bool(known_only))
        warn_of_guesses(self._core, asked or ())
        return written

    def to_keyed_vectors(self, representation: str = "target") -> KeyedVectors:
        """The means as gensim's KeyedVectors, with the attribute "count" for every word. Needs gensim.

        Args:
            representation: "target", "context", "sum" or "concat".
        """
        from .keyed_vectors import keyed_vectors

        return keyed_vectors(self.words, representation_rows(self, representation), self.counts)

    def plot(
        self,
        words: Iterable[str] | Mapping[str, Iterable[str]],
        *,
        ax: Axes | None = None,
        deviations: float = 1.0,
        representation: str = "target",
        labels: bool = True,
        **style: Any,
    ) -> Axes:
        """A map of words in two dimensions, with an ellipse for how sure the model is of each. Needs matplotlib.

        The plane is that of the two principal components of the words' means; the ellipse is the word's covariance
        seen in that plane. Words far apart on the map are far apart in the model, words close together need not be
        close.

        Args:
            words: at least two; or groups of words by name, {"cities": ["paris", ...], ...}, which are then told apart
                by their color. Those outside the vocabulary are guessed, which GuessedWordWarning tells.
            ax: where to draw; a new figure if not given.
            deviations: size of the ellipses in standard deviations; 0 draws none.
            representation: "target", "context", "sum" or "concat".
            labels: whether to write the words.
            style: for the ellipses, as matplotlib.patches.Ellipse takes it.

        Returns:
            The matplotlib Axes.
        """
        from .plotting import plot_words

        return plot_words(self, words, ax=ax, deviations=deviations, representation=representation, labels=labels,
                          style=style)

    def __repr__(self) -> str:
        return f"<bsg.Model: {len(self):,} words, dimension {self.dimension}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (to_bytes(self._core),)

    def __copy__(self) -> Model:
        return self

    def __deepcopy__(self, memo: object) -> Model:
        return self


def _unpickled(content: bytes) -> Model:
    return Model(from_bytes(content))


def _existing(array: Floats | None, what: str) -> Floats:
    if array is None:
        raise ModelError(f"this model has no {what}")
    return array
