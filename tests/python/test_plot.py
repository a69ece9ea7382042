"""Maps of words."""

import sys

import numpy as np
import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

from matplotlib import pyplot  # noqa: E402
from matplotlib.patches import Ellipse  # noqa: E402

from bsg.map_labels import label_points  # noqa: E402
from bsg.plotting import ellipse, principal_plane  # noqa: E402

WORDS = ["w1", "w2", "w5", "w9", "w20", "w30"]


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    pyplot.close("all")


def points_of(ax):
    return np.asarray(ax.collections[0].get_offsets())


def test_points_are_principal_components(uneven):
    """Against NumPy's eigenvectors of the covariance."""
    ax = uneven.plot(WORDS)
    means = np.stack([uneven[word] for word in WORDS]).astype(float)
    _, vectors = np.linalg.eigh(np.cov(means.T))
    expected = (means - means.mean(axis=0)) @ vectors[:, [-1, -2]]
    np.testing.assert_allclose(np.abs(points_of(ax)), np.abs(expected), atol=1e-5)


def test_ellipses_are_the_covariance_in_the_plane(uneven):
    """Draws from a word's density, projected: their covariance is the ellipse's."""
    ax = uneven.plot(WORDS, deviations=2)
    shapes = [patch for patch in ax.patches if isinstance(patch, Ellipse)]
    assert len(shapes) == len(WORDS)
    plane = principal_plane(np.stack([uneven[word] for word in WORDS]).astype(float))
    generator = np.random.default_rng(5)
    for word, shape, point in zip(WORDS, shapes, points_of(ax)):
        np.testing.assert_allclose(shape.center, point)
        draws = generator.normal(0, np.sqrt(uneven.variance(word)), (100_000, 8)) @ plane
        angle = np.radians(shape.angle)
        rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        half = np.diag([shape.width / 4, shape.height / 4])  # of two deviations
        np.testing.assert_allclose(rotation @ half**2 @ rotation.T, np.cov(draws.T), rtol=0.03, atol=0.02)


def test_rare_words_have_larger_ellipses(uneven):
    frequent, rare = uneven.words[1], uneven.words[-1]
    ax = uneven.plot([frequent, rare, uneven.words[2]])
    areas = [shape.width * shape.height for shape in ax.patches]
    assert areas[1] > 2 * areas[0]


def test_what_is_drawn(uneven):
    ax = uneven.plot(WORDS)
    assert [label.get_text() for label in ax.texts] == WORDS
    assert uneven.plot(WORDS, labels=False).texts == [] or not uneven.plot(WORDS, labels=False).texts
    assert not uneven.plot(WORDS, deviations=0).patches
    _, given = pyplot.subplots()
    assert uneven.plot(WORDS, ax=given, representation="concat", edgecolor="black") is given
    assert given.patches[0].get_edgecolor()[:3] == (0, 0, 0)


def test_everything_is_inside(uneven):
    ax = uneven.plot(WORDS)
    ax.figure.canvas.draw()
    left, right = ax.get_xlim()
    bottom, top = ax.get_ylim()
    for shape in ax.patches:
        box = shape.get_extents().transformed(ax.transData.inverted())
        assert left <= box.x0 and box.x1 <= right and bottom <= box.y0 and box.y1 <= top


def test_two_words_and_equal_words(uneven):
    uneven.plot(["w1", "w2"]).figure.canvas.draw()
    uneven.plot(["w1", "w1"]).figure.canvas.draw()


@pytest.mark.parametrize("words", ["paris", ["w1"], []])
def test_too_few_words(uneven, words):
    with pytest.raises(ValueError, match="at least two words"):
        uneven.plot(words)


def test_a_plane_of_one_dimension():
    plane = principal_plane(np.array([[1.0], [2.0], [4.0]]))
    assert plane.shape == (1, 2) and plane[0, 1] == 0
    width, height, _ = ellipse(np.array([4.0]), plane)
    assert width == pytest.approx(4) and height == 0


def test_without_matplotlib(uneven, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match="plot.. needs matplotlib"):
        uneven.plot(WORDS)


def test_groups_have_colors_and_a_legend(uneven):
    ax = uneven.plot({"few": ["w20", "w30"], "many": ["w1", "w2", "w3"]})
    colors = [tuple(patch.get_facecolor()[:3]) for patch in ax.patches]
    assert colors[0] == colors[1] != colors[2] == colors[3] == colors[4]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["few", "many"]
    assert [label.get_text() for label in ax.texts] == ["w20", "w30", "w1", "w2", "w3"]


def test_labels_of_words_in_one_place_do_not_hide_each_other():
    _, ax = pyplot.subplots()
    ax.set(xlim=(0, 1), ylim=(0, 1))
    label_points(ax, ["first", "second", "third", "fourth"], np.full((4, 2), 0.5))
    boxes = [label.get_window_extent() for label in ax.texts]
    for place, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[place + 1:])
