#include "posterior/ordinary_prior.h"

#include <Eigen/Core>
#include <algorithm>
#include <limits>

#include "bsg/error.h"
#include "inference/axes_matrix.h"
#include "kernels/row_layout.h"
#include "model/axes.h"
#include "posterior/trained_options.h"

namespace bsg::posterior {
namespace {

using Eigen::MatrixXd;
using inference::axes_matrix;
using inference::axes_of;

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

Side other_side(Side side) {
  return side == Side::target ? Side::context : Side::target;
}

/// Nothing where B is A, and M therefore I.
std::vector<float> packed_metric(const Model& model, Side side,
                                 const std::optional<inference::Gauge>& axes) {
  const std::size_t m = model.dimension();
  if (std::ranges::equal(model.axes(side), axes_of(axes, side))) return {};
  const MatrixXd back = axes_matrix(model.axes(other_side(side)), m).transpose();
  const MatrixXd root = back * axes_matrix(axes_of(axes, side), m);
  const MatrixXd metric = root.transpose() * root;
  std::vector<float> packed;
  for (Eigen::Index i = 0; i < metric.rows(); ++i) {
    for (Eigen::Index j = i; j < metric.cols(); ++j) {
      packed.push_back(static_cast<float>(metric(i, j)));
    }
  }
  return packed;
}

/// A mean that follows from features nobody knows has their variance beside the word's own.
double unknown_precision(const Model& model, Side side) {
  const FeatureCounts counts = model.feature_counts();
  if (side == Side::context || counts.ngrams + counts.tags == 0) {
    return prior_precision_of(model, side);
  }
  const FeatureData features = model.features();
  return 1 / (features.variance + features.unknown_variance);
}

std::vector<double> times_packed(std::span<const float> packed, std::span<const float> x) {
  std::vector<double> result(x.size());
  const float* value = packed.data();
  for (std::size_t i = 0; i < x.size(); ++i) {
    result[i] += double{*value++} * double{x[i]};
    for (std::size_t j = i + 1; j < x.size(); ++j, ++value) {
      result[i] += double{*value} * double{x[j]};
      result[j] += double{*value} * double{x[i]};
    }
  }
  return result;
}

}  // namespace

double prior_precision_of(const Model& model, Side side) {
  if (!model.iterations().empty()) {
    const IterationRecord& last = model.iterations().back();
    const auto& learned =
        side == Side::target ? last.target_prior_precision : last.context_prior_precision;
    if (learned) return *learned;
  }
  const TrainingOptions options = trained_options(model);
  return side == Side::target ? options.prior_precision() : options.context_prior_precision();
}

OrdinaryPrior::OrdinaryPrior(const Model& model, Side side,
                             const std::optional<inference::Gauge>& axes, std::size_t words)
    : dimension_(model.dimension()),
      precision_(prior_precision_of(model, side)),
      unknown_precision_(unknown_precision(model, side)),
      stretch_(model::squared_stretches(model.axes(side), dimension_).front()),
      back_(inference::inverse_axes_of(axes, side, dimension_)),
      packed_(packed_metric(model, side, axes)),
      precisions_(words, static_cast<float>(unknown_precision_)),
      places_(words, kNone) {}

void OrdinaryPrior::resize(std::size_t words) {
  precisions_.resize(words, static_cast<float>(unknown_precision_));
  places_.resize(words, kNone);
}

void OrdinaryPrior::guess(const Model& model, std::uint32_t word, std::string_view name) {
  const std::optional<TargetDensity> guess = model.guess(name);
  if (guess) set(word, guess->mean, double{guess->variance.front()});
}

void OrdinaryPrior::take(const Model& model, std::uint32_t word, WordId id) {
  set(word, model.mean(Side::target, id), double{model.variance(Side::target, id).front()});
}

void OrdinaryPrior::centre(std::uint32_t word, std::span<const float> mean) {
  set(word, mean, stretch_ / double{precisions_[word]});
}

/// Mean and variance of the first axis, in the model's axes.
void OrdinaryPrior::set(std::uint32_t word, std::span<const float> mean, double variance) {
  const double precision = stretch_ / variance;
  precisions_[word] = static_cast<float>(precision);
  places_[word] = static_cast<std::uint32_t>(r_.size() / dimension_);
  const std::vector<float> here =
      inference::rows_in_axes(back_, {mean.begin(), mean.end()}, dimension_);
  if (packed_.empty()) {
    for (const float value : here) r_.push_back(static_cast<float>(precision * double{value}));
    return;
  }
  for (const double value : times_packed(packed_, here)) {
    r_.push_back(static_cast<float>(precision * value));
  }
}

void OrdinaryPrior::add(std::uint32_t word, float weight, const inference::WordSums& sums) const {
  const float precision = weight * precisions_[word];
  if (packed_.empty()) {
    for (std::size_t k = 0; k < sums.m; ++k) sums.diagonal[k] += precision;
  } else {
    sums.add_packed(packed_.data(), precision);
  }
  const std::span<const float> pull = r(word);
  for (std::size_t k = 0; k < pull.size(); ++k) sums.r[k] += weight * pull[k];
}

std::span<const float> OrdinaryPrior::r(std::uint32_t word) const {
  if (places_[word] == kNone) return {};
  return std::span(r_).subspan(std::size_t{places_[word]} * dimension_, dimension_);
}

}  // namespace bsg::posterior
