#include "gibbs/running_moments.h"

#include <tbb/parallel_for.h>

namespace bsg::gibbs {

void RunningMoments::add(const inference::Densities& draw) {
  ++draws_;
  const double share = 1.0 / draws_;
  const kernels::DensityRows rows = draw.rows();
  tbb::parallel_for(std::size_t{0}, values_.size(), [&](std::size_t place) {
    const auto word = static_cast<std::uint32_t>(place);
    const float* const x = rows.mean(word);
    float* const mean = values_.mean(word);
    float* const squares = values_.variance(word);
    for (std::size_t k = 0; k < values_.dimension(); ++k) {
      const double before = double{x[k]} - double{mean[k]};
      const double moved = double{mean[k]} + before * share;
      squares[k] = static_cast<float>(double{squares[k]} + before * (double{x[k]} - moved));
      mean[k] = static_cast<float>(moved);
    }
  });
}

std::vector<float> RunningMoments::variances() const {
  std::vector<float> all = values_.variances();
  for (float& value : all) value /= static_cast<float>(draws_ - 1);
  return all;
}

}  // namespace bsg::gibbs
