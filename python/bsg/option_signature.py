"""The options of training as keyword arguments that help(), editors and type checkers see."""

import inspect
import textwrap
from typing import Any, Callable, Iterable, Optional, TypeVar

from .option_table import Option, options

Function = TypeVar("Function", bound=Callable[..., Any])


def with_options(default: Callable[[Option], Any],
                 table: Callable[[], Iterable[Option]] = options) -> Callable[[Function], Function]:
    """Shows the options of a table in place of a function's `**options`, each with a default. They may all be None."""
    def decorate(function: Function) -> Function:
        signature = inspect.signature(function)
        own = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        keywords = [inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=default(option),
                                      annotation=Optional[option.type]) for option in table()]
        setattr(function, "__signature__", signature.replace(parameters=own + keywords))
        return function
    return decorate


def options_text(table: Iterable[Option]) -> str:
    """For a docstring."""
    lines = []
    stage = ""
    for option in table:
        if option.stage != stage:
            stage = option.stage
            lines.append(f"    {stage}:")
        text = f"{option.name}={option.default!r}: {option.meaning} ({option.range})"
        lines.append(textwrap.fill(text, 116, initial_indent=" " * 8, subsequent_indent=" " * 12))
    return "\n".join(lines) + "\n    "
