#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "bsg/error.h"
#include "bsg/recommend.h"
#include "recommending/best_items.h"
#include "recommending/item_scores.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg {
namespace {

using recommending::BasketView;
using recommending::BestItems;
using recommending::ItemScores;
using wording::compose;
using wording::option;

/// Users that are folded in at a time: what bounds the memory of a call.
constexpr std::size_t kUsersAtOnce = 4096;

constexpr std::array<RecommendationRankDescription, 4> kRanks{{
    {.name = "mean", .value = RecommendationRank::mean, .meaning = "the score"},
    {.name = "lower",
     .value = RecommendationRank::lower,
     .meaning = "the score less its deviation: what is surely liked"},
    {.name = "upper",
     .value = RecommendationRank::upper,
     .meaning = "the score plus its deviation: what may be liked"},
    {.name = "thompson",
     .value = RecommendationRank::thompson,
     .meaning = "the score of a draw from the user's density: explores where users are unsure"},
}};

/// The same items in the order of ids, each once.
std::vector<WordId> ascending(std::span<const WordId> items) {
  std::vector<WordId> ids(items.begin(), items.end());
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

/// ItemScores::offsets(), with kNever for what the options leave out.
std::vector<float> offsets_of(const ItemScores& scores, const RecommendationOptions& options) {
  const Model& model = scores.model();
  std::vector<float> offsets(scores.offsets().begin(), scores.offsets().end());
  for (WordId id = 0; id < model.size(); ++id) {
    if (model.count(id) < options.min_count) offsets[id] = ItemScores::kNever;
  }
  for (const std::string& item : options.exclude) {
    if (const std::optional<WordId> id = model.find(item)) offsets[*id] = ItemScores::kNever;
  }
  const auto is_left = [](float offset) { return offset != ItemScores::kNever; };
  if (std::ranges::any_of(offsets, is_left)) return offsets;
  throw OptionError(
      "every item is left out, by its count or by name: there is nothing to recommend");
}

}  // namespace

std::span<const RecommendationRankDescription> recommendation_rank_table() {
  return kRanks;
}

class Recommender::Engine {
 public:
  Engine(const Model& model, RecommendationOptions options)
      : scores_(model), options_(std::move(options)), offsets_(offsets_of(scores_, options_)) {}

  [[nodiscard]] std::vector<Recommendations> for_names(
      std::span<const std::vector<std::string>> baskets, std::size_t count) const {
    std::vector<std::vector<WordId>> ids(baskets.size());
    std::vector<Recommendations> lists(baskets.size());
    for (std::size_t k = 0; k < baskets.size(); ++k) {
      for (const std::string& item : baskets[k]) {
        if (const std::optional<WordId> id = scores_.model().find(item)) {
          ids[k].push_back(*id);
        } else {
          lists[k].unknown.push_back(item);
        }
      }
    }
    std::vector<BasketView> views;
    for (const std::vector<WordId>& items : ids) views.push_back({items});
    fill(views, count, lists);
    return lists;
  }

  [[nodiscard]] std::vector<Recommendations> for_users(std::span<const std::string> users,
                                                       std::size_t count) const {
    std::vector<BasketView> baskets;
    for (const std::string& user : users) baskets.push_back(basket_of(user));
    std::vector<Recommendations> lists(baskets.size());
    fill(baskets, count, lists);
    return lists;
  }

 private:
  [[nodiscard]] BasketView basket_of(const std::string& user) const {
    const Model& model = scores_.model();
    if (model.user_count() == 0) {
      throw ModelError(compose(
          "the model does not know who its users were; recommend for what they have, or train with "
          "{} on baskets that have names",
          option("users")));
    }
    const std::optional<std::size_t> place = model.find_user(user);
    if (!place) throw InputError(fmt::format("the model has no user {:?}", user));
    return {.items = model.items_of(*place), .weights = model.weights_of(*place)};
  }

  void fill(std::span<const BasketView> baskets, std::size_t count,
            std::span<Recommendations> lists) const {
    for (std::size_t first = 0; first < baskets.size(); first += kUsersAtOnce) {
      const std::size_t size = std::min(kUsersAtOnce, baskets.size() - first);
      fill_some(baskets.subspan(first, size), first, count, lists.subspan(first, size));
    }
  }

  void fill_some(std::span<const BasketView> baskets, std::size_t first, std::size_t count,
                 std::span<Recommendations> lists) const {
    const inference::Densities users = scores_.fold(baskets);
    std::vector<std::vector<WordId>> known(baskets.size());
    if (!options_.repeat) {
      for (std::size_t k = 0; k < known.size(); ++k) known[k] = ascending(baskets[k].items);
    }
    const std::vector<BestItems> best =
        best_items(scores_, users, first, known, {options_.rank, count, options_.seed, offsets_});
    for (std::size_t k = 0; k < best.size(); ++k) {
      for (const query::Candidate& one : best[k].items) {
        lists[k].items.push_back(
            recommendation(users, static_cast<std::uint32_t>(k), one.id, best[k].rates));
      }
    }
  }

  [[nodiscard]] Recommendation recommendation(const inference::Densities& users, std::uint32_t user,
                                              WordId id,
                                              const kernels::ExponentialSum& rates) const {
    const Model& model = scores_.model();
    const float* const mean = users.rows().mean(user);
    const float* const variance = users.rows().variance(user);
    const std::span v_mean = model.mean(Side::context, id),
                    v_variance = model.variance(Side::context, id);
    double product = 0, spread = 0;
    for (std::size_t k = 0; k < v_mean.size(); ++k) {
      const double u = mean[k], s = variance[k], v = v_mean[k], t = v_variance[k];
      product += u * v;
      spread += s * t + u * u * t + v * v * s;
    }
    const double score = product + double{offsets_[id]};
    return {.id = id,
            .item = std::string(model.word(id)),
            .score = score,
            .deviation = std::sqrt(spread + scores_.offset_variance(id)),
            .probability = std::exp(score - double{rates.largest}) / rates.sum};
  }

  ItemScores scores_;
  RecommendationOptions options_;
  std::vector<float> offsets_;
};

Recommender::Recommender(const Model& model, RecommendationOptions options)
    : engine_(std::make_unique<const Engine>(model, std::move(options))) {}

Recommender::~Recommender() = default;
Recommender::Recommender(Recommender&&) noexcept = default;
Recommender& Recommender::operator=(Recommender&&) noexcept = default;

Recommendations Recommender::recommend(std::span<const std::string> basket,
                                       std::size_t count) const {
  const std::vector<std::string> items(basket.begin(), basket.end());
  return std::move(engine_->for_names(std::span(&items, 1), count).front());
}

std::vector<Recommendations> Recommender::recommend(
    std::span<const std::vector<std::string>> baskets, std::size_t count) const {
  return engine_->for_names(baskets, count);
}

std::vector<Recommendations> Recommender::recommend_to(std::span<const std::string> users,
                                                       std::size_t count) const {
  return engine_->for_users(users, count);
}

}  // namespace bsg
