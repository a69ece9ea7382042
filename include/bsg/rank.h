#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace bsg {

/// What a list of answers is ordered by.
enum class Rank : std::uint8_t {
  mean,      ///< the score
  lower,     ///< a lower bound of it: Score::lower
  expected,  ///< the expected cosine: Score::cosine_mean; under the cosine only
};

/// Standard deviations, under the posterior, that a lower bound lies below the score.
inline constexpr double kLowerBoundDeviations = 1;

struct RankDescription {
  std::string_view name;  ///< on the command line and in Python
  Rank value;
  std::string_view meaning;
  bool needs_variances;
  bool cosine_only;  ///< other measures refuse it
};

/// All ranks, in the order of the enumeration.
std::span<const RankDescription> rank_table();

const RankDescription& describe(Rank rank);

}  // namespace bsg
