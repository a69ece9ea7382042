#include "inference/natural_parameters.h"

#include "kernels/row_layout.h"

namespace bsg::inference {

NaturalParameters::NaturalParameters(std::size_t words, std::size_t dimension)
    : words_(words),
      dimension_(dimension),
      packed_(kernels::packed_size(dimension)),
      r_(words * dimension) {}

void NaturalParameters::allocate_precision() {
  precision_.resize(words_ * packed_);
}

}  // namespace bsg::inference
