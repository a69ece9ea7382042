#include "inference/context_groups.h"

#include <algorithm>
#include <numeric>

#include "bsg/error.h"
#include "inference/score_groups.h"
#include "inference/xi_form.h"
#include "kernels/matrix_sums.h"
#include "kernels/row_layout.h"

namespace bsg::inference {
namespace {

using kernels::AlignedBuffer;
using kernels::kPairBlock;

std::vector<float> normalised(const std::vector<double>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<float> shares;
  shares.reserve(weights.size());
  for (const double weight : weights) shares.push_back(static_cast<float>(weight / sum));
  return shares;
}

std::vector<std::uint32_t> ids_up_to(std::size_t words) {
  std::vector<std::uint32_t> ids(words);
  std::iota(ids.begin(), ids.end(), 0U);
  return ids;
}

std::vector<std::uint32_t> ids_with_share(const std::vector<float>& shares) {
  std::vector<std::uint32_t> ids = ids_up_to(shares.size());
  std::erase_if(ids, [&](std::uint32_t id) { return !(shares[id] > 0); });
  return ids;
}

std::vector<float> shares_of(std::span<const std::uint32_t> words, std::span<const float> shares) {
  std::vector<float> some;
  some.reserve(words.size());
  for (const std::uint32_t word : words) some.push_back(shares[word]);
  return some;
}

/// Floats of a buffer that pair_weights() goes through in whole blocks.
std::size_t whole_blocks(std::size_t size) {
  return (size + kPairBlock - 1) / kPairBlock * kPairBlock;
}

}  // namespace

ContextGroups::ContextGroups(const std::vector<double>& weights, const InferenceOptions& inference)
    : xi_(xi_form(inference.xi)),
      dimension_(inference.dimension),
      group_count_(std::min<std::size_t>(inference.negative_groups, weights.size())),
      shares_(normalised(weights)),
      words_(ids_with_share(shares_)),
      inverse_share_of_group_(group_count_),
      moments_(dimension_),
      second_(dimension_, group_count_) {}

std::size_t ContextGroups::bytes(std::size_t words, const InferenceOptions& inference,
                                 std::size_t threads) {
  const std::size_t m = inference.dimension;
  const std::size_t groups = std::min<std::size_t>(inference.negative_groups, words);
  const std::size_t by_word = 2 * sizeof(std::uint32_t) + sizeof(float);
  const std::size_t by_group = 4 * sizeof(std::vector<std::uint32_t>);
  const std::size_t by_thread = sizeof(float) * (3 * whole_blocks(groups) + kernels::tiled_size(m));
  const std::size_t moments = 2 * sizeof(float) * (m + 1) * kernels::row_stride(m);
  return by_word * words + by_group * groups + by_thread * threads + moments +
         GroupedMoments::bytes(m, groups);
}

std::size_t ContextGroups::bytes_for_a_time(std::size_t words, std::size_t dimension) {
  const std::size_t lists = (sizeof(std::uint32_t) + sizeof(float)) * words;
  return std::max(sum_moments_bytes(words, dimension) + lists,
                  group_by_score_bytes(words, dimension));
}

void ContextGroups::make(const Densities& v, const WeightedMoments& targets,
                         const std::stop_token& stop) {
  const std::vector<float> shares = shares_of(words_, shares_);
  sum_moments(v, words_, shares, shares, moments_);
  group_of_ = group_by_score(v, shares_, targets, moments_, group_count_);
  sum_groups(v, stop);
}

void ContextGroups::make(const Densities& v, const Densities& u, const std::stop_token& stop) {
  WeightedMoments targets(dimension_);
  if (group_count_ > 1) {
    const std::vector<std::uint32_t> words = ids_up_to(u.size());
    const std::vector<float> alike(u.size(), 1 / static_cast<float>(u.size()));
    sum_moments(u, words, alike, alike, targets);
  }
  make(v, targets, stop);
}

void ContextGroups::sum_groups(const Densities& v, const std::stop_token& stop) {
  std::vector<std::size_t> sizes(group_count_);
  for (const std::uint32_t word : words_) ++sizes[group_of_[word]];
  std::vector<std::vector<std::uint32_t>> words(group_count_);
  for (std::size_t group = 0; group < group_count_; ++group) words[group].reserve(sizes[group]);
  for (const std::uint32_t word : words_) words[group_of_[word]].push_back(word);
  WeightedMoments of_group(dimension_);
  for (std::size_t group = 0; group < group_count_; ++group) {
    if (stop.stop_requested()) throw Interrupted("interrupted while summing expected negatives");
    const std::vector<float> shares = shares_of(words[group], shares_);
    if (group_count_ > 1) sum_moments(v, words[group], shares, shares, of_group);
    second_.set(group, group_count_ > 1 ? of_group : moments_);
    const double share = std::accumulate(shares.begin(), shares.end(), 0.0);
    inverse_share_of_group_[group] = share > 0 ? static_cast<float>(1 / share) : 0;
  }
}

std::size_t ContextGroups::room() const {
  return whole_blocks(group_count_);
}

void ContextGroups::sum_squares(const float* mean, const float* variance, kernels::XiForm form,
                                AlignedBuffer& workspace, std::span<float> squares) const {
  workspace.resize(std::max(workspace.size(), kernels::tiled_size(dimension_)));
  pack_for_squares({mean, dimension_}, {variance, dimension_}, form, workspace.data());
  kernels::matrix_products(second_.matrices(), workspace.data(), squares.data());
}

void ContextGroups::weigh(const float* mean, const float* variance, float alpha,
                          AlignedBuffer& workspace, AlignedBuffer& weights) const {
  const std::size_t squares_at = kernels::tiled_size(dimension_);
  workspace.resize(squares_at + 2 * room());
  weights.resize(room());
  const std::span<float> squares(workspace.data() + squares_at, room());
  const std::span<float> alphas(squares.data() + room(), room());
  sum_squares(mean, variance, xi_, workspace, squares);
  for (std::size_t group = 0; group < group_count_; ++group) {
    squares[group] = std::max(squares[group] * inverse_share_of_group_[group], 0.0F);
  }
  std::ranges::fill(alphas, alpha);
  for (std::size_t first = 0; first < group_count_; first += kPairBlock) {
    kernels::pair_weights(&squares[first], &alphas[first],
                          std::min(kPairBlock, group_count_ - first), &weights[first]);
  }
  weights.resize(group_count_);
}

}  // namespace bsg::inference
