#pragma once

#include <span>
#include <vector>

#include "comparing/change_statistics.h"

namespace bsg::comparing {

/// How far words have truly moved, learned from the estimates of all of them: some not at all, the
/// others by distances of which large ones are rarer than small ones. That is any mixture of a
/// point at 0 and of uniform densities on [0, b], for a row of b; the weights are those under which
/// the estimates are the most likely (adaptive shrinkage, Stephens 2017). A few unchanged words are
/// taken for granted, so that short lists do not prove changes by themselves.
class DistancePrior {
 public:
  explicit DistancePrior(std::span<const Distance> distances);

  /// That the true distance is above the threshold, which is not negative, given the estimate.
  [[nodiscard]] double probability_above(const Distance& distance, double threshold) const;

 private:
  std::vector<double> bounds_;   ///< b, descending
  std::vector<double> weights_;  ///< of the point at 0, then by bound
};

}  // namespace bsg::comparing
