"""Which words are used differently in two texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Iterator

from . import _bsg
from .arguments import Word, as_text, check_min_count, check_number_of_answers, is_integer
from .errors import UnknownWordError
from .results import NeighborsInTexts, WordChange
from .texts import Texts, gather_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .questions import Questions

    Densities = list[tuple[Any, Any]]


class TextComparison:
    """The words of two texts, those that changed most surely first: what `Model.compare_texts` returns.

    >>> import bsg
    >>> old = [["mouse", "cheese", "cat"], ["screen", "keyboard", "desk"], ["cat", "dog", "cheese"]] * 100
    >>> new = [["mouse", "screen", "keyboard"], ["screen", "keyboard", "desk"], ["cat", "dog", "cheese"]] * 100
    >>> model = bsg.train(old + new, dimension=4, iterations=10, subsample=1, subwords="no")
    >>> comparison = model.compare_texts(old, new)
    >>> len(comparison), comparison.words[0].word, "mouse" in comparison
    (7, 'mouse', True)
    >>> comparison["mouse"] in comparison.changed(rate=0.05)
    True
    >>> comparison["mouse"].mean_a.shape
    (4,)
    """

    __slots__ = ("_by_word", "_model", "min_count", "threshold", "words")

    words: tuple[WordChange, ...]
    """All words that were compared, the surest change first."""
    min_count: int
    """The fewest occurrences of a word in each text."""
    threshold: float
    """The distance that `WordChange.probability` is about."""

    def __init__(self, model: Questions, words: Iterable[WordChange], min_count: int, threshold: float):
        """Comparisons come from `Model.compare_texts`."""
        self._model = model
        self.words = tuple(words)
        self.min_count = min_count
        self.threshold = threshold
        self._by_word = {change.word: change for change in self.words}

    def changed(self, rate: float = 0.05) -> tuple[WordChange, ...]:
        """The words with a `false_discovery_rate` up to `rate`: about that share of them did not truly change."""
        if not 0 <= rate <= 1:
            raise ValueError(f"rate must be a number from 0 to 1, not {rate!r}")
        return tuple(change for change in self.words if change.false_discovery_rate <= rate)

    def neighbors(self, word: Word, k: int = 10, *, measure: str = "cosine") -> NeighborsInTexts:
        """The k words of the model that are closest to what a word is in the first text, and in the second.

        The neighbors themselves are as in the model, and come in the order that `Model.neighbors` has for the measure.
        """
        return self._neighbors_of([self[word]], k, measure)[0]

    def _neighbors_of(self, changes: list[WordChange], k: int, measure: str = "cosine") -> list[NeighborsInTexts]:
        """Of many words, in one pass over the model."""
        check_number_of_answers(k)
        query = self._model._query(measure, "target", False, False)
        densities = [(change.mean_a, change.variance_a) for change in changes]
        densities += [(change.mean_b, change.variance_b) for change in changes]
        # One more, since the word itself is among them.
        lists = query.near_densities(densities, k + 1)
        words = [change.word for change in changes] * 2
        others = [[answer for answer in answers if answer.word != word][:k] for word, answers in zip(words, lists)]
        return [NeighborsInTexts(a, b) for a, b in zip(others, others[len(changes):])]

    def plot(
        self,
        words: int | Iterable[str] = 20,
        *,
        ax: Axes | None = None,
        rate: float = 0.05,
        neighbors: int = 2,
        **style: Any,
    ) -> Axes:
        """A chart of the distances of words, each with a bar of one standard deviation to both sides. Needs matplotlib.

        The largest distance is at the top, and a dashed line shows the threshold. Words with a false-discovery rate
        above `rate` are pale: they may well not have changed.

        Args:
            words: so many of the surest changes; or these words.
            ax: where to draw; a new figure if not given.
            rate: a false-discovery rate.
            neighbors: how many neighbors in each text to write beside a word; 0 for none.
            style: for the dots and bars, as matplotlib's Axes.errorbar takes it.

        Returns:
            The matplotlib Axes.
        """
        from .change_plot import plot_changes

        return plot_changes(self, words, ax=ax, rate=rate, neighbors=neighbors, style=style)

    def __getitem__(self, word: Word) -> WordChange:
        """How a word changed. Raises UnknownWordError (a KeyError) for one that was not compared."""
        change = self._by_word.get(as_text(word))
        if change is None:
            raise UnknownWordError(f'"{word}" was not compared: the model does not have it, or it occurs fewer than '
                                   f"{self.min_count} times in one of the texts", as_text(word))
        return change

    def __contains__(self, word: object) -> bool:
        return (str(word) if is_integer(word) else word) in self._by_word

    def __iter__(self) -> Iterator[WordChange]:
        return iter(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        return (f"<bsg.TextComparison: {len(self):,} words, {len(self.changed()):,} changed at a false-discovery rate "
                "of 5 %>")


def compare_texts(model: Questions, a: Texts, b: Texts, min_count: int, threshold: float) -> TextComparison:
    _check_options(min_count, threshold)
    text_a, text_b = gather_texts(a, "compare"), gather_texts(b, "compare")
    changes = _bsg.compare_texts(model._core, text_a, text_b, min_count, threshold)
    return TextComparison(model, changes, int(min_count), float(threshold))


def _check_options(min_count: int, threshold: float) -> None:
    check_min_count(min_count)
    if isinstance(threshold, (str, bytes)) or not hasattr(threshold, "__float__"):
        raise TypeError(f"threshold must be a number, not {threshold!r}")
