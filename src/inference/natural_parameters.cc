#include "inference/natural_parameters.h"

#include "kernels/row_layout.h"

namespace bsg::inference {

NaturalParameters::NaturalParameters(WordRange words, std::size_t dimension)
    : words_(words),
      dimension_(dimension),
      packed_(kernels::packed_size(dimension)),
      r_(words.size() * dimension) {}

void NaturalParameters::reserve_precision(const files::ScratchPlace& place) {
  precision_ = files::ScratchMemory(place, words_.size() * packed_ * sizeof(float));
  precision_.advise_sequential();
}

void NaturalParameters::allocate_precision() {
  if (precision_.bytes().empty()) reserve_precision({});
  kept_ = true;
}

}  // namespace bsg::inference
