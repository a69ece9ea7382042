"""Labels on a map, where they hide neither each other nor the points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

# Offset in points, and the corner of the label that it leads to; the first that is free is taken.
_PLACES = [(x, y, horizontal, vertical)
           for reach in (5, 12)
           for x, y, horizontal, vertical in ((reach, 3, "left", "bottom"), (-reach, 3, "right", "bottom"),
                                              (reach, -3, "left", "top"), (-reach, -3, "right", "top"),
                                              (0, reach + 1, "center", "bottom"), (0, -reach - 1, "center", "top"))]


def _overlap(a: Any, b: Any) -> float:
    width = min(a.x1, b.x1) - max(a.x0, b.x0)
    height = min(a.y1, b.y1) - max(a.y0, b.y0)
    return float(max(width, 0.0) * max(height, 0.0))


def _hidden(box: Any, taken: Sequence[Any], points: NDArray[np.float64]) -> float:
    """How much a label at this place would hide: area of other labels, and much for every point."""
    covered = ((points > [box.x0, box.y0]) & (points < [box.x1, box.y1])).all(axis=1).sum()
    return sum(_overlap(box, other) for other in taken) + 1000.0 * float(covered)


def label_points(ax: Axes, words: Sequence[str], places: NDArray[np.float64]) -> None:
    """Writes each word beside its place, in the coordinates of the data, on axes that are otherwise finished."""
    ax.figure.draw_without_rendering()  # so that the layout is what it will be
    points = ax.transData.transform(places)
    taken: list[Any] = []
    for word, place in zip(words, places):
        label = ax.annotate(word, tuple(place), xytext=(0, 0), textcoords="offset points", fontsize="small", zorder=4)
        boxes = []
        for x, y, horizontal, vertical in _PLACES:
            label.set(position=(x, y), horizontalalignment=horizontal, verticalalignment=vertical)
            boxes.append(label.get_window_extent().padded(1.5))
        best = min(range(len(_PLACES)), key=lambda at: (_hidden(boxes[at], taken, points), at))
        x, y, horizontal, vertical = _PLACES[best]
        label.set(position=(x, y), horizontalalignment=horizontal, verticalalignment=vertical)
        taken.append(boxes[best])
