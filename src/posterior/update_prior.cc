#include "posterior/update_prior.h"

namespace bsg::posterior {

void UpdatePrior::add(std::uint32_t word, const inference::WordSums& sums,
                      kernels::AlignedBuffer& /*workspace*/) const {
  const WordId old = (*old_ids_)[word];
  if (old == kNewWord) {
    ordinary_.add(word, 1, sums);
    return;
  }
  old_->add(side_, old, 1 - forget_, sums);
  if (forget_ > 0) ordinary_.add(word, forget_, sums);
}

}  // namespace bsg::posterior
