"""Named results: of questions to a model, and of training."""

from typing import TYPE_CHECKING, Dict, List, NamedTuple, Optional, Tuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from . import _bsg


class Score(NamedTuple):
    """How similar two words are, and how sure the model is of it.

    Trained on another text of the same size from the same source, the score would be within `deviation` in about 68 % of
    the cases. y is the inner product of the two words' densities.
    """

    value: float
    """Under the measure asked for; larger is more similar."""
    deviation: float
    """Its +-, the standard deviation (delta method about the means); 0 if the model has no variances."""
    lower: float
    """The lower bound that rank="lower" orders by: the value less its standard deviation under the posterior."""
    cosine: float
    """Of the means; 0 where one of them is zero."""
    cosine_mean: float
    """Expected cosine of two vectors drawn from the two densities (delta method)."""
    cosine_deviation: float
    """Standard deviation of that cosine; 0 if the model has no variances."""
    product_mean: float
    """Mean of y, equation (16) of the paper."""
    product_variance: float
    """Variance of y; 0 if the model has no variances."""

    def __repr__(self) -> str:
        return f"<bsg.Score: {self.value:.3f} ± {self.deviation:.3f}>"


class Neighbor(NamedTuple):
    """An answer of `Model.neighbors` or `Model.analogy`."""

    word: str
    score: float
    """Under the measure asked for; larger is more similar."""
    deviation: float
    """Its +-: of models trained on other texts of the same size and source, 68 % have a score within it of their mean. For
    guesses, and for models without `calibration`, the standard deviation under the posterior. 0 for models of points."""
    confidence: Optional[float]
    """Probability that this answer truly beats the next one; 0.5 is a coin toss.

    Below that where the list is not in the order of the means (`rank`). The last answer is compared with the best one that was left out. None if there is no next one, if the model has
    no variances, and under measures that have no confidence ("kl" compares densities and not draws from them).
    """
    count: int  # type: ignore[assignment]  # hides tuple.count
    """How often the word occurs in the text."""
    lower: float
    """The lower bound that rank="lower" orders by: the score less its standard deviation under the posterior."""
    cosine: float
    """Of the means; 0 where one of them is zero."""
    cosine_mean: float
    """Expected cosine of vectors drawn from the query's and the answer's densities (delta method)."""
    cosine_deviation: float
    """Standard deviation of that cosine; 0 if the model has no variances."""
    product_mean: float
    """Mean of the inner product, equation (16) of the paper."""
    product_variance: float
    """Variance of the inner product; 0 if the model has no variances."""

    def __repr__(self) -> str:
        beats = "" if self.confidence is None else f", beats next {self.confidence:.0%}"
        return f"<bsg.Neighbor: {self.word!r}, {self.score:.3f} ± {self.deviation:.3f}{beats}, count {self.count:,}>"


class Density(NamedTuple):
    """A Gaussian density of a target that has no name: what `Model.infer_query` returns."""

    mean: "NDArray[np.float32]"
    variance: "NDArray[np.float32]"
    """The diagonal of the covariance."""
    axes: str = ""
    """A checksum of `Model.axes`, which the density lies in: models with other axes refuse it. Empty if they are not known."""

    def __repr__(self) -> str:
        return f"<bsg.Density: dimension {len(self.mean)}>"


class InferredWord(NamedTuple):
    """A word that a model does not have, and what the lines around it tell: what `Model.infer` returns."""

    word: str
    count: int  # type: ignore[assignment]  # hides tuple.count
    """How often the word occurs in these lines."""
    evidence: float
    """Words around it that told of it, each by how often training would have seen it: frequent words, and those farther
    off, count less than 1."""
    mean: "NDArray[np.float32]"
    """Of the target density."""
    variance: "NDArray[np.float32]"
    """The diagonal of its covariance."""
    axes: str = ""
    """A checksum of `Model.axes`, which the density lies in: models with other axes refuse it. Empty if they are not known."""

    def __repr__(self) -> str:
        return (f"<bsg.InferredWord: {self.word!r}, count {self.count:,}, evidence {self.evidence:,.1f}, "
                f"dimension {len(self.mean)}>")


class SimilarityResult(NamedTuple):
    """How a model did on a set of word pairs that people have rated."""

    name: str
    """The file's, without its extension."""
    correlation: Optional[float]
    """Spearman's rank correlation of ratings and scores.

    None where it is not defined: fewer than two pairs, or all ratings or all scores equal.
    """
    used: int
    skipped: int
    """Pairs with a word that has no density."""
    guessed: int = 0
    """Of those used, pairs with a word outside the vocabulary; there are none without `oov`."""


class CoverageCurve(NamedTuple):
    """How well a confidence tells right answers from wrong ones."""

    accuracies: Dict[float, float]
    """Share of right answers among the surest quarter (0.25), half, three quarters, and all (1.0) of them."""
    area: float
    """Mean of the accuracies at all coverages."""


class AnalogyGroupResult(NamedTuple):
    """How a model did on one group of a set of analogies."""

    name: str
    right: int
    used: int
    skipped: int
    """Questions with a word that has no density."""
    guessed: int = 0
    """Of those used, questions with a word outside the vocabulary; there are none without `oov`."""


class AnalogyResult(NamedTuple):
    """How a model did on a set of analogies."""

    name: str
    """The file's, without its extension."""
    accuracy: Optional[float]
    """Share of right answers; None if no question could be asked."""
    right: int
    used: int
    skipped: int
    """Questions with a word that has no density."""
    groups: Tuple[AnalogyGroupResult, ...]
    by_confidence: Optional[CoverageCurve]
    """By the probability that the best answer beats the second; None where that is not defined."""
    by_cosine: Optional[CoverageCurve]
    """By the cosine of the best answer."""
    guessed: int = 0
    """Of those used, questions with a word outside the vocabulary; there are none without `oov`."""
    by_margin: Optional[CoverageCurve] = None
    """By how much larger the best answer's score is than the second's."""
    by_count: Optional[CoverageCurve] = None
    """By the count of the rarest of the four words, those of the question and the answer (0 for a guess)."""


class Evaluation(NamedTuple):
    """What `Model.evaluate` returns: a result for each file, in the order given."""

    similarity: Tuple[SimilarityResult, ...]
    analogy: Tuple[AnalogyResult, ...]
    oov: bool = False
    """Whether words outside the vocabulary were judged, too."""


class MeanLogLikelihood(NamedTuple):
    """A mean over positive pairs, in nats."""

    mean: float
    error: float
    """Its standard error, from how it differs between centre words."""


class HeldOutResult(NamedTuple):
    """What a model says of a text that it was not trained on: what `Model.evaluate_text` returns.

    Each log-likelihood is that of a positive pair together with its negatives.
    """

    integrated: Optional[MeanLogLikelihood]
    """Of E sigmoid(u.v): the densities integrated out. None if the model has no variances."""
    points: MeanLogLikelihood
    """Of sigmoid(mean of u . mean of v)."""
    gain: Optional[MeanLogLikelihood]
    """integrated less points, pair by pair. None if the model has no variances."""
    frequencies: MeanLogLikelihood
    """Of one who knows how frequent words are, and nothing else."""
    positive_pairs: float
    """As training would have met them in this text, on average over its draws."""
    negatives: int
    """For each positive pair."""
    tokens: int
    """In the text."""
    left_out_tokens: int
    """Of these, words that training did not teach the model."""
    left_out_words: int
    """Distinct ones."""


class WordChange(NamedTuple):
    """How differently a word is used in two texts: an item of `Model.compare_texts(a, b)`.

    The densities are those of the word as a target in each text, in the axes of the model: read-only arrays.
    """

    word: str
    count_a: int
    """Occurrences in the first text."""
    count_b: int
    distance: float
    """|mean_a - mean_b|^2 / (2 |mean_a| |mean_b|), which is 1 - cosine for means of one length.

    What the texts' finite length adds is taken out: for a word that did not change it is 0 on
    average.
    """
    deviation: float
    """Standard deviation of the distance."""
    z: float
    """How far that is beyond chance, in standard deviations of a word that did not change."""
    probability: float
    """That the true distance is larger than the threshold, given this one and how far all words have moved on the whole."""
    false_discovery_rate: float
    """Share of unchanged words to expect among the words with this rate or a lower one."""
    mean_a: "NDArray[np.float32]"
    variance_a: "NDArray[np.float32]"
    mean_b: "NDArray[np.float32]"
    variance_b: "NDArray[np.float32]"

    def __repr__(self) -> str:
        return (f"<bsg.WordChange: {self.word!r}, distance {self.distance:.3f} ± {self.deviation:.3f}, z {self.z:.1f}, "
                f"false-discovery rate {self.false_discovery_rate:.2g}>")


class NeighborsInTexts(NamedTuple):
    """The words closest to a word in each of two texts, the closest first: `TextComparison.neighbors`."""

    a: List[Neighbor]
    b: List[Neighbor]


class CalibrationPoint(NamedTuple):
    """What deviations of scores are multiplied by where a word occurs `count` times: an item of `Model.calibration`."""

    count: float  # type: ignore[assignment]  # in place of the method that tuples have
    target: float
    """The factor of target densities."""
    context: float
    """The same of context densities."""


class Iteration(NamedTuple):
    """What one iteration of training did; the same for any number of threads."""

    iteration: int
    """1 to the number of iterations."""
    step: float
    """beta: weight of this iteration against those before; with method="skipgram" the learning rate."""
    tokens: int
    """Tokens left after subsampling."""
    positive_pairs: int
    negative_pairs: int
    target_change: float
    """Summed change of r over the target densities."""
    context_change: float
    """The same over the context densities."""
    relative_change: float
    """Both changes over (step times the summed length of r): falls towards 0 as training settles."""
    mean_loss: Optional[float] = None
    """Mean loss of a positive pair and its negatives, with method="skipgram", which has none of the changes."""
    target_prior_precision: Optional[float] = None
    """tau of the target densities in this iteration, with learn_prior=True."""
    context_prior_precision: Optional[float] = None
    """The same of the context densities."""
    bound: Optional[float] = None
    """Lower bound on the log-probability of a positive pair and its negatives, priors included: grows as training settles.
    None with method="skipgram" and in updates."""


class Progress(NamedTuple):
    """Where a training is: what `bsg.train(..., progress=callable)` hands to the callable."""

    stage: str
    """"counting" or "encoding" while texts are read, then "sampling", "targets" and "contexts" in every iteration
    ("passes" with method="skipgram"), and in the end "calibration" where variances are calibrated, and "gauge" if the axes are
    changed."""
    bytes_read: int
    """While files are read: how much of them, as they lie on disk."""
    bytes_total: int
    """0 where it cannot be known."""
    iteration: int
    """1 to iterations; 0 before the first."""
    iterations: int
    finished: Optional[Iteration]
    """Set in one call after each iteration."""


class Suggestion(NamedTuple):
    """Something to try: one of `Advice.suggestions`."""

    remedy: str
    """"more_data", "divide_baskets" (or leave them out), "set_option" (to the value), "lower_option" (below the value),
    "omit_option" or "keep_posterior" (beside the model, for the next update)."""
    option: Optional[str]
    """A keyword argument of `bsg.train`; None where the remedy is no option."""
    value: Optional[str]
    """As text; None where the remedy has none."""


class Advice(NamedTuple):
    """What a person should hear of after a training: one of `TrainingReport.advice`."""

    kind: str
    """"few_pairs", "prior_alone", "dominating_baskets", "differing_runs", "variances_alone" (an update without a kept posterior),
    "unfamiliar_text" (an update's text, of words that the model mostly does not have) or "outdated_axes" (an update of a model that
    has outgrown the axes it keeps)."""
    warning: bool
    """False where it is good to know, but nothing is wrong. Others are warned of by `TrainingWarning`."""
    measured: float
    """What was found: pairs an iteration, squared means over variances, share of the pairs, threads, words with a posterior."""
    limit: float
    """What it was compared with."""
    suggestions: Tuple[Suggestion, ...]
    """Any of them helps."""
    sentence: str
    """All this in words."""


class TrainingReport(NamedTuple):
    """What happened in training, beyond the model itself: `Model.report`."""

    tokens: int
    """In the texts."""
    vocabulary_tokens: int
    """Of these, in the vocabulary."""
    distinct_words: int
    """In the texts, before the vocabulary was cut; 0 if a vocabulary with counts was given."""
    new_words: int
    """Of an update: words that the model did not have."""
    updated_words: int
    """Of an update: words that the texts have."""
    sentences: int
    """Those with at least one word."""
    invalid_utf8_sequences: int
    """Replaced by U+FFFD."""
    row_entries: int
    """Distinct pairs times sides, over all iterations."""
    largest_baskets_share: float
    """Share of all pairs, by what they weigh, that come from the largest 1 % of the baskets (0 for text)."""
    largest_basket: int
    """Items of the largest basket (0 for text)."""
    converged: bool
    """Stopped by the tolerance."""
    resumed_after: int
    """Iterations that were done before, and read from a checkpoint."""
    threads: int
    planned_memory: int
    """Bytes that training was expected to take at the most."""
    scratch_bytes: int
    """Bytes that went into scratch files, since they would have exceeded the option `memory`."""
    seconds: Dict[str, float]
    """Time spent in each stage."""
    advice: Tuple[Advice, ...] = ()
    """What a person should hear of."""


class SavedRun(NamedTuple):
    """What a checkpoint tells of the training it belongs to: what `bsg.resume` hands to the training. Paths are bytes."""

    texts: List[bytes]
    """Empty if it learned from lists of words, which have to be given again."""
    vocabulary: Optional[bytes]
    features: Optional[bytes]
    save_vocabulary: Optional[bytes]
    base: Optional["_bsg.BaseModel"]
    """Of an update of a model that lies in a file."""
    posterior: Optional[bytes]
    """What was kept beside that model."""
    missing_base: str
    """Of an update whose model has to be given again: why."""
    keep_posterior: Optional[bytes]
    save_draws: Optional[bytes]
    checkpoint: "_bsg.Checkpoint"
    """Set to resume."""
    options: "_bsg.TrainingOptions"
