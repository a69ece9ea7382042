#include "inference/expected_negatives.h"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
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

/// P += Σ_k weights[k] S_(first + k), r −= ½ pull · s. `packed` has room for whole tiles.
void add_to_sums(const GroupedMoments& second, std::size_t first, std::span<const float> weights,
                 const WeightedMoments& moments, float pull, const WordSums& sums, float* packed) {
  kernels::weighted_matrix_sum(second.matrices(), first, weights.size(), weights.data(), packed);
  sums.add_packed(packed);
  for (std::size_t k = 0; k < sums.m; ++k) sums.r[k] += -0.5F * pull * moments.first[k];
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
      targets_(all_words_),
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
  const std::size_t by_word = sizeof(std::uint32_t) * 3 + sizeof(float) * (4 + groups);
  const std::size_t by_group = 4 * sizeof(std::vector<std::uint32_t>);
  const std::size_t share =
      sizeof(float) * (4 * whole_blocks(groups) + 2 * kernels::tiled_size(m)) * threads;
  const std::size_t moments = 3 * sizeof(float) * (m + 1) * kernels::row_stride(m);
  return by_word * words + by_group * groups + share + moments +
         2 * GroupedMoments::bytes(m, groups);
}

std::size_t ExpectedNegatives::bytes_for_a_time(std::size_t words, std::size_t dimension) {
  const std::size_t lists = (sizeof(std::uint32_t) + sizeof(float)) * words;
  return std::max(sum_moments_bytes(words, dimension) + lists,
                  group_by_score_bytes(words, dimension));
}

double ExpectedNegatives::alpha(std::uint64_t positives, const sampling::PairRow& pairs) const {
  const double all = negatives_ * static_cast<double>(positives);
  if (!excluded_) return all;
  double inside = 0;
  std::size_t with_share = 0;
  for (const std::uint32_t id : pairs.ids) {
    inside += double{shares_[id]};
    with_share += shares_[id] > 0 ? 1 : 0;
  }
  if (with_share == words_with_share_) return 0;
  return all / std::max(kSmallestShareOutside, 1 - inside);
}

void ExpectedNegatives::weigh_positives(
    const std::function<std::uint64_t(std::uint32_t)>& positives_of, const PairSource& rows,
    const std::stop_token& stop) {
  tbb::enumerable_thread_specific<sampling::PairCounter> counters(alphas_.size());
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, alphas_.size(), kPairBlock),
                    [&](const auto& part) {
                      sampling::PairRow pairs;
                      for (std::size_t k = part.begin(); k < part.end(); ++k) {
                        if (stop.stop_requested()) return;
                        const auto word = static_cast<std::uint32_t>(k);
                        if (excluded_) rows(word, counters.local(), pairs);
                        alphas_[k] = static_cast<float>(alpha(positives_of(word), pairs));
                      }
                    });
  end_on_request(stop);
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
    if (group_count_ > 1) sum_moments(v, words[group], shares, shares, moments);
    context_groups_.set(group, group_count_ > 1 ? moments : context_moments_);
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
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, targets_.size(), kPairBlock),
                    [&](const auto& part) {
                      AlignedBuffer workspace, weights;
                      for (std::size_t place = part.begin(); place < part.end(); ++place) {
                        const std::uint32_t word = targets_[place];
                        weigh(u, word, workspace, weights);
                        for (std::size_t group = 0; group < group_count_; ++group) {
                          weights_[group * u.size() + word] = weights[group];
                        }
                      }
                    });
}

class ExpectedNegatives::OfTargets final : public Background {
 public:
  explicit OfTargets(const ExpectedNegatives& all) : all_(all) {}

  [[nodiscard]] bool excludes_pairs() const override { return all_.excluded_; }

  void add(std::uint32_t word, const WordSums& sums, AlignedBuffer& workspace) const override {
    const std::size_t groups = all_.group_count_, packed_at = whole_blocks(groups);
    workspace.resize(packed_at + kernels::tiled_size(sums.m));
    for (std::size_t group = 0; group < groups; ++group)
      workspace[group] = all_.weight(group, word);
    add_to_sums(all_.context_groups_, 0, {workspace.data(), groups}, all_.context_moments_,
                all_.alphas_[word], sums, workspace.data() + packed_at);
  }

  void take_out(std::uint32_t word, const AlignedBuffer& workspace,
                std::span<const std::uint32_t> ids, float* weights, float* pulls) const override {
    for (std::size_t k = 0; k < ids.size(); ++k) {
      const float share = all_.shares_[ids[k]];
      weights[k] -= workspace[all_.group_of_[ids[k]]] * share;
      pulls[k] += all_.alphas_[word] * share;
    }
  }

 private:
  const ExpectedNegatives& all_;
};

class ExpectedNegatives::OfContexts final : public Background {
 public:
  explicit OfContexts(const ExpectedNegatives& all) : all_(all) {}

  [[nodiscard]] bool excludes_pairs() const override { return all_.excluded_; }

  void add(std::uint32_t word, const WordSums& sums, AlignedBuffer& workspace) const override {
    workspace.resize(kernels::tiled_size(sums.m));
    const float share = all_.shares_[word];
    add_to_sums(all_.target_groups_, all_.group_of_[word], {&share, 1}, all_.target_moments_, share,
                sums, workspace.data());
  }

  void take_out(std::uint32_t word, const AlignedBuffer& /*workspace*/,
                std::span<const std::uint32_t> ids, float* weights, float* pulls) const override {
    const float share = all_.shares_[word];
    const std::uint32_t group = all_.group_of_[word];
    for (std::size_t k = 0; k < ids.size(); ++k) {
      weights[k] -= share * all_.weight(group, ids[k]);
      pulls[k] += share * all_.alphas_[ids[k]];
    }
  }

 private:
  const ExpectedNegatives& all_;
};

std::unique_ptr<const Background> ExpectedNegatives::of_targets(const Densities& u,
                                                                const Densities& v,
                                                                const std::stop_token& stop) {
  sum_moments(v, all_words_, shares_, shares_, context_moments_);
  group_contexts(u, v);
  sum_groups_of_contexts(v, stop);
  weigh_all(u);
  return std::make_unique<OfTargets>(*this);
}

std::unique_ptr<const Background> ExpectedNegatives::of_contexts(const Densities& u,
                                                                 const std::stop_token& stop) {
  weigh_all(u);
  std::vector<float> weights(targets_.size()), pulls(targets_.size());
  const auto alpha_of = [this](std::uint32_t word) { return alphas_[word]; };
  std::ranges::transform(targets_, pulls.begin(), alpha_of);
  for (std::size_t group = 0; group < group_count_; ++group) {
    end_on_request(stop);
    const auto weight_of = [this, group](std::uint32_t word) { return weight(group, word); };
    std::ranges::transform(targets_, weights.begin(), weight_of);
    sum_moments(u, targets_, weights, pulls, target_moments_);
    target_groups_.set(group, target_moments_);
  }
  return std::make_unique<OfContexts>(*this);
}

std::unique_ptr<const Background> ExpectedNegatives::beside(const LearnedSide& updated,
                                                            const LearnedSide& other,
                                                            const std::stop_token& stop) {
  if (updated.side == Side::target) return of_targets(updated.densities, other.densities, stop);
  return of_contexts(other.densities, stop);
}

}  // namespace bsg::inference
