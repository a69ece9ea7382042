#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "comparing/parted_text.h"

namespace bsg::comparing {

/// What a word is in each part of one text.
struct WordParts {
  std::array<std::vector<float>, kParts> means;
  /// tr V of each, as the densities have it; V is the covariance of an estimate from one part.
  std::array<double, kParts> traces{};
};

/// What a word's parts tell of it, before it is known how far the parts of one text differ.
struct PartProducts {
  double squared_distance = 0;  ///< of ‖a − b‖², without bias
  double plain_distance = 0;  ///< of ‖a − b‖², with the bias: from the means over the parts
  double trace = 0;           ///< tr (V_a + V_b), as the densities have it
  double trace_squares = 0;   ///< variance of squared_distance without a change, likewise
  /// What differences between parts of the same text show of the same two.
  double seen_trace = 0;
  double seen_trace_squares = 0;
};

/// With means α_f of a's parts and β_f of b's,
///   ‖a − b‖² ≈ mean over f ≠ g of α_f·α_g − 2 mean over f, g of α_f·β_g + mean over f ≠ g of
///   β_f·β_g
/// has no bias, since no product is of an estimate with itself. Its variance without a change is
///   2 (tr V_a² + tr V_b²) / K(K − 1) + 4 tr V_a V_b / K².
/// What is seen: ‖α_1 − α_2‖² has the mean 2 tr V_a, and (α_1 − α_2)·(α_3 − α_4) has the mean 0 and
/// the variance 4 tr V_a².
PartProducts multiply_parts(const WordParts& a, const WordParts& b);

/// What a word is in each whole text.
struct WordWholes {
  std::span<const float> a, b;  ///< means
};

/// How much larger traces are than the densities have them, for words of similar counts.
struct Excess {
  double trace = 1;
  double trace_squares = 1;
};

/// The excess at each word, from itself and those next to it by `weights` (counts, say): sums of
/// what is seen over sums of what the densities have. The same for any order of the words.
std::vector<Excess> excess_by_weight(std::span<const PartProducts> words,
                                     std::span<const double> weights);

struct Distance {
  double value = 0;
  double deviation = 0;
};

/// ‖a − b‖² / 2‖a‖‖b‖. A part tells less of a word than its whole text, so that its estimates lie
/// closer to the prior, which both texts share: the distance is brought to the scale of the wholes.
Distance distance_of(const PartProducts& parts, const Excess& excess, const WordWholes& wholes);

struct Evidence {
  double z = 0;
  double p_value = 1;
};

/// Whether the word changed at all. Without a change ‖a − b‖² is, but for its mean, a sum of
/// squares: of ν = (tr V)² / tr V² degrees of freedom.
Evidence evidence_of(const PartProducts& parts, const Excess& excess);

/// Benjamini and Hochberg's q for each p.
std::vector<double> false_discovery_rates(std::span<const double> p_values);

/// Φ.
double normal_below(double z);

}  // namespace bsg::comparing
