"""Showing how far a training is."""

import sys
import time
import warnings
from typing import Any, Callable, ContextManager, Literal, Optional, TextIO, Union

from .results import Iteration, Progress

Wanted = Union[Literal["auto"], bool, None, Callable[[Progress], Any]]

_READING = {"counting": "counting words", "encoding": "encoding"}
_SECONDS_BETWEEN_DRAWINGS = 0.1
_WIDTH = 30


class Reporter(ContextManager["Reporter"]):
    """Takes the progress of one training; closed when it is over, in whatever way."""

    update: Optional[Callable[[Progress], Any]] = None

    def __exit__(self, *_: object) -> None:
        """Leaves no trace of itself."""


class CallableReporter(Reporter):
    def __init__(self, update: Callable[[Progress], Any]):
        self.update = update


class TqdmBar(Reporter):
    """Bytes while texts are read, then iterations."""

    def __init__(self, tqdm: Any):
        self._tqdm = tqdm
        self._bar: Any = None
        self._stage = ""
        self.update = self._update

    def _update(self, progress: Progress) -> None:
        stage = _READING.get(progress.stage, "training") if progress.iteration == 0 else "training"
        if stage != self._stage:
            self._open(stage, progress)
        done = progress.bytes_read
        if stage == "training":
            done = progress.iteration if progress.finished else max(progress.iteration - 1, 0)
        if progress.finished:
            self._bar.set_postfix_str(_figure(progress.finished), refresh=False)
        self._bar.update(done - self._bar.n)

    def _open(self, stage: str, progress: Progress) -> None:
        self._close()
        self._stage = stage
        if stage == "training":
            self._bar = self._tqdm(total=progress.iterations, desc=stage, unit="iteration", leave=False)
        else:
            self._bar = self._tqdm(total=progress.bytes_total or None, desc=stage, unit="B", unit_scale=True,
                                   leave=False)

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def __exit__(self, *_: object) -> None:
        self._close()


class PlainBar(Reporter):
    """A line on a terminal that is drawn anew, for where tqdm is not installed."""

    def __init__(self, stream: TextIO):
        self._stream = stream
        self._drawn = 0.0
        self._figure = ""
        self._length = 0
        self.update = self._update

    def _update(self, progress: Progress) -> None:
        if progress.finished:
            self._figure = "  " + _figure(progress.finished)
        now = time.monotonic()
        if now - self._drawn >= _SECONDS_BETWEEN_DRAWINGS:
            self._drawn = now
            self._draw(self._line(progress))

    def _line(self, progress: Progress) -> str:
        if progress.iteration == 0:
            share = progress.bytes_read / progress.bytes_total if progress.bytes_total else 0.0
            return f"{_READING.get(progress.stage, progress.stage)} {_bar(share)} {share:4.0%}"
        done = progress.iteration if progress.finished else progress.iteration - 1
        return f"iteration {progress.iteration}/{progress.iterations} {_bar(done / progress.iterations)}{self._figure}"

    def _draw(self, line: str) -> None:
        self._stream.write("\r" + line.ljust(self._length))
        self._stream.flush()
        self._length = len(line)

    def __exit__(self, *_: object) -> None:
        if self._length:
            self._draw("")
            self._stream.write("\r")
            self._stream.flush()


def _figure(record: Iteration) -> str:
    """What tells how training goes."""
    if record.mean_loss is not None:
        return f"loss {record.mean_loss:.4g}"
    return f"change {record.relative_change:.3g}"


def _bar(share: float) -> str:
    full = int(min(max(share, 0.0), 1.0) * _WIDTH)
    return "[" + "#" * full + "-" * (_WIDTH - full) + "]"


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    session = shell.get_ipython() if shell is not None else None
    return session is not None and hasattr(session, "kernel")


def _on_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def bar() -> Reporter:
    """By tqdm if it is installed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a notebook has no widgets: tqdm then draws text
            from tqdm.auto import tqdm
    except ImportError:
        return PlainBar(sys.stderr)
    return TqdmBar(tqdm)


def reporter(wanted: Wanted) -> Reporter:
    """What the argument `progress` of `bsg.train` asks for."""
    if callable(wanted):
        return CallableReporter(wanted)
    if wanted is True or (wanted == "auto" and (_on_terminal() or _in_notebook())):
        return bar()
    if wanted == "auto" or wanted is None or wanted is False:
        return Reporter()
    raise TypeError(f"progress must be a callable, 'auto', True, False or None, not {wanted!r}")
