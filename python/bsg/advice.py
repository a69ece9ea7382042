"""What a person should hear of after a training that went through."""

from typing import TYPE_CHECKING, Any, Iterator

import numpy as np

from .errors import TrainingWarning
from .results import TrainingReport

if TYPE_CHECKING:
    from .model import Model

_DOMINATING_SHARE = 0.5
# Of squared means by variances: with less, cosines are those of rounding and chance.
_LEAST_SIGNAL = 0.01


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


def _signal(means: Any, variances: Any) -> float:
    return float(np.vdot(means, means)) / float(np.sum(variances, dtype=np.float64))


def _prior_alone(model: "Model") -> Iterator[TrainingWarning]:
    """Where means are nothing beside their variances: the geometric mean of both sides, since u may be long where v
    is short."""
    if model.variances is None:
        return
    both = _signal(model.means, model.variances) * _signal(model.context_means, model.context_variances)
    if both >= _LEAST_SIGNAL**2:
        return
    options = model.options
    what_to_do = "leave out learn_prior" if options["learn_prior"] else (
        f"choose a prior_precision below {options['prior_precision']:g}")
    yield TrainingWarning("too little data against the prior: the densities hardly differ from it, and scores say nothing; "
                          f"train on more data, or {what_to_do}")


def _little_data(model: "Model") -> Iterator[TrainingWarning]:
    few_pairs = list(_few_pairs(model))
    yield from few_pairs or _prior_alone(model)


def _dominating_baskets(report: TrainingReport) -> Iterator[TrainingWarning]:
    if report.largest_baskets_share > _DOMINATING_SHARE:
        yield TrainingWarning(
            f"the largest 1 % of the baskets make {report.largest_baskets_share:.0%} of all pairs (the largest has "
            f"{report.largest_basket:,} items); split or leave out such baskets if they should not dominate the model")


def advice(model: "Model", report: TrainingReport) -> Iterator[TrainingWarning]:
    yield from _dominating_baskets(report)
    yield from _little_data(model)
