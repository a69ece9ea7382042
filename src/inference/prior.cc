#include "inference/prior.h"

#include <cstddef>

namespace bsg::inference {

void Prior::add_to(const WordSums& sums, std::uint32_t /*word*/, const Isotropic& kind) {
  const auto precision = static_cast<float>(kind.precision);
  for (std::size_t k = 0; k < sums.m; ++k) sums.diagonal[k] += precision;
}

void Prior::add_to(const WordSums& sums, std::uint32_t word, const Natural& kind) {
  add_to(sums, word, Isotropic{double{(*kind.precisions)[word]}});
  const float* const r = kind.r->data() + std::size_t{word} * sums.m;
  for (std::size_t k = 0; k < sums.m; ++k) sums.r[k] += r[k];
}

void Prior::add_to(const WordSums& sums, std::uint32_t word, const Posterior& kind) {
  sums.add_packed(kind.old->precision(word));
  const float* const r = kind.old->r(word);
  for (std::size_t k = 0; k < sums.m; ++k) sums.r[k] += r[k];
}

void Prior::add(std::uint32_t word, const WordSums& sums,
                kernels::AlignedBuffer& /*workspace*/) const {
  std::visit([&](const auto& kind) { add_to(sums, word, kind); }, kind_);
}

double Prior::precision() const {
  if (const auto* isotropic = std::get_if<Isotropic>(&kind_)) return isotropic->precision;
  if (const auto* natural = std::get_if<Natural>(&kind_)) return natural->precision;
  return 0;
}

}  // namespace bsg::inference
