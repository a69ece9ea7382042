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
  double trace_a = 0;         ///< tr V_a, as the densities have it
  double trace_b = 0;         ///< tr V_b, likewise
  double trace_squares = 0;   ///< variance of squared_distance without a change, likewise
  /// What differences between parts of the same text show of tr V_a + tr V_b and of trace_squares.
  double seen_trace = 0;
  double seen_trace_squares = 0;
  double dimension = 0;

  [[nodiscard]] double trace() const { return trace_a + trace_b; }
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

/// The excess at each word. Words are taken in the order of `weights` (counts, say; words of one
/// weight as they come) in neighbourhoods of 400, the last of which shares words with the one
/// before it. For traces it is the sum of what is seen over the sum of what the densities have, for
/// their squares the mean of such ratios. Words that vary far more than the others around them, as
/// those of repeated text do, are left out.
std::vector<Excess> excess_by_weight(std::span<const PartProducts> words,
                                     std::span<const double> weights);

/// ‖a − b‖² / 2‖a‖‖b‖. Its variance is `noise` for a word that did not change, and grows with the
/// true distance.
struct Distance {
  double value = 0;
  double noise = 0;
  double growth = 0;  ///< of the variance, for each unit of distance

  [[nodiscard]] double deviation() const;
};

/// A part tells less of a word than its whole text, so that its estimates lie closer to the prior,
/// which both texts share: the distance is brought to the scale of the wholes.
Distance distance_of(const PartProducts& parts, const Excess& excess, const WordWholes& wholes);

struct Evidence {
  double z = 0;  ///< the ratio less 1, in its own standard deviations
  double p_value = 1;
};

/// Whether the word changed at all. Without a change the distance of the means over the parts is a
/// sum of squares, of (tr V)² / tr V² degrees of freedom, and so is the noise that it is measured
/// with: their ratio follows an F distribution.
Evidence evidence_of(const PartProducts& parts, const Excess& excess);

/// P(F > ratio) of a ratio of two mean squares with so many degrees of freedom, by Paulson's
/// approximation: cube roots of mean squares are nearly normal. Good to a few per cent of itself
/// from 8 degrees of freedom up.
double chance_of_ratio(double ratio, double freedom_above, double freedom_below);

/// Benjamini and Hochberg's q for each p.
std::vector<double> false_discovery_rates(std::span<const double> p_values);

}  // namespace bsg::comparing
