#include "inference/prior.h"

#include <cstddef>

namespace bsg::inference {
namespace {

void add_precision(const WordSums& sums, double value) {
  const auto precision = static_cast<float>(value);
  for (std::size_t k = 0; k < sums.m; ++k) sums.diagonal[k] += precision;
}

}  // namespace

void Prior::add(std::uint32_t word, const WordSums& sums, kernels::AlignedBuffer& workspace) const {
  if (const auto* isotropic = std::get_if<Isotropic>(&kind_)) {
    add_precision(sums, isotropic->precision);
  } else if (const auto* natural = std::get_if<Natural>(&kind_)) {
    add_precision(sums, double{(*natural->precisions)[word]});
    const float* const r = natural->r->data() + std::size_t{word} * sums.m;
    for (std::size_t k = 0; k < sums.m; ++k) sums.r[k] += r[k];
  } else {
    std::get<Given>(kind_).term->add(word, sums, workspace);
  }
}

double Prior::precision() const {
  return std::visit([](const auto& kind) { return kind.precision; }, kind_);
}

}  // namespace bsg::inference
