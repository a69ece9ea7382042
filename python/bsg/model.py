"""A trained model."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Sequence, Union, overload

import numpy as np

from . import _bsg
from .errors import ModelError
from .model_bytes import from_bytes, to_bytes
from .options import OptionValue, typed_options
from .representations import representation_rows
from .results import Iteration, Neighbor, Score, TrainingReport

if TYPE_CHECKING:
    from gensim.models import KeyedVectors
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

Path = Union[str, "os.PathLike[str]"]


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
    return Model(_bsg.load(os.fsencode(path), verify))


def _encoded(word: str) -> bytes:
    if not isinstance(word, str):
        hint = "" if isinstance(word, bytes) else f": write {str(word)!r}"
        raise TypeError(f"a word is a str, not {type(word).__name__}{hint}")
    return word.encode("utf-8", "surrogatepass")


def _encoded_all(words: str | Iterable[str]) -> list[bytes]:
    return [_encoded(word) for word in ([words] if isinstance(words, str) else words)]


class Model:
    """Densities of words: what `bsg.train` and `bsg.load` return.

    Every word has two Gaussian densities with diagonal covariance, one as a target (u of the paper, which stands for
    the word unless something else is asked for) and one as a context (v). A model never changes, and any number of
    threads may ask it at the same time. Models can be pickled.

    >>> import bsg
    >>> sentences = [["ship", "sails", "sea"], ["boat", "sails", "sea"], ["bread", "butter", "knife"]] * 50
    >>> model = bsg.train(sentences, dimension=8, iterations=20, subsample=1)
    >>> len(model), "ship" in model, model.words[:2], model.count("sea")
    (7, True, ('sails', 'sea'), 100)
    >>> model.means.shape, model["ship"].dtype
    ((7, 8), dtype('float32'))
    """

    __slots__ = ("__weakref__", "_core", "_counts", "_queries", "_words", "report")

    report: TrainingReport | None
    """What happened in training; None for a model that was loaded or unpickled."""

    def __init__(self, core: _bsg.Model, report: TrainingReport | None = None):
        """Models come from `bsg.train` and `bsg.load`."""
        if not isinstance(core, _bsg.Model):
            raise TypeError("models come from bsg.train() and bsg.load()")
        self._core = core
        self._words: tuple[str, ...] | None = None
        self._counts: NDArray[np.int64] | None = None
        self._queries: dict[tuple[str, str, bool], _bsg.Query] = {}
        self.report = report

    # Words

    def __len__(self) -> int:
        """The number of words."""
        return len(self._core)

    def __contains__(self, word: str) -> bool:
        return self._core.find(_encoded(word)) is not None

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

    def index(self, word: str) -> int:
        """The row of a word: 0 for the most frequent one. Raises UnknownWordError (a KeyError)."""
        return self._core.id(_encoded(word))

    def count(self, word: str) -> int:
        """How often a word occurs in the text. Raises UnknownWordError (a KeyError)."""
        return int(self.counts[self.index(word)])

    # Densities

    @overload
    def __getitem__(self, word: str) -> Floats: ...
    @overload
    def __getitem__(self, word: list[str]) -> Floats: ...
    def __getitem__(self, word: str | list[str]) -> Floats:
        """The mean of a word's target density: a read-only view, no copy. A list of words gives a new array.

        Raises UnknownWordError (a KeyError) that suggests close words.
        """
        if isinstance(word, list):
            return self.means[[self.index(each) for each in word]]
        return self.mean(word)

    def mean(self, word: str, side: str = "target") -> Floats:
        """The mean of a word's "target" or "context" density: a read-only view, no copy."""
        row: Floats = self._core.means(side)[self.index(word)]
        return row

    def variance(self, word: str, side: str = "target") -> Floats:
        """The diagonal of the covariance of a word's density: a read-only view, no copy.

        Raises ModelError for a model of points, which has no variances.

        >>> import bsg
        >>> model = bsg.train([["a", "b"], ["a", "c"], ["a", "b"]] * 9, dimension=2, iterations=5, subsample=1)
        >>> bool(model.variance("a").mean() < model.variance("c").mean())  # "c" is seen less
        True
        """
        variances = self._core.variances(side)
        if variances is None:
            raise ModelError("this model has no variances: it is a model of points")
        row: Floats = variances[self.index(word)]
        return row

    @property
    def means(self) -> Floats:
        """Means of the target densities, words x dimension: a read-only view, no copy."""
        return self._core.means("target")

    @property
    def variances(self) -> Floats | None:
        """Variances of the target densities, words x dimension: a read-only view. None for a model of points."""
        return self._core.variances("target")

    @property
    def context_means(self) -> Floats:
        """Means of the context densities, words x dimension: a read-only view, no copy."""
        return self._core.means("context")

    @property
    def context_variances(self) -> Floats | None:
        """Variances of the context densities, words x dimension: a read-only view. None for a model of points."""
        return self._core.variances("context")

    # Questions

    def neighbors(
        self,
        word: str | None = None,
        k: int = 10,
        *,
        positive: str | Sequence[str] = (),
        negative: str | Sequence[str] = (),
        measure: str = "cosine",
        representation: str = "target",
        raw: bool = False,
    ) -> list[Neighbor]:
        """The k most similar words, best first, with how sure the model is of each.

        Either of one word, or of a sum of densities: positive=["king", "woman"], negative=["man"].

        Args:
            word: the word to start from; it is never an answer.
            k: how many.
            positive, negative: words to add and to subtract, instead of a word.
            measure: "cosine" of the means; "probability" of a positive pair, equation (17); or "kl", minus the
                symmetric Kullback-Leibler divergence, equation (18).
            representation: which density stands for a word: "target", "context", their "sum", or both, "concat".
                "target-context" takes the word as a target and the answers as contexts: what appears around it.
            raw: add densities as they are. Under the cosine each mean is otherwise brought to unit length first.

        Raises UnknownWordError (a KeyError) that suggests close words.

        >>> import bsg
        >>> sentences = [["ship", "sails", "sea"], ["boat", "sails", "sea"], ["bread", "butter", "knife"]] * 50
        >>> model = bsg.train(sentences, dimension=8, iterations=20, subsample=1)
        >>> best = model.neighbors("ship", k=3)[0]
        >>> best.word, best.score > 0.9, 0.5 <= best.confidence <= 1
        ('boat', True, True)
        >>> [answer.word for answer in model.neighbors(positive=["bread", "butter"], k=1)]
        ['knife']
        """
        _check_count(k)
        query = self._query(measure, representation, raw)
        added, subtracted = _encoded_all(positive), _encoded_all(negative)
        if word is None:
            return query.composed(added, subtracted, k)
        if added or subtracted:
            raise TypeError("give either a word, or positive and negative words")
        return query.neighbors(_encoded(word), k)

    def analogy(
        self,
        a: str,
        b: str,
        c: str,
        k: int = 10,
        *,
        measure: str = "cosine",
        representation: str = "target",
        raw: bool = False,
    ) -> list[Neighbor]:
        """a is to b as c is to ...: the k best answers, which are the neighbors of b - a + c.

        Arguments as for `neighbors`; model.analogy("man", "king", "woman") should find "queen".
        """
        _check_count(k)
        return self._query(measure, representation, raw).analogy(_encoded(a), _encoded(b), _encoded(c), k)

    def similarity(self, a: str, b: str, *, measure: str = "cosine", representation: str = "target") -> float:
        """How similar two words are: the score that `neighbors` would give, larger for more similar words.

        `compare` also tells how sure the model is of it.

        >>> import bsg
        >>> sentences = [["ship", "sails", "sea"], ["boat", "sails", "sea"], ["bread", "butter", "knife"]] * 50
        >>> model = bsg.train(sentences, dimension=8, iterations=20, subsample=1)
        >>> round(model.similarity("ship", "boat"), 2)
        1.0
        >>> model.similarity("ship", "boat", measure="probability") > 0.9 > model.similarity("ship", "bread")
        True
        """
        return self.compare(a, b, measure=measure, representation=representation).value

    def compare(self, a: str, b: str, *, measure: str = "cosine", representation: str = "target") -> Score:
        """How similar two words are, with the moments of their inner product and of their cosine.

        >>> import bsg
        >>> model = bsg.train([["a", "b"], ["c", "d"]] * 50, dimension=4, iterations=10, subsample=1)
        >>> score = model.compare("a", "b")
        >>> score.value == score.cosine == model.similarity("a", "b"), score.cosine_deviation > 0
        (True, True)
        """
        return self._query(measure, representation, False).similarity(_encoded(a), _encoded(b))

    def _query(self, measure: str, representation: str, raw: bool) -> _bsg.Query:
        """Kept, since preparing one goes over the whole model."""
        key = (str(measure), str(representation), bool(raw))
        query = self._queries.get(key)
        if query is None:
            query = self._queries.setdefault(key, _bsg.Query(self._core, *key))
        return query

    # How it was made

    @property
    def dimension(self) -> int:
        """Length of a word's vector."""
        return self._core.dimension

    @property
    def options(self) -> dict[str, OptionValue]:
        """Every option that affected the result, by name: bsg.train(texts, **model.options) does it again.

        With a given vocabulary, "vocabulary" is "given" and stands for its size and minimal count.
        """
        return typed_options(self._core.options())

    @property
    def iterations(self) -> tuple[Iteration, ...]:
        """What each iteration did."""
        return self._core.iterations()

    @property
    def library_version(self) -> str:
        """Of the library that made the model."""
        return self._core.library_version

    @property
    def simd_target(self) -> str:
        """The instruction set that the model was trained on."""
        return self._core.simd_target

    # Elsewhere

    def save(self, path: Path) -> None:
        """Writes the model: a safetensors file, the same bytes as those of the command line.

        It is written aside and renamed: a crash never leaves half a model. Raises OSError.
        """
        self._core.save(os.fsencode(path))

    def export(
        self, path: Path, format: str = "word2vec-text", *, what: str = "mean", representation: str = "target"
    ) -> list[str]:
        """Writes vectors for other tools, and returns the paths of the files written.

        Args:
            path: where to.
            format: "word2vec-text", "word2vec-binary", or "tensorboard" (two files).
            what: "mean" or "variance".
            representation: "target", "context", "sum" or "concat".
        """
        return self._core.export(os.fsencode(path), format, what, representation)

    def to_keyed_vectors(self, representation: str = "target") -> KeyedVectors:
        """The means as gensim's KeyedVectors, with the attribute "count" for every word. Needs gensim.

        Args:
            representation: "target", "context", "sum" or "concat".
        """
        from .keyed_vectors import keyed_vectors

        return keyed_vectors(self.words, representation_rows(self, representation), self.counts)

    def plot(
        self,
        words: Sequence[str],
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
            words: at least two.
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


def _check_count(k: int) -> None:
    if isinstance(k, bool) or not hasattr(k, "__index__"):
        raise TypeError(f"k must be a whole number, not {k!r}")
    if k < 1:
        raise ValueError(f"k must be at least 1, not {k}")
