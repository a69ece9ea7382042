#include "inference/bound.h"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "bsg/error.h"
#include "kernels/row_layout.h"
#include "sampling/pair_counter.h"

namespace bsg::inference {
namespace {

using kernels::AlignedBuffer;
using kernels::kPairBlock;
using kernels::XiForm;

/// One of so many targets is looked at, but no fewer than these in all.
constexpr std::size_t kTargetsOfOne = 16;
constexpr std::size_t kFewestTargets = 64;

/// ξ/2 − log σ(ξ): what a pair has beside d E[x] / 2, with the sign changed. In single precision,
/// whose errors are those of ξ.
float log_partition(float xi) {
  return 0.5F * xi + std::log1p(std::exp(-xi));
}

/// λ of (7).
double lambda(double xi) {
  return xi < 1e-3 ? 0.125 - xi * xi / 96 : std::tanh(xi / 2) / (4 * xi);
}

/// How far the bound is from the one with the tight ξ: λ(ξ) (E[x²] − ξ²).
double slack(double xi_squared, double expected_square) {
  return lambda(std::sqrt(xi_squared)) * (expected_square - xi_squared);
}

/// One thread's buffers, and the bound of one target at a time.
class TargetBound {
 public:
  TargetBound(const Densities& u, const Densities& v, const BoundPairs& pairs)
      : u_(u.rows()),
        v_(v.rows()),
        m_(u.dimension()),
        pairs_(pairs),
        counter_(v.size()),
        pull_(u_.stride),
        workspace_(kernels::pair_workspace_size(m_)) {
    if (pairs.negatives == nullptr) return;
    const std::size_t room = pairs.negatives->contexts().room();
    for (AlignedBuffer* buffer : {&squares_, &exact_squares_, &partitions_}) buffer->resize(room);
  }

  LikelihoodBound of(std::uint32_t target) {
    pairs_.rows(target, counter_, row_);
    std::ranges::fill(pull_, 0.0F);
    LikelihoodBound bound;
    if (pairs_.negatives != nullptr) bound.sum += of_expected_negatives(target);
    for (std::size_t begin = 0; begin < row_.ids.size(); begin += kPairBlock) {
      bound.sum += of_block(target, begin);
    }
    for (std::size_t k = 0; k < row_.ids.size(); ++k) {
      bound.positive_pairs += (double{row_.counts[k]} + double{row_.pulls[k]}) / 2;
    }
    const float* const mean = u_.mean(target);
    bound.sum += std::inner_product(mean, mean + m_, pull_.data(), 0.0) / 2;
    return bound;
  }

 private:
  /// pull += weight · μ of a context: E[x] of all pairs is one product in the end.
  void add_pull(float weight, const float* mean) {
    for (std::size_t k = 0; k < m_; ++k) pull_[k] += weight * mean[k];
  }

  /// The pairs of the row from `begin` on.
  double of_block(std::uint32_t target, std::size_t begin) {
    const auto ids =
        std::span(row_.ids).subspan(begin, std::min(kPairBlock, row_.ids.size() - begin));
    find_squares(target, ids, pairs_.xi, xi_squared_);
    const bool tight = pairs_.xi == XiForm::exact;
    if (!tight) find_squares(target, ids, XiForm::exact, expected_squares_);
    const std::array<float, kPairBlock>& expected = tight ? xi_squared_ : expected_squares_;
    double sum = 0;
    for (std::size_t k = 0; k < ids.size(); ++k) {
      const double count = row_.counts[begin + k];
      sum -= count * double{log_partition(std::sqrt(xi_squared_[k]))};
      if (!tight) sum -= count * slack(double{xi_squared_[k]}, double{expected[k]});
      add_pull(row_.pulls[begin + k], v_.mean(ids[k]));
      if (excludes()) sum += taken_out(target, ids[k], double{expected[k]});
    }
    return sum;
  }

  void find_squares(std::uint32_t target, std::span<const std::uint32_t> ids, XiForm form,
                    std::array<float, kPairBlock>& squares) {
    kernels::expected_squares(u_.mean(target), u_.variance(target), v_, m_, ids, form,
                              squares.data(), workspace_.data());
  }

  [[nodiscard]] bool excludes() const {
    return pairs_.negatives != nullptr && pairs_.negatives->excludes_positives();
  }

  /// α Σ_g Σ_{z ∈ g} p̃_z of what a pair with d = −1 has, over all contexts.
  double of_expected_negatives(std::uint32_t target) {
    const ContextGroups& contexts = pairs_.negatives->contexts();
    const float alpha = pairs_.negatives->alphas()[target];
    const std::span<const float> inverse = contexts.inverse_shares();
    const float *const mean = u_.mean(target), *const variance = u_.variance(target);
    contexts.sum_squares(mean, variance, pairs_.xi, group_workspace_, squares_);
    if (pairs_.xi != XiForm::exact) {
      contexts.sum_squares(mean, variance, XiForm::exact, group_workspace_, exact_squares_);
    }
    double sum = 0;
    for (std::size_t group = 0; group < contexts.size(); ++group) {
      if (inverse[group] == 0) continue;
      const double share = 1 / double{inverse[group]};
      squares_[group] = std::max(squares_[group] * inverse[group], 0.0F);
      partitions_[group] = log_partition(std::sqrt(squares_[group]));
      sum -= share * double{partitions_[group]};
      if (pairs_.xi == XiForm::exact) continue;
      sum -= share * slack(double{squares_[group]}, double{exact_squares_[group]} / share);
    }
    add_pull(-alpha, contexts.moments().first.data());
    return double{alpha} * sum;
  }

  /// What of_expected_negatives() has of a context that is a positive, with the sign changed.
  double taken_out(std::uint32_t target, std::uint32_t context, double expected_square) {
    const ContextGroups& contexts = pairs_.negatives->contexts();
    const std::uint32_t group = contexts.group_of()[context];
    const float weight = pairs_.negatives->alphas()[target] * contexts.shares()[context];
    add_pull(weight, v_.mean(context));
    return double{weight} *
           (double{partitions_[group]} + slack(double{squares_[group]}, expected_square));
  }

  kernels::DensityRows u_, v_;
  std::size_t m_;
  const BoundPairs& pairs_;
  sampling::PairCounter counter_;
  sampling::PairRow row_;
  AlignedBuffer pull_;  ///< Σ d μ_j over the pairs
  AlignedBuffer workspace_, group_workspace_;
  AlignedBuffer squares_, exact_squares_;  ///< ξ̄² by group, and Σ_{z ∈ g} p̃_z E[x²]
  AlignedBuffer partitions_;               ///< log_partition(ξ̄), by group
  alignas(kernels::kAlignment) std::array<float, kPairBlock> xi_squared_{};
  alignas(kernels::kAlignment) std::array<float, kPairBlock> expected_squares_{};
};

/// Σ log x. A product of a few floats is in the range of a double, and has one logarithm.
double sum_of_logs(std::span<const float> values) {
  constexpr std::size_t kFactors = 6;
  double sum = 0;
  for (std::size_t begin = 0; begin < values.size(); begin += kFactors) {
    double product = 1;
    for (const float value : values.subspan(begin, std::min(kFactors, values.size() - begin))) {
      product *= double{value};
    }
    sum += std::log(product);
  }
  return sum;
}

/// −KL(q_i ‖ N(m_i, τ_i⁻¹I)) = ½ Σ_k [1 + log τ_i + log σ²_k − τ_i (σ²_k + (μ_k − m_ik)²)].
double prior_bound(std::span<const float> mean, std::span<const float> variance,
                   std::span<const float> prior_mean, double precision) {
  const auto m = static_cast<double>(mean.size());
  double squares = 0;
  for (std::size_t k = 0; k < mean.size(); ++k) {
    const double off = double{mean[k]} - (prior_mean.empty() ? 0 : double{prior_mean[k]});
    squares += double{variance[k]} + off * off;
  }
  return (m * (1 + std::log(precision)) + sum_of_logs(variance) - precision * squares) / 2;
}

/// prior(word) gives m_i, or nothing for 0, and τ_i.
template <class PriorOf>
double prior_bound_of_all(const Densities& q, PriorOf prior) {
  const std::size_t m = q.dimension();
  std::vector<double> bounds(q.size());
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, q.size(), kPairBlock), [&](const auto& part) {
        for (std::size_t word = part.begin(); word < part.end(); ++word) {
          const auto [prior_mean, precision] = prior(word);
          bounds[word] = prior_bound({q.rows().mean(word), m}, {q.rows().variance(word), m},
                                     prior_mean, precision);
        }
      });
  return std::accumulate(bounds.begin(), bounds.end(), 0.0);
}

}  // namespace

LikelihoodBound likelihood_bound(const Densities& u, const Densities& v, const BoundPairs& pairs,
                                 std::span<const SampledTarget> targets,
                                 const std::stop_token& stop) {
  std::vector<LikelihoodBound> bounds(targets.size());
  tbb::enumerable_thread_specific<TargetBound> of_thread([&] { return TargetBound(u, v, pairs); });
  tbb::parallel_for(std::size_t{0}, targets.size(), [&](std::size_t place) {
    if (!stop.stop_requested()) bounds[place] = of_thread.local().of(targets[place].word);
  });
  if (stop.stop_requested()) throw Interrupted("interrupted while computing the bound");
  LikelihoodBound all;
  for (std::size_t place = 0; place < targets.size(); ++place) {
    all.sum += targets[place].weight * bounds[place].sum;
    all.positive_pairs += targets[place].weight * bounds[place].positive_pairs;
  }
  return all;
}

std::vector<SampledTarget> sample_targets(std::span<const double> expected_pairs) {
  const std::size_t words = expected_pairs.size();
  std::size_t left = std::max(std::min(words, kFewestTargets), words / kTargetsOfOne);
  std::vector<double> sizes(words);
  std::ranges::transform(expected_pairs, sizes.begin(),
                         [](double pairs) { return std::sqrt(pairs); });
  double rest = std::accumulate(sizes.begin(), sizes.end(), 0.0);
  std::vector<SampledTarget> targets;
  std::uint32_t word = 0;
  for (; left > 0 && sizes[word] * static_cast<double>(left) >= rest; ++word, --left) {
    targets.push_back({word});
    rest -= sizes[word];
  }
  const double distance = rest / static_cast<double>(left);
  for (double at = distance / 2; left > 0 && word < words; ++word) {
    if (at < sizes[word]) {
      targets.push_back({word, distance / sizes[word]});
      at += distance;
      --left;
    }
    at -= sizes[word];
  }
  return targets;
}

double prior_bound(const Densities& q, double precision) {
  return prior_bound_of_all(
      q, [precision](std::size_t) { return std::pair(std::span<const float>(), precision); });
}

double prior_bound(const Densities& q, const FeaturePrior& prior) {
  return prior_bound_of_all(
      q, [&prior](std::size_t word) { return std::pair(prior.mean(word), prior.precision(word)); });
}

}  // namespace bsg::inference
