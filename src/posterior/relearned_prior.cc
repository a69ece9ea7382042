#include "posterior/relearned_prior.h"

namespace bsg::posterior {

void RelearnedPrior::add(std::uint32_t word, const inference::WordSums& sums,
                         kernels::AlignedBuffer& workspace) const {
  old_.add(word, sums, workspace);
  if (!(*touched_)[word]) return;
  now_.add(word, sums, workspace);
  const float precision = contained_->precisions[word];
  const float* const mean = &contained_->means[word * sums.m];
  for (std::size_t k = 0; k < sums.m; ++k) {
    sums.diagonal[k] -= precision;
    sums.r[k] -= precision * mean[k];
  }
}

}  // namespace bsg::posterior
