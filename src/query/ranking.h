#pragma once

#include "bsg/rank.h"
#include "query/measure_table.h"
#include "query/measures.h"

namespace bsg::query {

/// A lower bound of a measure's key, from its deviation under the posterior: what a text leaves
/// open is more than what other texts would change where words lean on their prior.
inline double lower_key(double key, double deviation) {
  return key - kLowerBoundDeviations * deviation;
}

/// What answers are ordered by: a rank under a measure.
class Ranking {
 public:
  Ranking(const MeasureRow& measure, Rank rank) : measure_(&measure), rank_(rank) {}

  [[nodiscard]] const MeasureRow& measure() const { return *measure_; }
  [[nodiscard]] Rank rank() const { return rank_; }

  /// In double. REQUIRES: a comparison whose parts make up `sum`.
  [[nodiscard]] double key(const Comparison& comparison, const Density& sum) const;

  /// The scan makes the measure's keys, in float; those of the rank are lowered() of them.
  [[nodiscard]] bool lowers() const { return rank_ == Rank::lower; }

  /// REQUIRES: the measure's key of this comparison.
  [[nodiscard]] double lowered(double key, const Comparison& comparison, const Density& sum) const {
    return lower_key(key, measure_->key_deviation(comparison, sum, key, &Density::variance));
  }

 private:
  const MeasureRow* measure_;
  Rank rank_;
};

}  // namespace bsg::query
