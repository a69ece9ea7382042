#include "bsg/baskets.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "binding/attended.h"
#include "binding/choices.h"
#include "binding/module.h"
#include "binding/python_types.h"
#include "bsg/evaluate_baskets.h"
#include "bsg/split.h"

namespace bsg::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

using Items = std::vector<std::string>;

py::tuple texts(const Items& items) {
  py::tuple result(items.size());
  for (std::size_t k = 0; k < items.size(); ++k) result[k] = text(items[k]);
  return result;
}

py::list test_objects(const std::vector<TestBasket>& baskets) {
  const py::object type = python_type("basket_results", "TestBasket");
  py::list result;
  for (const TestBasket& basket : baskets) {
    result.append(type("known"_a = texts(basket.known), "held_out"_a = texts(basket.held_out)));
  }
  return result;
}

/// Each item once.
std::vector<Basket> baskets_of(const std::vector<Items>& lists) {
  std::vector<Basket> baskets;
  for (const Items& items : lists) {
    Basket& basket = baskets.emplace_back();
    for (const std::string& item : items) {
      if (std::ranges::find(basket.items, item) == basket.items.end()) basket.items.push_back(item);
    }
  }
  return baskets;
}

SplitOptions split_options(std::optional<double> by_user, std::optional<double> by_time,
                           std::uint64_t seed) {
  SplitOptions options;
  options.seed = seed;
  if (by_user) {
    options.method = SplitMethod::by_user;
    options.share = *by_user;
  } else if (by_time) {
    options.method = SplitMethod::by_time;
    options.share = *by_time;
  }
  return options;
}

/// Of files, or of lists where there are no files.
py::object split(const std::vector<std::string>& files, const std::vector<Items>& lists,
                 const TrainingOptions& layout, std::optional<double> by_user,
                 std::optional<double> by_time, std::uint64_t seed) {
  BasketSplit split;
  {
    const py::gil_scoped_release unlocked;
    const std::vector<Basket> baskets =
        files.empty() ? baskets_of(lists) : read_baskets(files, layout.corpus);
    split = split_baskets(baskets, split_options(by_user, by_time, seed));
  }
  py::list train, users;
  for (const Basket& basket : split.train) {
    train.append(py::list(texts(basket.items)));
    users.append(text(basket.user));
  }
  return python_type("basket_results", "BasketSplit")(
      "train"_a = train, "test"_a = test_objects(split.test), "users"_a = users,
      "train_items"_a = split.train_items, "held_out_items"_a = split.held_out_items,
      "new_items"_a = split.new_items, "without_known"_a = split.without_known);
}

py::object mean_object(const MeanOverUsers& mean) {
  return python_type("basket_results", "MeanOverUsers")("mean"_a = mean.mean,
                                                        "error"_a = mean.error);
}

py::object first_object(const FirstItems& first) {
  return python_type("basket_results", "FirstItems")(
      "hit_rate"_a = mean_object(first.hit_rate), "recall"_a = mean_object(first.recall),
      "ndcg"_a = mean_object(first.ndcg), "mrr"_a = mean_object(first.mrr),
      "coverage"_a = first.coverage);
}

py::object third_object(const PopularityThird& third) {
  return python_type("basket_results", "PopularityThird")(
      "users"_a = third.users, "items"_a = third.items, "hit_rate"_a = mean_object(third.hit_rate),
      "ndcg"_a = mean_object(third.ndcg));
}

py::object method_object(const MethodResult& method) {
  py::dict first, thirds;
  for (std::size_t k = 0; k < FirstItems::kCutoffs.size(); ++k) {
    first[py::int_(FirstItems::kCutoffs[k])] = first_object(method.first[k]);
  }
  constexpr std::array kThirds{"popular", "middle", "rare"};
  for (std::size_t k = 0; k < kThirds.size(); ++k) {
    thirds[kThirds[k]] = third_object(method.thirds[k]);
  }
  return python_type("basket_results", "MethodResult")("name"_a = text(method.name),
                                                       "first"_a = first, "thirds"_a = thirds);
}

py::object evaluation_object(const BasketEvaluation& evaluation) {
  py::dict methods, left_out;
  for (const MethodResult& method : evaluation.methods) {
    methods[text(method.name)] = method_object(method);
  }
  for (const LeftOutMethod& method : evaluation.left_out) {
    left_out[text(method.name)] = text(method.reason);
  }
  return python_type("basket_results", "BasketEvaluation")(
      "methods"_a = methods, "left_out"_a = left_out, "users"_a = evaluation.users,
      "items"_a = evaluation.items, "known_items"_a = evaluation.known_items,
      "held_out_items"_a = evaluation.held_out_items, "unknown_known"_a = evaluation.unknown_known,
      "unknown_held_out"_a = evaluation.unknown_held_out,
      "ease_penalty"_a = evaluation.ease_penalty,
      "ease_penalty_chosen"_a = evaluation.ease_penalty_chosen);
}

py::object evaluate(const Model& model, const std::vector<std::pair<Items, Items>>& test,
                    const std::vector<std::string>& train_files,
                    const std::vector<Items>& train_lists, const std::string& rank,
                    std::optional<double> ease_penalty) {
  const BasketEvaluationOptions options{
      .rank = parse_choice(recommendation_rank_table(), rank, "rank"),
      .ease_penalty = ease_penalty};
  std::vector<TestBasket> baskets;
  for (const auto& [known, held_out] : test) baskets.push_back({known, held_out});
  const BasketEvaluation evaluation = attended([&](const std::stop_token& stop) {
    const std::vector<Basket> train =
        train_files.empty() ? baskets_of(train_lists) : read_baskets_as(model, train_files);
    return evaluate_baskets(model, baskets, train, options, stop);
  });
  return evaluation_object(evaluation);
}

}  // namespace

void bind_baskets(py::module_& module) {
  module.def("split_baskets", &split, "files"_a, "lists"_a, "layout"_a, "by_user"_a, "by_time"_a,
             "seed"_a);
  module.def(
      "read_test_baskets",
      [](const std::string& path) { return test_objects(read_test_baskets(path)); }, "path"_a);
  module.def("evaluate_baskets", &evaluate, "model"_a, "test"_a, "train_files"_a, "train_lists"_a,
             "rank"_a, "ease_penalty"_a);
}

}  // namespace bsg::python
