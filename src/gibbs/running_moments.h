#pragma once

#include <cstdint>
#include <vector>

#include "inference/densities.h"

namespace bsg::gibbs {

/// Mean and variance over the draws of one side, one after the other (Welford), so that no draw has
/// to be kept and no large sums are subtracted.
class RunningMoments {
 public:
  RunningMoments(std::size_t words, std::size_t dimension) : values_(words, dimension) {}

  /// The means of `draw`. The same on any number of threads.
  void add(const inference::Densities& draw);

  [[nodiscard]] std::uint32_t draws() const { return draws_; }
  /// Mean so far, and as variance the sum of squared deviations from it.
  [[nodiscard]] const inference::Densities& values() const { return values_; }

  /// l × m, row-major.
  [[nodiscard]] std::vector<float> means() const { return values_.means(); }
  /// Without bias. REQUIRES: draws() > 1.
  [[nodiscard]] std::vector<float> variances() const;

  /// For a checkpoint to read and to fill; then they are those of so many draws.
  [[nodiscard]] inference::Densities& stored() { return values_; }
  void restored(std::uint32_t draws) { draws_ = draws; }

 private:
  inference::Densities values_;
  std::uint32_t draws_ = 0;
};

}  // namespace bsg::gibbs
