#pragma once

#include <memory>
#include <vector>

#include "evaluation/co_occurrences.h"
#include "evaluation/item_scorer.h"

namespace bsg::evaluation {

/// What a recommender should beat: each scorer is the method of that name.

/// The same for everybody: the item's count.
ItemScorer popularity_scorer(std::vector<double> counts);

/// Σ_i∈basket g_ij / √(g_ii g_jj): cosines between the items' columns of X.
ItemScorer item_knn_scorer(std::shared_ptr<const CoOccurrences> together);

}  // namespace bsg::evaluation
