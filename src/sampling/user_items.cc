#include "sampling/user_items.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace bsg::sampling {
namespace {

std::size_t sorting_parts() {
  return static_cast<std::size_t>(std::clamp(tbb::this_task_arena::max_concurrency(), 1, 16));
}

/// Values in the order of their ids, weights along with them.
void sort_together(std::span<std::uint32_t> ids, std::span<float> weights) {
  if (weights.empty()) {
    std::ranges::sort(ids);
    return;
  }
  std::vector<std::pair<std::uint32_t, float>> both;
  for (std::size_t k = 0; k < ids.size(); ++k) both.emplace_back(ids[k], weights[k]);
  std::ranges::sort(both);
  for (std::size_t k = 0; k < ids.size(); ++k) std::tie(ids[k], weights[k]) = both[k];
}

}  // namespace

UserItems::UserItems(const corpus::EncodedCorpus& corpus, std::size_t items,
                     std::span<const float> weights, double pair_weight)
    : pair_weight_(static_cast<float>(pair_weight)) {
  const std::size_t users = corpus.sentences.size() - 1;
  by_user_.offsets.assign(corpus.sentences.begin(), corpus.sentences.end());
  by_user_.values.assign(corpus.ids.begin(), corpus.ids.end());
  user_weights_.assign(weights.begin(), weights.end());
  tbb::parallel_for(std::size_t{0}, users, [&](std::size_t user) {
    const std::uint64_t first = by_user_.offsets[user], size = by_user_.offsets[user + 1] - first;
    const std::span all(user_weights_);
    sort_together(std::span(by_user_.values).subspan(first, size),
                  all.empty() ? all : all.subspan(first, size));
  });

  const std::size_t parts = sorting_parts();
  const auto for_each_pair = [&](std::size_t part, auto visit) {
    const std::size_t last = users * (part + 1) / parts;
    for (std::size_t user = users * part / parts; user < last; ++user) {
      for (std::uint64_t at = by_user_.offsets[user]; at < by_user_.offsets[user + 1]; ++at) {
        visit(by_user_.values[at], static_cast<std::uint32_t>(user), at);
      }
    }
  };
  const auto visit_users = [&](std::size_t part, auto emit) {
    for_each_pair(part, [&](auto item, auto user, auto /*at*/) { emit(item, user); });
  };
  group_by_key(items, parts, visit_users, by_item_);
  if (!weights.empty()) {
    item_weights_.resize(user_weights_.size());
    std::vector<std::uint64_t> next(by_item_.offsets.begin(), by_item_.offsets.end() - 1);
    for (std::uint64_t at = 0; at < user_weights_.size(); ++at) {
      item_weights_[next[by_user_.values[at]]++] = user_weights_[at];
    }
  }
  const double sum = weights.empty()
                         ? static_cast<double>(pairs())
                         : std::accumulate(user_weights_.begin(), user_weights_.end(), 0.0);
  positive_weight_ = sum * pair_weight;
}

std::span<const float> UserItems::weights_of(const Groups& groups, const Weights& weights,
                                             std::uint32_t key) {
  if (weights.empty()) return {};
  const std::uint64_t first = groups.offsets[key];
  return std::span(weights).subspan(first, groups.offsets[key + 1] - first);
}

void UserItems::fill(const Groups& groups, const Weights& weights, std::uint32_t key,
                     PairRow& pairs) const {
  const std::span<const std::uint32_t> ids = groups[key];
  const std::span<const float> of_key = weights_of(groups, weights, key);
  pairs.resize(ids.size());
  std::ranges::copy(ids, pairs.ids.begin());
  for (std::size_t k = 0; k < ids.size(); ++k) {
    pairs.counts[k] = pair_weight_ * (of_key.empty() ? 1 : of_key[k]);
  }
  std::ranges::copy(pairs.counts, pairs.pulls.begin());
}

void UserItems::row(std::uint32_t user, PairRow& pairs) const {
  fill(by_user_, user_weights_, user, pairs);
}

void UserItems::column(std::uint32_t item, PairRow& pairs) const {
  fill(by_item_, item_weights_, item, pairs);
}

double UserItems::positives_of(std::uint32_t user) const {
  const std::span<const float> weights = weights_of(user);
  const double sum = weights.empty() ? static_cast<double>(items_of(user).size())
                                     : std::accumulate(weights.begin(), weights.end(), 0.0);
  return double{pair_weight_} * sum;
}

std::uint64_t UserItems::bytes(std::uint64_t users, std::uint64_t items, std::uint64_t pairs,
                               std::uint32_t threads) {
  const std::uint64_t values = sizeof(std::uint32_t) + sizeof(float);
  const std::uint64_t offsets = sizeof(std::uint64_t) * (users + (2 + threads) * items);
  return 2 * pairs * values + pairs / 16 + offsets;
}

}  // namespace bsg::sampling
