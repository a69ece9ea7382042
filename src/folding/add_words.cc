#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <vector>

#include "bsg/error.h"
#include "bsg/infer.h"
#include "model/axes.h"
#include "posterior/ordinary_prior.h"

namespace bsg {
namespace {

/// Words by descending count, then bytes.
std::vector<const InferredWord*> in_order(std::span<const InferredWord> words) {
  std::vector<const InferredWord*> sorted;
  for (const InferredWord& word : words) sorted.push_back(&word);
  std::ranges::sort(sorted, [](const InferredWord* a, const InferredWord* b) {
    return std::tie(b->count, a->word) < std::tie(a->count, b->word);
  });
  return sorted;
}

void refuse_repeats(const Model& model, const std::vector<const InferredWord*>& words) {
  std::vector<std::string_view> names;
  for (const InferredWord* word : words) {
    if (model.find(word->word)) {
      throw InputError(fmt::format("{:?} is in the model already", word->word));
    }
    names.push_back(word->word);
  }
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice != names.end()) throw InputError(fmt::format("{:?} is to be added twice", *twice));
}

void refuse_dimensions(const Model& model, const std::vector<const InferredWord*>& words) {
  const std::size_t m = model.dimension();
  for (const InferredWord* word : words) {
    const std::size_t mean = word->density.mean.size(), variance = word->density.variance.size();
    if (mean == m && variance == m) continue;
    throw InputError(fmt::format(
        "{:?} has a mean of {} numbers and a variance of {}, and the model is of dimension {}",
        word->word, mean, variance, m));
  }
}

void append(std::vector<float>& rows, std::span<const float> row) {
  rows.insert(rows.end(), row.begin(), row.end());
}

/// A model that is put together word by word.
class Assembly {
 public:
  explicit Assembly(const Model& model) : model_(model) {
    const double precision = posterior::prior_precision_of(model, Side::context);
    for (const double stretch :
         model::squared_stretches(model.axes(Side::context), model.dimension())) {
      context_variance_.push_back(static_cast<float>(stretch / precision));
    }
    data_.dimension = model.dimension();
  }

  void add(WordId id) {
    places_.push_back(static_cast<WordId>(data_.words.size()));
    data_.words.emplace_back(model_.word(id));
    data_.counts.push_back(model_.count(id));
    append(data_.target_mean, model_.mean(Side::target, id));
    append(data_.target_variance, model_.variance(Side::target, id));
    append(data_.context_mean, model_.mean(Side::context, id));
    append(data_.context_variance, model_.variance(Side::context, id));
  }

  void add(const InferredWord& word) {
    data_.words.push_back(word.word);
    data_.counts.push_back(word.count);
    append(data_.target_mean, word.density.mean);
    append(data_.target_variance, word.density.variance);
    data_.context_mean.resize(data_.context_mean.size() + data_.dimension);
    append(data_.context_variance, context_variance_);
  }

  ModelData finish() {
    const auto targets = model_.axes(Side::target), contexts = model_.axes(Side::context);
    data_.target_axes.assign(targets.begin(), targets.end());
    data_.context_axes.assign(contexts.begin(), contexts.end());
    data_.features = model_.features();
    take_users();
    data_.calibration.assign(model_.calibration().begin(), model_.calibration().end());
    data_.options = model_.options();
    data_.iterations.assign(model_.iterations().begin(), model_.iterations().end());
    return std::move(data_);
  }

 private:
  /// Words keep their order, and items of a user with them.
  void take_users() {
    UserData& users = data_.users;
    if (model_.user_count() > 0) users.starts.push_back(0);
    for (std::size_t user = 0; user < model_.user_count(); ++user) {
      users.names.emplace_back(model_.user(user));
      for (const WordId item : model_.items_of(user)) users.items.push_back(places_[item]);
      append(users.weights, model_.weights_of(user));
      users.starts.push_back(users.items.size());
    }
  }

  const Model& model_;
  std::vector<float> context_variance_;
  std::vector<WordId> places_;  ///< of the model's words among all
  ModelData data_;
};

}  // namespace

Model add_words(const Model& model, std::span<const InferredWord> words) {
  const std::vector<const InferredWord*> sorted = in_order(words);
  refuse_repeats(model, sorted);
  refuse_dimensions(model, sorted);
  Assembly assembly(model);
  auto next = sorted.begin();
  for (WordId id = 0; id < model.size(); ++id) {
    const auto comes_first = [&](const InferredWord& word) {
      const std::uint64_t count = model.count(id);
      return word.count > count || (word.count == count && word.word < model.word(id));
    };
    while (next != sorted.end() && comes_first(**next)) assembly.add(**next++);
    assembly.add(id);
  }
  while (next != sorted.end()) assembly.add(**next++);
  return Model(assembly.finish());
}

}  // namespace bsg
