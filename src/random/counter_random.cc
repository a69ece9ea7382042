#include "random/counter_random.h"

#include <Random123/philox.h>

#include <cmath>
#include <numbers>

namespace bsg::random {

CounterRandom::Block CounterRandom::block(std::uint64_t a, std::uint64_t b, std::uint64_t c) const {
  using Philox = r123::Philox4x64;
  const Philox::key_type key{{seed_, static_cast<std::uint64_t>(purpose_)}};
  const Philox::ctr_type counter{{c, b, a, 0}};
  const Philox::ctr_type bits = Philox{}(counter, key);
  return {bits[0], bits[1], bits[2], bits[3]};
}

std::array<double, 2> to_normals(std::uint64_t first, std::uint64_t second) {
  const double radius = std::sqrt(-2.0 * std::log1p(-to_unit(first)));
  const double angle = 2.0 * std::numbers::pi * to_unit(second);
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

}  // namespace bsg::random
