#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "bsg/baskets.h"
#include "bsg/model.h"
#include "bsg/recommend.h"
#include "bsg/split.h"

/// How good a model's recommendations are, beside those of plain methods: who has the known items
/// of a test basket gets a list of all other items, and the held-out ones should stand first.

namespace bsg {

/// A mean over users.
struct MeanOverUsers {
  double mean = 0;
  /// Half the width of its 95 % confidence interval: 1.96 s / √n.
  double error = 0;
};

/// What the first k items of users' lists are worth.
struct FirstItems {
  static constexpr std::array<std::size_t, 3> kCutoffs{10, 20, 100};

  MeanOverUsers hit_rate;  ///< users with a held-out item among them
  MeanOverUsers recall;    ///< share of a user's held-out items that is among them
  MeanOverUsers ndcg;   ///< Σ 1/log₂(1 + rank) over those, by the best that k items could reach
  MeanOverUsers mrr;    ///< 1/rank of the first of those; 0 without one
  double coverage = 0;  ///< share of all items that is among those of somebody
};

/// The same of held-out items of similar popularity, among the first 10; an item of another third
/// is neither right nor wrong.
struct PopularityThird {
  std::size_t users = 0;  ///< with a held-out item in it
  std::size_t items = 0;  ///< held out, each user's counted
  MeanOverUsers hit_rate, ndcg;
};

struct MethodResult {
  std::string name;  ///< "bsg", "popularity", "item-knn" or "ease"
  std::array<FirstItems, FirstItems::kCutoffs.size()> first;  ///< by FirstItems::kCutoffs
  std::array<PopularityThird, 3> thirds;                      ///< popular, middle, rare
};

/// A method that was left out, and why.
struct LeftOutMethod {
  std::string name;
  std::string reason;
};

struct BasketEvaluation {
  std::size_t users = 0;
  std::size_t items = 0;                            ///< of the model: those that lists are made of
  std::size_t known_items = 0, held_out_items = 0;  ///< each user's counted
  /// Of these, items that the model does not have: they tell nothing, and cannot be found.
  std::size_t unknown_known = 0, unknown_held_out = 0;
  std::vector<MethodResult> methods;  ///< the model first
  std::vector<LeftOutMethod> left_out;
  /// λ of EASE, and whether it was chosen on the training baskets; unset without EASE.
  std::optional<double> ease_penalty;
  bool ease_penalty_chosen = false;
};

struct BasketEvaluationOptions {
  /// What the model's lists are ordered by: mean, lower or upper.
  RecommendationRank rank = RecommendationRank::mean;
  /// λ of EASE; unset: chosen on baskets of the training, one item of each left out.
  std::optional<double> ease_penalty{};
};

/// Judges lists of all items of the model but those that a user is known to have. Each item is at
/// one of the ranks of those with the same score, with equal probability: figures are expectations
/// over that, exactly. (Coverage takes equal scores by id.) Held-out items that the model does not
/// have are found nowhere. Results depend neither on the order of items nor on the number of
/// threads.
///
/// Beside the model: popularity, by counts; item kNN, by the sum of the cosines between an item's
/// column and those of the known items; EASE (Steck, 2019), a linear autoencoder in closed form.
/// They learn from `train`; without it there is popularity alone, by the model's counts. Thirds of
/// popularity are made of the same counts. Item kNN and EASE are left out where they would need
/// more memory than there is, EASE also of more than 20,000 items.
///
/// Throws ModelError if the model holds points or the vectors of another program; InputError
/// without test baskets; OptionError; Interrupted on request.
BasketEvaluation evaluate_baskets(const Model& model, std::span<const TestBasket> test,
                                  std::span<const Basket> train,
                                  const BasketEvaluationOptions& options = {},
                                  const std::stop_token& stop = {});

/// Reads the baskets that a model was, or could have been, trained on: read_baskets() with the
/// model's own options. Throws what that does; ModelError if the model does not tell how it was
/// trained.
std::vector<Basket> read_baskets_as(const Model& model, const std::vector<std::string>& files);

}  // namespace bsg
