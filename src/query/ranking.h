#pragma once

#include "bsg/rank.h"
#include "query/measure_table.h"
#include "query/measures.h"

namespace bsg::query {

/// What answers are ordered by: a rank under a measure.
class Ranking {
 public:
  Ranking(const MeasureRow& measure, Rank rank) : measure_(&measure), rank_(rank) {}

  [[nodiscard]] const MeasureRow& measure() const { return *measure_; }
  [[nodiscard]] Rank rank() const { return rank_; }

  /// In double. REQUIRES: a comparison whose parts make up `sum`.
  [[nodiscard]] double key(const Comparison& comparison, const Density& sum) const;

  /// The scan's keys, in float, are bounds from above, which key() may fall below by any amount.
  [[nodiscard]] bool is_bounded() const { return rank_ == Rank::lower; }

 private:
  const MeasureRow* measure_;
  Rank rank_;
};

/// key − kLowerBoundDeviations · deviation, on the scale of the measure's key.
double lower_key(const MeasureRow& measure, const Comparison& comparison, const Density& sum);

}  // namespace bsg::query
