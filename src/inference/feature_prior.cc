#include "inference/feature_prior.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace bsg::inference {
namespace {

/// k and ν, chosen on the odd lines of the benchmarks (docs/subwords.md).
constexpr double kRidge = 0.6;
constexpr double kFreedomOfPrecisions = 3;
/// Steps of the regression an iteration. The targets move less from one to the next than these make
/// up for.
constexpr int kSteps = 5;
/// In the end there is no next iteration to make up for what is left.
constexpr int kLastSteps = 20;
/// Of τ⁻¹, what is a word's own at least.
constexpr double kLeastOwnShare = 0.1;

double mean_diagonal_leverage(const features::FeatureMatrix& matrix,
                              const RidgeRegression& regression) {
  const std::vector<float> variances = regression.variances();
  double sum = 0;
  for (std::size_t word = 0; word < matrix.words(); ++word) {
    const features::FeatureEntries entries = matrix.of_word(word);
    for (std::size_t e = 0; e < entries.ids.size(); ++e) {
      const double value = entries.values[e];
      sum += value * value * double{variances[entries.ids[e]]};
    }
  }
  return sum / static_cast<double>(matrix.words());
}

}  // namespace

FeaturePrior::FeaturePrior(const features::FeatureMatrix& matrix, std::size_t dimension,
                           double precision)
    : regression_(matrix, kRidge),
      dimension_(dimension),
      leverage_(regression_.degrees_of_freedom() / static_cast<double>(matrix.words())),
      diagonal_leverage_(mean_diagonal_leverage(matrix, regression_)),
      left_out_(matrix.left_out()),
      precision_(precision),
      weights_(matrix.features() * dimension),
      means_(matrix.words() * dimension),
      means_before_(means_),
      precisions_(matrix.words(), static_cast<float>(precision)),
      precisions_before_(precisions_) {}

void FeaturePrior::weigh_words() {
  std::vector<float> weights(precisions_.size());
  std::ranges::transform(precisions_, weights.begin(), [this](float precision) {
    return static_cast<float>(double{precision} / precision_);
  });
  regression_.weigh(std::move(weights));
}

void FeaturePrior::regress(const Densities& u, int steps) {
  weigh_words();
  regression_.improve(weights_, {u.rows().mean(0), 2 * u.rows().stride}, dimension_, steps);
}

std::vector<FeaturePrior::Distance> FeaturePrior::distances(const Densities& u) const {
  const kernels::DensityRows rows = u.rows();
  const auto m = static_cast<double>(dimension_);
  std::vector<Distance> result(u.size());
  tbb::parallel_for(std::size_t{0}, u.size(), [&](std::size_t word) {
    const float* const prior_mean = &means_[word * dimension_];
    double squares = 0, trace = 0;
    for (std::size_t k = 0; k < dimension_; ++k) {
      const double off = double{rows.mean(word)[k]} - double{prior_mean[k]};
      squares += off * off;
      trace += double{rows.variance(word)[k]};
    }
    const double share = std::clamp(1 - double{precisions_[word]} * trace / m, 0.0, 1.0);
    result[word] = {.from_mean = squares + trace, .seen = share * share};
  });
  return result;
}

void FeaturePrior::learn(const Densities& u) {
  means_before_ = means_;
  precisions_before_ = precisions_;
  regress(u, kSteps);
  means_ = regression_.fitted(weights_, dimension_);
  const std::vector<Distance> all = distances(u);
  const auto m = static_cast<double>(dimension_);
  double freedom = 0, sum = 0;
  for (const auto& [from_mean, seen] : all) {
    freedom += 1 - leverage_ * seen;
    sum += from_mean;
  }
  precision_ = m * freedom / sum;
  for (std::size_t word = 0; word < all.size(); ++word) {
    const double before_data = kFreedomOfPrecisions + m * leverage_ * all[word].seen;
    precisions_[word] = static_cast<float>((kFreedomOfPrecisions + m) /
                                           (all[word].from_mean + before_data / precision_));
  }
}

void FeaturePrior::finish(const Densities& u) {
  regress(u, kLastSteps);
}

Prior FeaturePrior::blended(double step) const {
  const double more = (1 - step) / step;
  auto precisions = std::make_shared<std::vector<float>>(precisions_.size());
  auto r = std::make_shared<std::vector<float>>(means_.size());
  tbb::parallel_for(std::size_t{0}, precisions_.size(), [&](std::size_t word) {
    const double now = precisions_[word], before = precisions_before_[word];
    (*precisions)[word] = static_cast<float>(now + more * (now - before));
    for (std::size_t at = word * dimension_; at < (word + 1) * dimension_; ++at) {
      const double r_now = now * double{means_[at]};
      const double r_before = before * double{means_before_[at]};
      (*r)[at] = static_cast<float>(r_now + more * (r_now - r_before));
    }
  });
  return Prior::natural(precision_, std::move(precisions), std::move(r));
}

double FeaturePrior::word_variance() const {
  return std::max(1 - left_out_ / kRidge, kLeastOwnShare) / precision_;
}

std::vector<float> FeaturePrior::weight_variances() const {
  std::vector<float> variances = regression_.variances();
  const auto scale = static_cast<float>(leverage_ / diagonal_leverage_ / precision_);
  for (float& variance : variances) variance *= scale;
  return variances;
}

double FeaturePrior::unknown_weight_variance() const {
  return 1 / (kRidge * precision_);
}

void FeaturePrior::restored(double precision, bool finished) {
  precision_ = precision;
  weigh_words();
  if (!finished) means_ = regression_.fitted(weights_, dimension_);
}

void FeaturePrior::move_means(std::span<const double> by) {
  for (std::size_t at = 0; at < means_.size(); ++at) {
    means_[at] = static_cast<float>(double{means_[at]} + by[at % dimension_]);
  }
}

void FeaturePrior::start_from(std::vector<float> weights, WordPriors words, double precision) {
  weights_ = std::move(weights);
  precisions_ = std::move(words.precisions);
  means_ = std::move(words.means);
  precision_ = precision;
}

std::uint64_t FeaturePrior::bytes(std::size_t words, std::size_t features, std::size_t dimension) {
  // w, the means of two iterations, and what is added to r.
  return sizeof(float) * dimension * (features + 3 * words) +
         RidgeRegression::bytes(words, features, dimension);
}

}  // namespace bsg::inference
