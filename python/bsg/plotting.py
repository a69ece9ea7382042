"""Maps of words with their uncertainty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Mapping, Union

import numpy as np

from .guesses import warn_of_guesses
from .map_labels import label_points
from .representations import word_rows

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from .model import Model

    Floats = NDArray[np.float64]

Words = Union[Iterable[str], Mapping[str, Iterable[str]]]


def require_matplotlib() -> None:
    """Raises ImportError with what to do."""
    try:
        import matplotlib.pyplot  # noqa: F401
    except ImportError:
        raise ImportError("plot() needs matplotlib, which is not installed: pip install matplotlib, or Debian's "
                          "python3-matplotlib") from None


def principal_plane(means: Floats) -> Floats:
    """The two directions (dimension x 2) along which the rows differ most; signs are such that the largest
    component of each is positive, so that a map looks the same on every machine."""
    centred = means - means.mean(axis=0)
    _, _, directions = np.linalg.svd(centred, full_matrices=False)
    plane = np.zeros((means.shape[1], 2))
    kept = directions[:2].T
    plane[:, :kept.shape[1]] = kept
    largest = plane[np.abs(plane).argmax(axis=0), range(2)]
    return np.asarray(plane * np.where(largest < 0, -1.0, 1.0))


def ellipse(variance: Floats, plane: Floats) -> tuple[float, float, float]:
    """Width, height (both one standard deviation to each side) and angle in degrees of a density in the plane:
    its covariance there is plane' diag(variance) plane."""
    covariance = plane.T @ (variance[:, None] * plane)
    spread, axes = np.linalg.eigh(covariance)
    deviation = np.sqrt(np.maximum(spread, 0.0))
    angle = float(np.degrees(np.arctan2(axes[1, 1], axes[0, 1])))
    return 2 * float(deviation[1]), 2 * float(deviation[0]), angle


def _flattened(words: Words) -> tuple[list[str], list[str], dict[str, str]]:
    """All words, their colors, and the color of each group: without groups every word has its own."""
    if isinstance(words, Mapping):
        groups = {name: f"C{place % 10}" for place, name in enumerate(words)}
        members = [(word, groups[name]) for name, group in words.items() for word in group]
        return [word for word, _ in members], [color for _, color in members], groups
    if isinstance(words, str):
        raise ValueError("give a list of at least two words to plot")
    listed = list(words)
    return listed, [f"C{place % 10}" for place in range(len(listed))], {}


def plot_words(
    model: Model,
    words: Words,
    *,
    ax: Axes | None,
    deviations: float,
    representation: str,
    labels: bool,
    style: Mapping[str, Any],
) -> Axes:
    require_matplotlib()
    from matplotlib import patches, pyplot

    listed, colors, groups = _flattened(words)
    if len(listed) < 2:
        raise ValueError("give a list of at least two words to plot")
    if deviations < 0:
        raise ValueError(f"deviations must be 0 or more, not {deviations!r}")
    means = word_rows(model, listed, representation).astype(np.float64)
    plane = principal_plane(means)
    places = (means - means.mean(axis=0)) @ plane

    if ax is None:
        _, ax = pyplot.subplots(figsize=(8, 6), layout="constrained")
    if deviations > 0 and model.variances is not None:
        variances = word_rows(model, listed, representation, variances=True).astype(np.float64)
        for place, variance, color in zip(places, variances, colors):
            width, height, angle = ellipse(variance, plane)
            look = {"facecolor": color, "edgecolor": color, "alpha": 0.2, **style}
            ax.add_patch(patches.Ellipse(tuple(place), deviations * width, deviations * height, angle=angle, **look))
    ax.scatter(places[:, 0], places[:, 1], s=14, c=colors, zorder=3)
    ax.set_aspect("equal", adjustable="datalim")
    ax.autoscale_view()
    ax.set_xlabel("first principal component")
    ax.set_ylabel("second principal component")
    if groups:
        ax.legend(handles=[patches.Patch(color=color, alpha=0.5, label=name) for name, color in groups.items()])
    if labels:
        label_points(ax, listed, places)
    warn_of_guesses(model._core, listed, stacklevel=4)
    return ax
