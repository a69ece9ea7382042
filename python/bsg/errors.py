"""What goes wrong in ways that Python has no name for.

Besides these there are Python's own: TypeError for an option that does not exist, ValueError for a value that an
option does not take, and OSError (FileNotFoundError, PermissionError, ...) for files.
"""

from typing import Tuple


class Error(Exception):
    """Base of the errors below."""


class InputError(Error, ValueError):
    """Text, baskets, a vocabulary or a set of questions whose content cannot be used."""


class ResourceError(Error, MemoryError):
    """Memory or disk that the work would need beyond what it may take; raised before it begins."""


class ModelError(Error):
    """A model file that is damaged, foreign or of a newer format; or a model that lacks what was asked."""


class CheckpointError(Error):
    """A checkpoint that is missing, damaged, in use or in the way, or that belongs to another training."""


class NumericalError(Error, ArithmeticError):
    """Arithmetic that left the range of single precision; names the word concerned."""


class UnknownWordError(Error, KeyError):
    """A word that the model does not have.

    Attributes:
        word: the word asked for.
        suggestions: the closest words that the model has, the closest first.

    >>> import bsg
    >>> model = bsg.train([["paris", "london", "rome"]] * 20, dimension=4, iterations=5, subsample=1)
    >>> try:
    ...     model["pariss"]
    ... except KeyError as error:
    ...     print(error)
    ...     print(error.suggestions)
    unknown word "pariss"; the closest word is "paris"
    ('paris',)
    """

    def __init__(self, message: str, word: str = "", suggestions: Tuple[str, ...] = ()):
        super().__init__(message, word, suggestions)
        self.word = word
        self.suggestions = suggestions

    def __str__(self) -> str:
        return str(self.args[0])


class GuessedWordWarning(UserWarning):
    """An answer about a word outside the vocabulary, whose density was guessed from its spelling.

    Attributes:
        words: the words guessed.

    >>> import bsg, warnings
    >>> sentences = [["sailing", "ship", "sea"], ["baking", "bread", "oven"], ["sails", "sea", "ship"]] * 50
    >>> model = bsg.train(sentences, dimension=8, iterations=20, subsample=1)
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     _ = model.neighbors("sailin")
    >>> print(caught[0].message)
    'sailin' is not in the vocabulary: guessed from its spelling; the closest words are 'sailing', 'sails'
    """

    def __init__(self, message: str, words: Tuple[str, ...] = ()):
        super().__init__(message, words)
        self.words = words

    def __str__(self) -> str:
        return str(self.args[0])


class TrainingWarning(UserWarning):
    """A training that goes through, but on data from which little can be learned, or past a damaged checkpoint."""
