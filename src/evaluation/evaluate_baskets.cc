#include "bsg/evaluate_baskets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_set>
#include <utility>

#include "bsg/error.h"
#include "evaluation/ease.h"
#include "evaluation/list_judge.h"
#include "evaluation/model_scorer.h"
#include "evaluation/plain_scorers.h"
#include "files/size_text.h"
#include "planning/machine_memory.h"
#include "posterior/trained_options.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg {
namespace {

using evaluation::CoOccurrences;
using evaluation::IdBaskets;
using evaluation::JudgedUser;
using evaluation::ListJudge;

struct LookedUp {
  std::vector<WordId> ids;  ///< ascending
  std::size_t unknown = 0;
};

LookedUp look_up(const Model& model, const std::vector<std::string>& items) {
  LookedUp result;
  std::unordered_set<std::string_view> met;
  for (const std::string& item : items) {
    if (!met.insert(item).second) continue;
    if (const std::optional<WordId> id = model.find(item)) {
      result.ids.push_back(*id);
    } else {
      ++result.unknown;
    }
  }
  std::ranges::sort(result.ids);
  return result;
}

void check(const std::vector<WordId>& known, const std::vector<WordId>& held_out,
           const Model& model) {
  for (const WordId id : held_out) {
    if (!std::ranges::binary_search(known, id)) continue;
    throw InputError(fmt::format(
        "the held-out item '{}' of a test basket is also among its known ones", model.word(id)));
  }
}

/// Counts what the model does not have.
std::vector<JudgedUser> users_of(const Model& model, std::span<const TestBasket> test,
                                 BasketEvaluation& result) {
  std::vector<JudgedUser> users;
  for (const TestBasket& basket : test) {
    LookedUp known = look_up(model, basket.known), held_out = look_up(model, basket.held_out);
    if (held_out.ids.empty() && held_out.unknown == 0) {
      throw InputError(fmt::format("test basket {} has no held-out item", users.size() + 1));
    }
    check(known.ids, held_out.ids, model);
    result.known_items += known.ids.size() + known.unknown;
    result.unknown_known += known.unknown;
    result.held_out_items += held_out.ids.size() + held_out.unknown;
    result.unknown_held_out += held_out.unknown;
    users.push_back({std::move(known.ids), std::move(held_out.ids), held_out.unknown});
  }
  if (users.empty()) throw InputError("there are no test baskets");
  result.users = users.size();
  return users;
}

IdBaskets ids_of(const Model& model, std::span<const Basket> train) {
  IdBaskets baskets;
  for (const Basket& basket : train) baskets.push_back(look_up(model, basket.items).ids);
  return baskets;
}

std::vector<double> item_counts(const Model& model, const IdBaskets& train) {
  std::vector<double> counts(model.size());
  for (const auto& basket : train) {
    for (const WordId id : basket) ++counts[id];
  }
  if (!train.empty()) return counts;
  for (WordId id = 0; id < model.size(); ++id) counts[id] = static_cast<double>(model.count(id));
  return counts;
}

/// The methods that learn from baskets, one after the other, each gone before the next is made.
class LearnedMethods {
 public:
  LearnedMethods(const ListJudge& judge, const IdBaskets& train, std::size_t items,
                 const std::stop_token& stop, BasketEvaluation& result)
      : judge_(judge), train_(train), items_(items), stop_(stop), result_(result) {}

  void add(std::optional<double> ease_penalty) {
    if (train_.empty())
      return leave_out_both(
          "it learns from the training baskets, which were not "
          "given");
    const double needed = CoOccurrences::bytes_needed(train_, items_);
    if (needed > budget()) return leave_out_both(needs(needed));
    const auto together = std::make_shared<const CoOccurrences>(train_, items_);
    add_item_knn(together);
    add_ease(*together, ease_penalty);
  }

 private:
  static double budget() { return static_cast<double>(planning::automatic_budget()); }

  static std::string needs(double bytes) {
    return fmt::format("it needs {} of memory for so many items",
                       files::size_text(static_cast<std::uint64_t>(bytes)));
  }

  void leave_out(std::string name, std::string reason) {
    result_.left_out.push_back({std::move(name), std::move(reason)});
  }

  void leave_out_both(const std::string& reason) {
    leave_out("item-knn", reason);
    leave_out("ease", reason);
  }

  void add_item_knn(std::shared_ptr<const CoOccurrences> together) {
    result_.methods.push_back(
        judge_.judge("item-knn", evaluation::item_knn_scorer(std::move(together)), stop_));
  }

  void add_ease(const CoOccurrences& together, std::optional<double> penalty) {
    if (items_ > evaluation::kMostItemsOfEase) {
      return leave_out("ease", fmt::format("it takes too long for {} items, more than {}",
                                           wording::grouped(items_),
                                           wording::grouped(evaluation::kMostItemsOfEase)));
    }
    const double needed = evaluation::ease_bytes_needed(items_);
    if (needed > budget()) return leave_out("ease", needs(needed));
    result_.ease_penalty_chosen = !penalty;
    result_.ease_penalty = penalty ? *penalty : evaluation::choose_ease_penalty(train_, items_);
    if (stop_.stop_requested()) throw Interrupted("interrupted while judging recommendations");
    const auto scorer = evaluation::ease_scorer(together, *result_.ease_penalty);
    result_.methods.push_back(judge_.judge("ease", scorer, stop_));
  }

  const ListJudge& judge_;
  const IdBaskets& train_;
  std::size_t items_;
  const std::stop_token& stop_;
  BasketEvaluation& result_;
};

void check(const BasketEvaluationOptions& options) {
  const std::optional<double> penalty = options.ease_penalty;
  if (!penalty || (std::isfinite(*penalty) && *penalty > 0)) return;
  throw OptionError(wording::compose("option {} must be a number above 0, not {}",
                                     wording::option("ease-penalty"), *penalty));
}

}  // namespace

BasketEvaluation evaluate_baskets(const Model& model, std::span<const TestBasket> test,
                                  std::span<const Basket> train,
                                  const BasketEvaluationOptions& options,
                                  const std::stop_token& stop) {
  check(options);
  const evaluation::ItemScorer model_scorer = evaluation::model_scorer(model, options.rank);
  BasketEvaluation result;
  result.items = model.size();
  std::vector<JudgedUser> users = users_of(model, test, result);
  const IdBaskets baskets = ids_of(model, train);
  std::vector<double> counts = item_counts(model, baskets);
  std::vector<evaluation::Third> thirds = evaluation::popularity_thirds(users, counts);
  const ListJudge judge(std::move(users), std::move(thirds));
  result.methods.push_back(judge.judge("bsg", model_scorer, stop));
  result.methods.push_back(
      judge.judge("popularity", evaluation::popularity_scorer(std::move(counts)), stop));
  LearnedMethods(judge, baskets, model.size(), stop, result).add(options.ease_penalty);
  return result;
}

std::vector<Basket> read_baskets_as(const Model& model, const std::vector<std::string>& files) {
  return read_baskets(files, posterior::trained_options(model).corpus);
}

}  // namespace bsg
