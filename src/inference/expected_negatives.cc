#include "inference/expected_negatives.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>

#include "bsg/error.h"
#include "inference/score_groups.h"
#include "inference/xi_form.h"
#include "kernels/matrix_sums.h"
#include "kernels/row_layout.h"
#include "sampling/negative_sampler.h"

namespace bsg::inference {
namespace {

using kernels::AlignedBuffer;
using kernels::kPairBlock;

/// Where nearly all of p̃ lies on positives, the rest is not blown up beyond this.
constexpr double kSmallestShareOutside = 0.05;

std::vector<float> normalised(std::vector<double> weights) {
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

void end_on_request(const std::stop_token& stop) {
  if (stop.stop_requested()) throw Interrupted("interrupted while summing expected negatives");
}

/// Floats of a buffer that pair_weights() goes through in whole blocks.
std::size_t whole_blocks(std::size_t size) {
  return (size + kPairBlock - 1) / kPairBlock * kPairBlock;
}

}  // namespace

ExpectedNegatives::ExpectedNegatives(const corpus::Vocabulary& vocabulary,
                                     const SamplingOptions& sampling,
                                     const InferenceOptions& inference)
    : excluded_(sampling.exclude_positives),
      negatives_(sampling.negatives),
      xi_(xi_form(inference.xi)),
      dimension_(inference.dimension),
      group_count_(std::min<std::size_t>(inference.negative_groups, vocabulary.size())),
      all_words_(ids_up_to(vocabulary.size())),
      shares_(normalised(sampling::negative_weights(vocabulary))),
      words_with_share_(static_cast<std::size_t>(
          std::ranges::count_if(shares_, [](float share) { return share > 0; }))),
      inverse_share_of_group_(group_count_),
      alphas_(vocabulary.size()),
      weights_(group_count_ * vocabulary.size()),
      context_moments_(dimension_),
      target_moments_(dimension_),
      context_groups_(dimension_, group_count_),
      target_groups_(dimension_, group_count_) {}

std::size_t ExpectedNegatives::bytes(std::size_t words, const InferenceOptions& inference,
                                     std::size_t threads) {
  const std::size_t m = inference.dimension;
  const std::size_t groups = std::min<std::size_t>(inference.negative_groups, words);
  const std::size_t by_word = sizeof(std::uint32_t) * 2 + sizeof(float) * (2 + groups);
  const std::size_t by_group = 4 * sizeof(std::vector<std::uint32_t>);
  const std::size_t share =
      sizeof(float) * (3 * whole_blocks(groups) + kernels::tiled_size(m)) * threads;
  const std::size_t moments = 3 * sizeof(float) * (m + 1) * kernels::row_stride(m);
  return by_word * words + by_group * groups + share + moments +
         2 * GroupedMoments::bytes(m, groups);
}

std::size_t ExpectedNegatives::bytes_for_a_time(std::size_t words, std::size_t dimension) {
  const std::size_t lists = (sizeof(std::uint32_t) + sizeof(float)) * words;
  return std::max(sum_moments_bytes(words, dimension) + lists,
                  group_by_score_bytes(words, dimension));
}

double ExpectedNegatives::alpha(const sampling::PairRow& pairs) const {
  double positives = 0;
  for (const float count : pairs.counts) positives += double{count};
  if (!excluded_) return negatives_ * positives;
  double inside = 0;
  std::size_t with_share = 0;
  for (const std::uint32_t id : pairs.ids) {
    inside += double{shares_[id]};
    with_share += shares_[id] > 0 ? 1 : 0;
  }
  if (with_share == words_with_share_) return 0;
  return negatives_ * positives / std::max(kSmallestShareOutside, 1 - inside);
}

void ExpectedNegatives::group_contexts(const Densities& u, const Densities& v) {
  WeightedMoments targets(dimension_);
  if (group_count_ > 1) {
    const std::vector<float> alike(u.size(), 1 / static_cast<float>(u.size()));
    sum_moments(u, all_words_, alike, alike, targets);
  }
  group_of_ = group_by_score(v, shares_, targets, context_moments_, group_count_);
}

void ExpectedNegatives::sum_groups_of_contexts(const Densities& v, const std::stop_token& stop) {
  std::vector<std::size_t> sizes(group_count_);
  for (const std::uint32_t group : group_of_) ++sizes[group];
  std::vector<std::vector<std::uint32_t>> words(group_count_);
  for (std::size_t group = 0; group < group_count_; ++group) words[group].reserve(sizes[group]);
  for (const std::uint32_t word : all_words_) words[group_of_[word]].push_back(word);
  WeightedMoments moments(dimension_);
  std::vector<float> shares;
  for (std::size_t group = 0; group < group_count_; ++group) {
    end_on_request(stop);
    shares.clear();
    shares.reserve(sizes[group]);
    for (const std::uint32_t word : words[group]) shares.push_back(shares_[word]);
    sum_moments(v, words[group], shares, shares, moments);
    context_groups_.set(group, moments);
    const double share = std::accumulate(shares.begin(), shares.end(), 0.0);
    inverse_share_of_group_[group] = share > 0 ? static_cast<float>(1 / share) : 0;
  }
}

void ExpectedNegatives::weigh(const Densities& u, std::uint32_t word, AlignedBuffer& workspace,
                              AlignedBuffer& weights) const {
  const std::size_t squares_at = kernels::tiled_size(dimension_), room = whole_blocks(group_count_);
  workspace.resize(squares_at + 2 * room);
  weights.resize(room);
  const std::span<float> squares(workspace.data() + squares_at, room);
  const std::span<float> alphas(squares.data() + room, room);
  pack_for_squares({u.rows().mean(word), dimension_}, {u.rows().variance(word), dimension_}, xi_,
                   workspace.data());
  kernels::matrix_products(context_groups_.matrices(), workspace.data(), squares.data());
  for (std::size_t group = 0; group < group_count_; ++group) {
    squares[group] = std::max(squares[group] * inverse_share_of_group_[group], 0.0F);
  }
  std::ranges::fill(alphas, alphas_[word]);
  for (std::size_t first = 0; first < group_count_; first += kPairBlock) {
    kernels::pair_weights(&squares[first], &alphas[first],
                          std::min(kPairBlock, group_count_ - first), &weights[first]);
  }
  weights.resize(group_count_);
}

void ExpectedNegatives::weigh_all(const Densities& u) {
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, u.size(), kPairBlock),
                    [&](const auto& part) {
                      AlignedBuffer workspace, weights;
                      for (std::size_t word = part.begin(); word < part.end(); ++word) {
                        weigh(u, static_cast<std::uint32_t>(word), workspace, weights);
                        for (std::size_t group = 0; group < group_count_; ++group) {
                          weights_[group * u.size() + word] = weights[group];
                        }
                      }
                    });
}

Background ExpectedNegatives::of_targets(const Densities& u, const Densities& v,
                                         const std::stop_token& stop) {
  sum_moments(v, all_words_, shares_, shares_, context_moments_);
  group_contexts(u, v);
  sum_groups_of_contexts(v, stop);
  Background background{.second = context_groups_,
                        .first = context_moments_.first,
                        .share_of = [this, &u](auto word, const auto& pairs, auto& share) {
                          share.first_group = 0;
                          share.pull = alphas_[word] = static_cast<float>(alpha(pairs));
                          weigh(u, word, share.workspace, share.weights);
                        }};
  if (!excluded_) return background;
  background.take_out = [this](auto /*word*/, const auto& share, auto ids, auto* weights,
                               auto* pulls) {
    for (std::size_t k = 0; k < ids.size(); ++k) {
      weights[k] -= share.weights[group_of_[ids[k]]] * shares_[ids[k]];
      pulls[k] += share.pull * shares_[ids[k]];
    }
  };
  return background;
}

Background ExpectedNegatives::of_contexts(const Densities& u, const std::stop_token& stop) {
  weigh_all(u);
  for (std::size_t group = 0; group < group_count_; ++group) {
    end_on_request(stop);
    sum_moments(u, all_words_, std::span(weights_).subspan(group * u.size(), u.size()), alphas_,
                target_moments_);
    target_groups_.set(group, target_moments_);
  }
  Background background{.second = target_groups_,
                        .first = target_moments_.first,
                        .share_of = [this](auto word, const auto& /*pairs*/, auto& share) {
                          share.first_group = group_of_[word];
                          share.weights.assign(1, shares_[word]);
                          share.pull = shares_[word];
                        }};
  if (!excluded_) return background;
  background.take_out = [this, words = u.size()](auto word, const auto& share, auto ids,
                                                 auto* weights, auto* pulls) {
    const float* const of_group = &weights_[group_of_[word] * words];
    for (std::size_t k = 0; k < ids.size(); ++k) {
      weights[k] -= share.pull * of_group[ids[k]];
      pulls[k] += share.pull * alphas_[ids[k]];
    }
  };
  return background;
}

}  // namespace bsg::inference
