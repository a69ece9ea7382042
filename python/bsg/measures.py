"""Measures of similarity, from the table that the command line uses too."""

from typing import NamedTuple, Tuple

from . import _bsg


class Measure(NamedTuple):
    """A measure of similarity: what `measure=` takes."""

    name: str
    meaning: str
    needs_variances: bool
    """Models of points do not have it."""
    unit_length: bool
    """Lengths of vectors do not matter: words that are added are brought to unit length first, unless raw=True."""
    has_confidence: bool
    """Answers know how likely they beat the next one."""
    default_rank: str
    """What answers are ordered by unless `rank=` says so: one of `bsg.ranks()`."""


def measures() -> Tuple[Measure, ...]:
    """All measures of similarity (section 4.4 of the paper).

    >>> import bsg
    >>> [measure.name for measure in bsg.measures()]
    ['cosine', 'probability', 'kl']
    """
    return tuple(_bsg.measure_table())


class Rank(NamedTuple):
    """What a list of answers is ordered by: what `rank=` takes."""

    name: str
    meaning: str


def ranks() -> Tuple[Rank, ...]:
    """All ranks.

    >>> import bsg
    >>> [rank.name for rank in bsg.ranks()]
    ['mean', 'lower', 'expected']
    """
    return tuple(Rank(*row) for row in _bsg.rank_table())


def measures_text(indent: str) -> str:
    """A line for each, for help()."""
    return "".join(f'{indent}"{measure.name}": {measure.meaning}.\n' for measure in measures())
