#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "features/word_features.h"

namespace bsg::features {

/// What was learned of features: w_g ~ N(weights_g, variances_g I), in axes of which one may have
/// been stretched; a word around its mean has the variance `variance` beside, and a feature that no
/// word had has `unknown_variance` and the mean 0.
struct FeatureWeights {
  std::size_t dimension = 0;
  std::span<const float> weights{};    ///< features × dimension
  std::span<const float> variances{};  ///< features
  double variance = 0;
  double unknown_variance = 0;
};

/// A word's density N(mean, variance · I) as its features have it.
struct Prediction {
  std::vector<float> mean;
  double variance = 0;
  std::size_t known = 0;  ///< features that are among those learned
};

/// Place of a name in a list that is ascending by bytes.
template <class Names>
std::optional<std::size_t> find_name(const Names& names, std::string_view name) {
  std::size_t first = 0, last = names.size();
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if (std::string_view(names[middle]) < name) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  if (first == names.size() || std::string_view(names[first]) != name) return std::nullopt;
  return first;
}

/// mean Σ a_g w_g, variance τ⁻¹ + Σ a_g² var(w_g).
template <class Names>
Prediction predict(const Names& names, const FeatureWeights& learned,
                   std::span<const WordFeature> word) {
  const std::size_t m = learned.dimension;
  std::vector<double> mean(m);
  Prediction result{.mean = {}, .variance = learned.variance};
  for (const auto& [name, value] : word) {
    const double square = double{value} * double{value};
    const std::optional<std::size_t> feature = find_name(names, name);
    if (!feature) {
      result.variance += square * learned.unknown_variance;
      continue;
    }
    ++result.known;
    result.variance += square * double{learned.variances[*feature]};
    for (std::size_t k = 0; k < m; ++k) {
      mean[k] += double{value} * double{learned.weights[*feature * m + k]};
    }
  }
  for (const double value : mean) result.mean.push_back(static_cast<float>(value));
  return result;
}

}  // namespace bsg::features
