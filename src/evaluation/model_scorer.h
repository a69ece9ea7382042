#pragma once

#include "bsg/model.h"
#include "bsg/recommend.h"
#include "evaluation/item_scorer.h"

namespace bsg::evaluation {

/// What recommending::ItemScores says of known items that count once each; less its deviation, or
/// with it, for the ranks `lower` and `upper`. Throws ModelError as that does, OptionError for
/// another rank.
ItemScorer model_scorer(const Model& model, RecommendationRank rank);

}  // namespace bsg::evaluation
