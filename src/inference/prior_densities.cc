#include "inference/prior_densities.h"

#include "inference/half_update.h"

namespace bsg::inference {
namespace {

void no_pairs(std::uint32_t /*word*/, sampling::PairCounter& /*scratch*/,
              sampling::PairRow& pairs) {
  pairs.resize(0);
}

}  // namespace

void start_at_prior(LearnedSide& side, const WordSelection& words, const std::stop_token& stop) {
  const Densities nobody(1, side.densities.dimension());
  half_update({.xi = kernels::XiForm::exact}, no_pairs, nobody, side, words, stop);
}

}  // namespace bsg::inference
