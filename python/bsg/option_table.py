"""The options of training, from the table that the command line uses too."""

import difflib
import numbers
import operator
import os
from typing import Any, Dict, List, Literal, Mapping, NamedTuple, Optional, Tuple, Union

from . import _bsg
from .arguments import Path

OptionValue = Union[bool, int, float, str, "os.PathLike[str]", Tuple[int, int], None]

_YES_NO = {"yes": True, "no": False}

_TYPES = {"INTEGER": int, "NUMBER": float, "SIZE": Union[int, str], "COLUMN": Union[int, str], "FOLDER": Path,
          "LENGTHS": Union[str, Tuple[int, int]]}

# What gensim calls them.
_OTHER_NAMES = {
    "epochs": "iterations",
    "max_final_vocab": "vocabulary_size",
    "negative": "negatives",
    "sample": "subsample",
    "size": "dimension",
    "vector_size": "dimension",
    "workers": "threads",
}


class OptionRow(NamedTuple):
    """A row of the library's table, as text."""

    name: str
    stage: str
    kind: str
    default_text: str
    range_text: str
    meaning: str
    affects_result: bool
    idle_with: Optional[Tuple[str, str]]
    """Name and value of another option that leaves this one no effect."""


class Option(NamedTuple):
    """An option of `bsg.train`."""

    name: str
    """As a keyword argument."""
    stage: str
    """The part of training that it belongs to."""
    default: OptionValue
    range: str
    """The values it takes, in words."""
    meaning: str
    affects_result: bool
    """Whether the model records it."""
    type: Any
    """What it takes, as an annotation."""


def _is_yes_no(row: OptionRow) -> bool:
    return row.kind in ("flag", "yes|no")


def _keyword(name: str) -> str:
    return name.replace("-", "_")


def _type(row: OptionRow) -> Any:
    if _is_yes_no(row):
        return bool
    alternatives = row.kind.split("|")
    for one in alternatives:
        if one.isupper():  # beside it any word is text
            return _TYPES[one]
    return Literal[tuple(alternatives)]


def _value(row: OptionRow, text: str) -> OptionValue:
    """What the text of an option means in Python."""
    if row.kind == "INTEGER":
        return int(text)
    if row.kind == "NUMBER":
        return float(text)
    return _YES_NO.get(text, text) if _is_yes_no(row) else text


def _range(row: OptionRow) -> str:
    return "True or False" if _is_yes_no(row) else row.range_text


def _meaning(row: OptionRow) -> str:
    """With the names of options as Python writes them."""
    words = row.meaning
    for other in _ALL.values():
        words = words.replace(f"--{other.name}", _keyword(other.name))
    return words


_TABLE: Dict[str, OptionRow] = {_keyword(row.name): row for row in _bsg.option_table()}
_UPDATE_TABLE: Dict[str, OptionRow] = {_keyword(row.name): row for row in _bsg.update_option_table()}
# Whatever a model or a checkpoint may record.
_ALL: Dict[str, OptionRow] = {**_UPDATE_TABLE, **_TABLE}


def update_options() -> Tuple[Option, ...]:
    """The options of `Model.update`; None is the model's own value."""
    return tuple(Option(name, row.stage, None, _range(row), _meaning(row), row.affects_result, _type(row))
                 for name, row in _UPDATE_TABLE.items())


def resume_options() -> Tuple[Option, ...]:
    """The options of whatever may be resumed: a training or an update; None is what the checkpoint has."""
    return (*options(), *(option for option in update_options() if option.name not in _TABLE))


def options() -> Tuple[Option, ...]:
    """All options of training, in the order of the algorithm.

    >>> import bsg
    >>> dimension = next(option for option in bsg.options() if option.name == "dimension")
    >>> dimension.default, dimension.range
    (100, 'a whole number from 1 to 4096')
    """
    return tuple(
        Option(name, row.stage, _value(row, row.default_text), _range(row), _meaning(row), row.affects_result, _type(row))
        for name, row in _TABLE.items())


def typed_options(recorded: Mapping[str, str]) -> Dict[str, Any]:
    """The options that a model records, as `bsg.train` takes them: without those that had no effect."""
    rows = {row.name: row for row in _ALL.values()}

    def is_idle(name: str) -> bool:
        idle_with = rows[name].idle_with if name in rows else None
        return idle_with is not None and recorded.get(idle_with[0]) == idle_with[1]

    return {_keyword(name): _value(rows[name], text) if name in rows else text
            for name, text in recorded.items() if not is_idle(name)}


def _text(value: Any) -> str:
    """A value as the command line would write it. Raises TypeError for what no option can be."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return "-".join(str(operator.index(one)) for one in value)
    if isinstance(value, numbers.Number) or hasattr(value, "__index__") or hasattr(value, "__float__"):
        if str(value) in ("True", "False"):
            return "yes" if value else "no"
        try:
            return str(operator.index(value))
        except TypeError:
            return repr(float(value))
    raise TypeError


def _folder(value: Any) -> bytes:
    """The bytes of a path. Raises TypeError for what is none."""
    return os.fsencode(value)


def _set(chosen: _bsg.TrainingOptions, name: str, value: Any) -> None:
    row = _ALL[name]
    try:
        chosen.set(row.name, _folder(value) if row.kind == "FOLDER" else _text(value))
    except ValueError:
        raise ValueError(f"{name} must be {_range(row)}, not {value!r}") from None
    except TypeError:
        raise TypeError(f"{name} must be {_range(row)}, not of type {type(value).__name__}") from None


def _refuse_unknown(names: List[str], table: Dict[str, OptionRow]) -> None:
    function = "update" if table is _UPDATE_TABLE else "train"
    for name in names:
        if name in table:
            continue
        if name in _ALL:
            raise TypeError(f"update() cannot change {name}, which the model has decided; leave it out, or train a new model"
                            if function == "update" else f"{name} is an option of Model.update")
        if name in _OTHER_NAMES:
            close = [_OTHER_NAMES[name]]
        else:
            close = difflib.get_close_matches(name.lower().replace("-", "_"), table, n=1)
        everything = "help(bsg.Model.update)" if function == "update" else "bsg.options()"
        hint = f"did you mean {close[0]}?" if close else f"{everything} lists them all"
        raise TypeError(f"{function}() has no option {name!r}; {hint}")


def _refuse_choice_of_vocabulary(names: List[str]) -> None:
    for name in names:
        if _ALL[name].stage == "vocabulary":
            raise ValueError(f"option {name} has no effect with vocabulary; leave out one of them")


def parse_update_options(given: Mapping[str, Any], chosen: _bsg.TrainingOptions) -> _bsg.TrainingOptions:
    """Keyword arguments of an update to options; None leaves an option as it is in `chosen`."""
    _refuse_unknown(list(given), _UPDATE_TABLE)
    names = [name for name, value in given.items() if value is not None]
    for name in names:
        _set(chosen, name, given[name])
    for name in names:
        chosen.check_applies(_ALL[name].name)
    return chosen


def parse_options(given: Mapping[str, Any], chosen: Optional[_bsg.TrainingOptions] = None,
                  vocabulary_given: bool = False) -> _bsg.TrainingOptions:
    """Keyword arguments to options; None leaves an option as it is in `chosen`, a run to resume, or at its default.

    The recipe comes first; where `chosen` has it already, the exceptions to it stay.
    """
    _refuse_unknown(list(given), _TABLE if chosen is None else _ALL)
    if chosen is None:
        chosen = _bsg.TrainingOptions()
    names = [name for name, value in given.items() if value is not None]
    if "recipe" in names and given["recipe"] != chosen.get("recipe"):
        _set(chosen, "recipe", given["recipe"])
    for name in names:
        if name != "recipe":
            _set(chosen, name, given[name])
    for name in names:
        chosen.check_applies(_ALL[name].name)
    if vocabulary_given:
        _refuse_choice_of_vocabulary(names)
    return chosen
