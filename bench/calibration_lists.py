"""What becomes of lists of neighbours in another text: parts of calibration.py."""

import itertools

import numpy as np
from calibration_models import Model, Shared
from scipy.stats import spearmanr

BLOCK = 500
K = 10
QUERIES_OF_BAND = 100
DRAWS = 20
LIST_BANDS = ((0, 30), (30, 100), (100, 300), (300, 1000), (1000, np.inf))
CURVE_BINS = 10


def unit(rows):
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def best(scores, queries):
    """Places of the K best scores of each row, but not the query's own."""
    scores[np.arange(len(queries)), queries] = -np.inf
    return np.argpartition(-scores, K, axis=1)[:, :K]


def neighbours(means, others=None):
    """The K best answers to each word: by cosine, or with other rows by the inner product with these."""
    rows, answers = (one.astype(np.float32) for one in ((unit(means), unit(means)) if others is None else (means, others)))
    blocks = np.array_split(np.arange(len(rows)), len(rows) // BLOCK + 1)
    return np.concatenate([best(rows[block] @ answers.T, block) for block in blocks])


def cosine_table(means, variances, queries):
    """Cosines of queries with all words, and their first-order variances (docs/paper-notes.md)."""
    lengths = np.linalg.norm(means, axis=1, keepdims=True)
    p, s = means / lengths, variances / lengths ** 2
    q, t = p[queries], s[queries]
    cosine = q @ p.T
    of_queries = t @ (p ** 2).T - 2 * cosine * ((q * t) @ p.T) + cosine ** 2 * (q ** 2 * t).sum(1)[:, None]
    of_answers = q ** 2 @ s.T - 2 * cosine * (q @ (p * s).T) + cosine ** 2 * (p ** 2 * s).sum(1)
    return cosine, np.maximum(of_queries + of_answers, 0)


def tail_slopes(scores, answers):
    """By query: above the last answer of a list, scores thin out like exp(-slope * score): 1 / slope is the mean excess."""
    of_answers = np.take_along_axis(scores, answers, 1)
    return (K - 1) / (of_answers.sum(1) - K * of_answers.min(1))


def luck(paths, seed):
    """By the rarer word's count: scores of lists of the first model, in both, when ordered by the mean and by the lower
    bound, which is less the deviation under the posterior."""
    first, second = (Model(path) for path in paths)
    shared = Shared(first, second)
    (means, posterior, calibrated), (other_means, *_) = (
        model.side("target", places) for model, places in zip((first, second), shared.places))
    counts = (first.counts[shared.places[0]] + second.counts[shared.places[1]]) / 2
    queries = np.random.default_rng(seed).choice(len(counts), 2000, replace=False)
    cosine, variance = cosine_table(means, calibrated, queries)
    lower = cosine - np.sqrt(cosine_table(means, posterior, queries)[1])
    theirs = unit(other_means)[queries] @ unit(other_means).T
    rarer = np.minimum(counts[queries][:, None], counts)
    rows = []
    for rank, scores in (("mean", cosine.copy()), ("lower", lower.copy())):
        answers = best(scores, queries)
        slopes = np.repeat(tail_slopes(scores, answers), K)
        c, bound, other, v, count = (np.take_along_axis(table, answers, 1).ravel()
                                     for table in (cosine, lower, theirs, variance, rarer))
        for low, high in LIST_BANDS:
            some = (count >= low) & (count < high)
            if some.sum() >= QUERIES_OF_BAND:
                rows.append({"rank": rank, "from": low, "answers": int(some.sum()), "score": float(c[some].mean()),
                             "in the other text": float(other[some].mean()), "deviation": float(np.sqrt(v[some].mean())),
                             "above the bound": 100 * float(np.mean((other > bound)[some])),
                             "inside 1 sd": 100 * float(np.mean((c - other)[some] ** 2 < 2 * v[some])),
                             "expected loss": float(np.mean(slopes[some] * v[some]))})
    return rows


def list_rows(trainings):
    return [{"source": source, "dimension": dimension, **row} for source in ("wiki", "dictionary") for dimension in (40, 100)
            for row in luck(trainings.pair(source, dimension, 1), 1)]


def mean_overlaps(lists):
    """Of lists × queries × K: for each query, the mean share that two lists have in common."""
    overlaps = []
    for query in range(lists.shape[1]):
        words, places = np.unique(lists[:, query], return_inverse=True)
        member = np.zeros((len(lists), len(words)))
        np.put_along_axis(member, places.reshape(lists.shape[0], K), 1, axis=1)
        common = member @ member.T
        overlaps.append((common.sum() - np.trace(common)) / (K * len(lists) * (len(lists) - 1)))
    return np.array(overlaps)


def words_of_all_counts(counts, draw):
    """Some of each band in which counts double."""
    bands = np.floor(np.log2(np.maximum(counts, 1)))
    some = [draw.permutation(np.flatnonzero(bands == band))[:QUERIES_OF_BAND] for band in np.unique(bands)]
    return np.concatenate(some)


def lists_of_drawn_vectors(means, variances, queries, draw):
    """Neighbours in vectors that are drawn from the densities."""
    lists = []
    for _ in range(DRAWS):
        drawn = unit(means + np.sqrt(variances) * draw.standard_normal(means.shape))
        lists.append(best(drawn[queries] @ drawn.T, queries))
    return np.array(lists)


def lists_of_drawn_scores(means, variances, queries, draw):
    """Neighbours by cosines that are drawn, each with its own deviation."""
    cosine, variance = cosine_table(means, variances, queries)
    deviation = np.sqrt(variance)
    return np.array([best(cosine + deviation * draw.standard_normal(cosine.shape), queries) for _ in range(DRAWS)])


def curve(predicted, observed):
    bins = np.array_split(np.argsort(predicted), CURVE_BINS)
    return [(float(predicted[one].mean()), float(observed[one].mean())) for one in bins]


def stability(trainings):
    """Overlap of lists between all bootstraps but one, and what that one says of it."""
    models = [Model(path) for path in trainings.bootstraps()]
    shared = Shared(*models)
    sides = [model.side("target", places) for model, places in zip(models, shared.places)]
    counts, draw = models[0].counts[shared.places[0]], np.random.default_rng(1)
    queries = words_of_all_counts(counts, draw)
    observed = mean_overlaps(np.array([best(unit(means)[queries] @ unit(means).T, queries) for means, *_ in sides[1:]]))
    predictions = {"log count": np.log(counts[queries])}
    means, *both = sides[0]
    ways = {"drawn vectors": lists_of_drawn_vectors, "drawn scores": lists_of_drawn_scores}
    for (name, way), (how, variances) in itertools.product(ways.items(), zip(("before", "calibrated"), both)):
        predictions[f"{name}, {how}"] = mean_overlaps(way(means, variances, queries, draw))
    return {"bootstraps": len(models), "words": len(queries), "vocabulary": len(counts), "mean overlap": float(observed.mean()),
            "predicted": {name: float(one.mean()) for name, one in predictions.items()},
            "Spearman": {name: float(spearmanr(one, observed).statistic) for name, one in predictions.items()},
            "curves": {name: curve(one, observed) for name, one in predictions.items()},
            "overlaps": [observed.tolist()], "counts": [counts[queries].tolist()]}
