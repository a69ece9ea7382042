#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/flat_model.h"
#include "reading/utf8.h"
#include "tensors/format_error.h"

namespace bsg::model {
namespace {

using tensors::FormatError;

bool is_utf8(std::string_view text) {
  return reading::valid_utf8_prefix(text) == text.size();
}

/// `what` they are: word or feature.
void check_offsets(const WordList& words, std::string_view what) {
  if (words.offsets.front() != 0 ||
      words.offsets.back() != static_cast<std::int64_t>(words.bytes.size())) {
    throw FormatError(fmt::format("its {}s do not fill their bytes", what));
  }
  const auto not_ascending = std::ranges::adjacent_find(words.offsets, std::greater_equal{});
  if (not_ascending != words.offsets.end()) {
    throw FormatError(fmt::format("{} {} is empty or overlaps another", what,
                                  std::distance(words.offsets.begin(), not_ascending)));
  }
}

template <typename Good>
void check_array(const FlatModel& model, std::span<const float> values, std::string_view what,
                 Good good, std::string_view complaint) {
  const auto bad = std::ranges::find_if_not(values, good);
  if (bad == values.end()) return;
  const auto place = static_cast<std::size_t>(std::distance(values.begin(), bad));
  throw FormatError(fmt::format("a {} of the word {:?} is not {}", what,
                                model.words[place / model.dimension], complaint));
}

}  // namespace

void check_words(const FlatModel& model) {
  check_offsets(model.words, "word");
  for (std::size_t id = 0; id < model.words.size(); ++id) {
    if (!is_utf8(model.words[id])) {
      throw FormatError(fmt::format("the word {:?} is not valid UTF-8", model.words[id]));
    }
    if (model.counts[id] < 0 || (id > 0 && model.counts[id] > model.counts[id - 1])) {
      throw FormatError(
          fmt::format("the count of the word {:?} is negative, too large or above "
                      "that of the word before it",
                      model.words[id]));
    }
  }
}

void check_features(const FlatModel& model) {
  const FlatFeatures& features = model.features;
  if (features.names.size() == 0) return;
  check_offsets(features.names, "feature");
  for (std::size_t id = 0; id < features.names.size(); ++id) {
    const std::string_view name = features.names[id];
    if (!is_utf8(name) || (id > 0 && !(features.names[id - 1] < name))) {
      throw FormatError(fmt::format("the feature {:?} is not valid UTF-8, or out of order", name));
    }
  }
  const bool lengths = features.longest == 0
                           ? features.shortest == 0
                           : features.shortest >= 1 && features.shortest <= features.longest;
  if (!lengths) throw FormatError("the lengths of its n-grams are not in order");
  for (const double variance : {features.variance, features.unknown_variance}) {
    if (!(std::isfinite(variance) && variance > 0)) {
      throw FormatError("a variance of its features is not positive and finite");
    }
  }
}

void check_users(const FlatModel& model) {
  const FlatUsers& users = model.users;
  if (users.size() == 0) return;
  check_offsets(users.names, "user");
  if (users.starts.front() != 0 || !std::ranges::is_sorted(users.starts) ||
      users.starts.back() != static_cast<std::int64_t>(users.items.size())) {
    throw FormatError("its users do not share out their items");
  }
  for (std::size_t user = 0; user < users.size(); ++user) {
    if (!is_utf8(users.names[user])) {
      throw FormatError(fmt::format("the user {:?} is not valid UTF-8", users.names[user]));
    }
    const std::span<const WordId> items = users.items_of(user);
    const bool ascend = std::ranges::adjacent_find(items, std::greater_equal{}) == items.end();
    if (!ascend || (!items.empty() && items.back() >= model.words.size())) {
      throw FormatError(fmt::format(
          "the items of the user {:?} are out of order, or not among those of the model",
          users.names[user]));
    }
  }
}

void check_calibration(std::span<const CalibrationPoint> calibration) {
  float before = 0;
  for (const CalibrationPoint& point : calibration) {
    for (const float number : {point.count - before, point.target, point.context}) {
      if (!(std::isfinite(number) && number > 0)) {
        throw FormatError(
            "its calibration has a count that does not ascend, or a number that is "
            "not positive and finite");
      }
    }
    before = point.count;
  }
}

void check_values(const FlatModel& model) {
  const auto is_positive = [](float value) { return std::isfinite(value) && value > 0; };
  if (!std::ranges::all_of(model.features.variances, is_positive)) {
    throw FormatError("a variance of its features is not positive and finite");
  }
  if (!std::ranges::all_of(model.users.weights, is_positive)) {
    throw FormatError("a weight of an item of its users is not positive and finite");
  }
  const auto is_finite = [](float value) { return std::isfinite(value); };
  if (!std::ranges::all_of(model.features.weights, is_finite)) {
    throw FormatError("a weight of its features is not finite");
  }
  for (const Side side : {Side::target, Side::context}) {
    check_array(model, model.means[side_index(side)], "mean", is_finite, "finite");
    check_array(model, model.variances[side_index(side)], "variance", is_positive,
                "positive and finite");
    if (!std::ranges::all_of(model.axes[side_index(side)], is_finite)) {
      throw FormatError("a number of its axes is not finite");
    }
  }
}

}  // namespace bsg::model
