"""Charts of words that are used differently in two texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Mapping

from .plotting import require_matplotlib

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .comparing import TextComparison
    from .results import WordChange

_INCHES_A_WORD = 0.3
_CHANGED, _UNSURE, _LINE, _REMARK = "C0", "0.65", "C3", "0.35"


def _chosen(comparison: TextComparison, words: int | Iterable[str]) -> list[WordChange]:
    """The smallest distance first, since it is drawn at the bottom."""
    if isinstance(words, str):
        raise ValueError("give a list of words to plot, or how many")
    if isinstance(words, bool) or not hasattr(words, "__index__") and not isinstance(words, Iterable):
        raise TypeError(f"words must be a whole number or a list of words, not {words!r}")
    if isinstance(words, Iterable):
        chosen = [comparison[word] for word in dict.fromkeys(words)]
    else:
        chosen = list(comparison.words[:max(words, 0)])
    if not chosen:
        raise ValueError("give at least one word to plot")
    return sorted(chosen, key=lambda change: change.distance)


def _draw_bars(ax: Axes, changes: list[WordChange], rate: float, style: Mapping[str, Any]) -> None:
    for label, color, found in ((f"changed (FDR up to {rate:.3g})", _CHANGED, True),
                                ("not surely changed", _UNSURE, False)):
        rows = [row for row, change in enumerate(changes) if (change.false_discovery_rate <= rate) is found]
        if not rows:
            continue
        look = {"fmt": "o", "color": color, "markersize": 5, "elinewidth": 1.5, "capsize": 0, "label": label, **style}
        distances, deviations = zip(*((changes[row].distance, changes[row].deviation) for row in rows))
        ax.errorbar(distances, rows, xerr=deviations, **look)


def _write_neighbors(ax: Axes, comparison: TextComparison, changes: list[WordChange], count: int) -> None:
    """At the right end of each row."""
    labels = []
    for in_a, in_b in comparison._neighbors_of(changes, count):
        before, after = (", ".join(answer.word for answer in answers) for answers in (in_a, in_b))
        labels.append(f"{before} → {after}")
    right = ax.secondary_yaxis("right")
    right.set_yticks(range(len(labels)), labels, fontsize="small", color=_REMARK)
    right.tick_params(length=0)
    right.spines["right"].set_visible(False)
    ax.annotate("closest in A → closest in B", (1, 1), xytext=(5, 6), xycoords="axes fraction",
                textcoords="offset points", fontsize="small", fontstyle="italic", color=_REMARK)


def plot_changes(
    comparison: TextComparison,
    words: int | Iterable[str],
    *,
    ax: Axes | None,
    rate: float,
    neighbors: int,
    style: Mapping[str, Any],
) -> Axes:
    require_matplotlib()
    from matplotlib import pyplot

    changes = _chosen(comparison, words)
    if ax is None:
        _, ax = pyplot.subplots(figsize=(9 if neighbors else 6, 1.2 + _INCHES_A_WORD * len(changes)),
                                layout="constrained")
    ax.axvline(0, color="0.8", linewidth=0.8, zorder=0)
    ax.axvline(comparison.threshold, color=_LINE, linewidth=1, linestyle="--", zorder=0,
               label=f"threshold {comparison.threshold:g}")
    _draw_bars(ax, changes, rate, style)
    ax.set_yticks(range(len(changes)), [change.word for change in changes])
    ax.set_ylim(-0.7, len(changes) - 0.3)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="y", color="0.93", zorder=0)
    ax.set_axisbelow(True)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.set_xlabel("distance ± standard deviation")
    if neighbors:
        _write_neighbors(ax, comparison, changes, neighbors)
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, frameon=False, fontsize="small", handletextpad=0.4,
              columnspacing=1.2, borderaxespad=0.2)
    return ax
