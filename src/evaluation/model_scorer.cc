#include "evaluation/model_scorer.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cmath>
#include <limits>
#include <memory>

#include "bsg/error.h"
#include "kernels/scan.h"
#include "recommending/item_scores.h"
#include "recommending/user_tile.h"

namespace bsg::evaluation {
namespace {

using recommending::BasketView;
using recommending::ItemScores;
using recommending::UserTile;

/// Deviations that are added to the score.
float deviations_of(RecommendationRank rank) {
  switch (rank) {
    case RecommendationRank::mean:
      return 0;
    case RecommendationRank::lower:
      return -1;
    case RecommendationRank::upper:
      return 1;
    case RecommendationRank::thompson:
      break;
  }
  throw OptionError(
      "recommendations are judged by the ranks mean, lower and upper, not by draws; choose one of "
      "them");
}

/// Adds `deviations` deviations of the score to each score.
void add_deviations(const ItemScores& item_scores, const inference::Densities& users,
                    float deviations, std::span<float> scores) {
  const Model& model = item_scores.model();
  const std::size_t items = model.size(), m = model.dimension();
  const kernels::DensityMatrix rows{model.means(Side::context).data(),
                                    model.variances(Side::context).data()};
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, users.size(), UserTile::kUsers),
                    [&](const auto& part) {
                      const UserTile tile(users, part.begin(), part.size());
                      std::vector<float> means(part.size() * items), variances(means.size());
                      kernels::scan_moments(tile.densities(), rows, {part.size(), items, m},
                                            means.data(), variances.data());
                      for (std::size_t k = 0; k < variances.size(); ++k) {
                        float& score = scores[part.begin() * items + k];
                        if (score == ItemScores::kNever) continue;
                        const auto item = static_cast<WordId>(k % items);
                        const auto unknown = static_cast<float>(item_scores.offset_variance(item));
                        score += deviations * std::sqrt(variances[k] + unknown);
                      }
                    });
}

}  // namespace

ItemScorer model_scorer(const Model& model, RecommendationRank rank) {
  const float deviations = deviations_of(rank);
  return [item_scores = std::make_shared<const ItemScores>(model), deviations](
             std::span<const std::vector<WordId>> baskets, std::span<double> scores) {
    std::vector<BasketView> views;
    for (const std::vector<WordId>& basket : baskets) views.push_back({.items = basket});
    const inference::Densities users = item_scores->fold(views);
    std::vector<float> floats(scores.size());
    item_scores->score(users, floats);
    if (deviations != 0) add_deviations(*item_scores, users, deviations, floats);
    for (std::size_t k = 0; k < floats.size(); ++k) {
      scores[k] = floats[k] == ItemScores::kNever ? -std::numeric_limits<double>::infinity()
                                                  : double{floats[k]};
    }
  };
}

}  // namespace bsg::evaluation
