"""What a person should hear of after a training that went through."""

from typing import TYPE_CHECKING, Iterator

from .errors import TrainingWarning
from .results import TrainingReport

if TYPE_CHECKING:
    from .model import Model

_DOMINATING_SHARE = 0.5


def _few_pairs(model: "Model") -> Iterator[TrainingWarning]:
    """Where words outnumber the pairs of an iteration, most densities stay close to the prior."""
    records = model.iterations
    mean = sum(record.positive_pairs for record in records) // max(len(records), 1)
    if mean >= len(model):
        return
    subsample = model.options.get("subsample")
    keeps_all = not isinstance(subsample, float) or subsample >= 1
    what_to_do = "train on more data" if keeps_all else "a larger subsample (1 at the most) keeps more of a small text"
    yield TrainingWarning(f"an iteration has {mean:,} positive pairs on average for {len(model):,} words, too few to "
                          f"learn from; {what_to_do}")


def _dominating_baskets(report: TrainingReport) -> Iterator[TrainingWarning]:
    if report.largest_baskets_share > _DOMINATING_SHARE:
        yield TrainingWarning(
            f"the largest 1 % of the baskets make {report.largest_baskets_share:.0%} of all pairs (the largest has "
            f"{report.largest_basket:,} items); split or leave out such baskets if they should not dominate the model")


def advice(model: "Model", report: TrainingReport) -> Iterator[TrainingWarning]:
    yield from _dominating_baskets(report)
    yield from _few_pairs(model)
