#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bsg/model.h"

/// Which items to offer next to somebody with these items: what recommenders are asked.

namespace bsg {

/// What recommendations are ordered by.
enum class RecommendationRank : std::uint8_t {
  mean,      ///< the score
  lower,     ///< the score less its deviation: what is sure to be liked
  upper,     ///< the score and its deviation: what may be liked
  thompson,  ///< the score of one draw of the user's density: explores, and is fair to doubt
};

struct RecommendationRankDescription {
  std::string_view name;  ///< on the command line and in Python
  RecommendationRank value;
  std::string_view meaning;
};

/// All of them, in the order of the enumeration.
std::span<const RecommendationRankDescription> recommendation_rank_table();

struct RecommendationOptions {
  RecommendationRank rank = RecommendationRank::mean;
  /// Items that are never recommended. Those that the model does not have are ignored.
  std::vector<std::string> exclude{};
  /// Items with a lower count are not recommended.
  std::uint64_t min_count = 0;
  /// Whether what somebody has already may be recommended, too.
  bool repeat = false;
  /// Of RecommendationRank::thompson: the key of its draws. A list depends on it, on the place of
  /// the basket among those of its call, and on nothing else.
  std::uint64_t seed = 1;
};

struct Recommendation {
  WordId id = 0;
  std::string item;
  /// log of the rate at which the item is expected, up to what all items of a user have in common:
  /// E[uᵀv] + e log p, e being the exponent of the training's negatives and p the item's share of
  /// all counts.
  double score = 0;
  double deviation = 0;  ///< of the score, under the posterior
  /// That the next item is this one: its rate over those of all items that could be recommended.
  double probability = 0;
};

struct Recommendations {
  std::vector<Recommendation> items;  ///< the best first, ties by id
  std::vector<std::string> unknown;   ///< items of the basket that the model does not have
};

/// Recommends for baskets and users of one model. A basket is folded in, in closed form: u given
/// all v. Immutable, thread-safe. An answer depends neither on the order of the basket nor on the
/// other baskets of the call, nor on the number of threads.
class Recommender {
 public:
  /// Throws ModelError if the model holds points or the vectors of another program, or if it has
  /// learned nothing; OptionError if nothing is left to recommend.
  explicit Recommender(const Model& model, RecommendationOptions options = {});
  ~Recommender();
  Recommender(Recommender&&) noexcept;
  Recommender& operator=(Recommender&&) noexcept;

  /// The `count` best items. Items that the model does not have tell nothing; without any that it
  /// has, items come by popularity. Throws NumericalError.
  [[nodiscard]] Recommendations recommend(std::span<const std::string> basket,
                                          std::size_t count) const;
  /// The same for many baskets at once, in a fraction of the time.
  [[nodiscard]] std::vector<Recommendations> recommend(
      std::span<const std::vector<std::string>> baskets, std::size_t count) const;

  /// For users that the model was trained on, by name: Model::find_user(). Throws ModelError if the
  /// model has no users, InputError for a name that is not one of theirs.
  [[nodiscard]] std::vector<Recommendations> recommend_to(std::span<const std::string> users,
                                                          std::size_t count) const;

 private:
  class Engine;
  std::unique_ptr<const Engine> engine_;
};

}  // namespace bsg
