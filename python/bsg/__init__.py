"""Word and item embeddings that know how sure they are: Bayesian skip-gram.

Give it text, or baskets of items, and it learns for every word not a point but a Gaussian density:

>>> import bsg
>>> sentences = [["ship", "sails", "sea"], ["boat", "sails", "sea"], ["bread", "butter", "knife"]] * 50
>>> model = bsg.train(sentences, dimension=8, iterations=20, subsample=1)
>>> model
<bsg.Model: 7 words, dimension 8>
>>> [neighbor.word for neighbor in model.neighbors("ship", k=1)]
['boat']
>>> model["ship"].shape, model.variance("ship").shape
((8,), (8,))

train(texts, ...)   learns a Model from files, or from lists of words in memory
resume(folder)      goes on with a training that was stopped
load(path)          opens a model that was saved
load_draws(path)    opens draws from the posterior that method="gibbs" has kept
split_baskets(...)  baskets in two parts, to train a recommender on and to judge it by
load_vectors(path)  takes the vectors of another program as a model of points
options()           the options of training, with their ranges, defaults and meanings
"""

import os as _os

from ._bsg import release_threads as _release_threads
from ._bsg import simd_target
from ._bsg import version as _version
from .basket_results import (BasketEvaluation, BasketSplit, FirstItems, MeanOverUsers, MethodResult, PopularityThird,
                             TestBasket)
from .baskets import split_baskets
from .comparing import TextComparison
from .draws import Draws, load_draws
from .errors import (CheckpointError, Error, GuessedWordWarning, InputError, ModelError, NumericalError, ResourceError,
                     TrainingWarning, UnknownWordError)
from .loading import load, load_vectors
from .measures import Measure, Rank, measures, ranks
from .model import Model
from .option_table import Option, options
from .recommendations import Recommendation, RecommendationArrays
from .results import (
    Advice,
    AnalogyGroupResult,
    AnalogyResult,
    CalibrationPoint,
    CoverageCurve,
    Density,
    Evaluation,
    HeldOutResult,
    InferredWord,
    Iteration,
    MeanLogLikelihood,
    Neighbor,
    NeighborsInTexts,
    Progress,
    Score,
    SimilarityResult,
    Suggestion,
    TrainingReport,
    WordChange,
)
from .resuming import discard_checkpoint, resume
from .training import train

__version__ = _version()

# A forked process must not inherit the locks of threads that it does not have.
if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(before=_release_threads)

__all__ = [
    "Advice",
    "AnalogyGroupResult",
    "AnalogyResult",
    "BasketEvaluation",
    "BasketSplit",
    "CalibrationPoint",
    "CheckpointError",
    "CoverageCurve",
    "Density",
    "Draws",
    "Error",
    "Evaluation",
    "FirstItems",
    "GuessedWordWarning",
    "HeldOutResult",
    "InferredWord",
    "InputError",
    "Iteration",
    "MeanLogLikelihood",
    "MeanOverUsers",
    "Measure",
    "MethodResult",
    "Model",
    "ModelError",
    "Neighbor",
    "NeighborsInTexts",
    "NumericalError",
    "Option",
    "PopularityThird",
    "Progress",
    "Rank",
    "Recommendation",
    "RecommendationArrays",
    "ResourceError",
    "Score",
    "SimilarityResult",
    "Suggestion",
    "TestBasket",
    "TextComparison",
    "TrainingReport",
    "TrainingWarning",
    "UnknownWordError",
    "WordChange",
    "discard_checkpoint",
    "load",
    "load_draws",
    "load_vectors",
    "measures",
    "options",
    "ranks",
    "resume",
    "simd_target",
    "split_baskets",
    "train",
]
