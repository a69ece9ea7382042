"""Maps of words with their uncertainty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Sequence

import numpy as np

from .representations import representation_rows, representation_variances

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from .model import Model

    Floats = NDArray[np.float64]


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


def plot_words(
    model: Model,
    words: Sequence[str],
    *,
    ax: Axes | None,
    deviations: float,
    representation: str,
    labels: bool,
    style: Mapping[str, Any],
) -> Axes:
    try:
        from matplotlib import patches, pyplot
    except ImportError:
        raise ImportError("plot() needs matplotlib, which is not installed: pip install matplotlib, or Debian's "
                          "python3-matplotlib") from None
    if isinstance(words, str) or len(words) < 2:
        raise ValueError("give a list of at least two words to plot")
    if deviations < 0:
        raise ValueError(f"deviations must be 0 or more, not {deviations!r}")
    rows = [model.index(word) for word in words]
    means = representation_rows(model, representation)[rows].astype(np.float64)
    plane = principal_plane(means)
    places = (means - means.mean(axis=0)) @ plane

    if ax is None:
        _, ax = pyplot.subplots(figsize=(8, 6), layout="constrained")
    colors = [f"C{place % 10}" for place in range(len(words))]
    if deviations > 0 and model.variances is not None:
        variances = representation_variances(model, representation)[rows].astype(np.float64)
        for place, variance, color in zip(places, variances, colors):
            width, height, angle = ellipse(variance, plane)
            look = {"facecolor": color, "edgecolor": color, "alpha": 0.2, **style}
            ax.add_patch(patches.Ellipse(tuple(place), deviations * width, deviations * height, angle=angle, **look))
    ax.scatter(places[:, 0], places[:, 1], s=14, c=colors, zorder=3)
    if labels:
        for word, place in zip(words, places):
            ax.annotate(word, tuple(place), xytext=(5, 4), textcoords="offset points", zorder=4)
    ax.set_aspect("equal", adjustable="datalim")
    ax.autoscale_view()
    ax.set_xlabel("first principal component")
    ax.set_ylabel("second principal component")
    return ax
