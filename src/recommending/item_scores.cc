#include "recommending/item_scores.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "folding/fold_targets.h"
#include "kernels/scan.h"
#include "recommending/user_tile.h"

namespace bsg::recommending {
namespace {

using sampling::PairRow;

/// Of contexts, and rounds of a fold. Lists are as good with these as with the 64 groups of
/// training and with rounds until nothing moves, and take less than half the time.
constexpr std::uint32_t kGroups = 16, kRounds = 8;

/// e log p_j of the items that have been taught.
std::vector<float> offsets_of(const folding::FixedContexts& contexts, double& unknown_variance) {
  const Model& model = contexts.model();
  double all = 0;
  for (WordId id = 0; id < model.size(); ++id) all += static_cast<double>(model.count(id));
  const double exponent = contexts.options().sampling.negative_exponent;
  std::vector<float> offsets(model.size(), ItemScores::kNever);
  double items = 0, sum = 0, squares = 0;
  for (WordId id = 0; id < model.size(); ++id) {
    if (contexts.keep()[id] == 0 || model.count(id) == 0) continue;
    const double offset = exponent * std::log(static_cast<double>(model.count(id)) / all);
    offsets[id] = static_cast<float>(offset);
    items += 1;
    sum += offset;
    squares += offset * offset;
  }
  const double mean = items > 0 ? sum / items : 0;
  unknown_variance = items > 0 ? std::max(squares / items - mean * mean, 0.0) : 0;
  for (WordId id = 0; id < model.size(); ++id) {
    if (contexts.keep()[id] > 0 && model.count(id) == 0) offsets[id] = static_cast<float>(mean);
  }
  return offsets;
}

/// Ascending, distinct; the pairs of a target that has these contexts.
PairRow row_of(const BasketView& basket, std::span<const float> keep, float pair_weight) {
  std::vector<std::pair<WordId, float>> items;
  for (std::size_t k = 0; k < basket.items.size(); ++k) {
    const WordId id = basket.items[k];
    const float weight = basket.weights.empty() ? 1 : basket.weights[k];
    if (keep[id] > 0) items.emplace_back(id, weight * keep[id]);
  }
  std::ranges::sort(items);
  PairRow row;
  for (const auto& [id, weight] : items) {
    if (row.ids.empty() || row.ids.back() != id) {
      row.ids.push_back(id);
      row.counts.push_back(pair_weight * weight);
    } else if (!basket.weights.empty()) {
      row.counts.back() += pair_weight * weight;
    }
  }
  row.pulls = row.counts;
  return row;
}

}  // namespace

ItemScores::ItemScores(const Model& model)
    : contexts_(model, kGroups), offsets_(offsets_of(contexts_, unknown_variance_)) {}

inference::Densities ItemScores::fold(std::span<const BasketView> baskets) const {
  const auto pair_weight = static_cast<float>(contexts_.options().pair_weight());
  std::vector<PairRow> rows(baskets.size());
  tbb::parallel_for(std::size_t{0}, rows.size(), [&](std::size_t basket) {
    rows[basket] = row_of(baskets[basket], contexts_.keep(), pair_weight);
  });
  posterior::OrdinaryPrior prior = contexts_.options().corpus.users
                                       ? contexts_.prior(rows.size())
                                       : contexts_.prior_of_new(rows.size());
  return fold_targets(contexts_, rows, std::move(prior), kRounds, {}).densities;
}

void ItemScores::score(const inference::Densities& users, std::span<float> scores) const {
  const std::size_t items = model().size(), m = model().dimension();
  const float* const rows = model().means(Side::context).data();
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, users.size(), UserTile::kUsers),
                    [&](const auto& part) {
                      const UserTile tile(users, part.begin(), part.size());
                      float* const sums = scores.data() + part.begin() * items;
                      kernels::scan_products(tile.means(), rows, {part.size(), items, m}, sums);
                      for (std::size_t user = 0; user < part.size(); ++user) {
                        for (std::size_t item = 0; item < items; ++item) {
                          float& score = sums[user * items + item];
                          score = offsets_[item] == kNever ? kNever : score + offsets_[item];
                        }
                      }
                    });
}

}  // namespace bsg::recommending
