#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "bsg/rank.h"

namespace bsg {

/// Section 4.4.
enum class Measure : std::uint8_t {
  cosine,       ///< of the means
  probability,  ///< (17): σ(μ_y / sqrt(1 + π σ²_y / 8))
  kl,           ///< (18): minus the symmetric Kullback-Leibler divergence
};

struct MeasureDescription {
  std::string_view name;  ///< on the command line and in Python
  Measure value;
  std::string_view heading;  ///< of a column of scores
  std::string_view meaning;
  bool needs_variances;
  /// Lengths of means do not matter: answers are compared at unit length, and so are the words of a
  /// composition unless QueryOptions::raw is set.
  bool unit_length;
  bool has_order;  ///< Answer::beats_next is defined: it compares draws, not densities
  bool is_cosine;  ///< Score::value is Score::cosine
  Rank default_rank;
};

/// All measures, in the order of the enumeration.
std::span<const MeasureDescription> measure_table();

const MeasureDescription& describe(Measure measure);

/// Names of the measures that have, or do not have, a property: "probability and kl".
std::string measure_names(bool MeasureDescription::*property, bool value = true,
                          std::string_view conjunction = "and");

}  // namespace bsg
