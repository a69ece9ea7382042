"""Named results of recommending."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Recommendation(NamedTuple):
    """An item to offer next: what `Model.recommend` returns."""

    item: str
    score: float
    """Logarithm of the rate at which the item is expected, up to what all items of a list have in common."""
    deviation: float
    """Its +-: the standard deviation of the score under the posterior."""
    probability: float
    """That the next item is this one: its rate over those of all items that could be recommended."""

    def __repr__(self) -> str:
        return f"<bsg.Recommendation: {self.item!r}, {self.score:.3f} ± {self.deviation:.3f}, {self.probability:.2%}>"


class RecommendationArrays(NamedTuple):
    """The same for many baskets, baskets x k: what `Model.recommend_arrays` returns."""

    ids: "NDArray[np.int32]"
    """Rows of the items, as in `Model.words`; -1 where fewer than k items could be recommended."""
    scores: "NDArray[np.float32]"
    """NaN where there is no item, and likewise in the other arrays."""
    deviations: "NDArray[np.float32]"
    probabilities: "NDArray[np.float32]"
