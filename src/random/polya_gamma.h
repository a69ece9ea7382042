#pragma once

#include <cstdint>

#include "random/counter_random.h"

/// The Pólya-Gamma distribution PG(c, z) of Polson, Scott and Windle (2013): a sum of c independent
/// PG(1, z) variables, with the Laplace transform
///   E exp(−tω) = cosh(z/2)^c / cosh(√(z² + 2t)/2)^c.

namespace bsg::random {

/// Up to so many PG(1, z) variables are drawn and added; more are taken together.
inline constexpr std::uint32_t kMostSummed = 8;

/// The first three cumulants of PG(c, z), with T = tanh(z/2) and S = 1 − T².
struct PolyaGammaCumulants {
  double mean;      ///< c T / 2z, c/4 for z = 0
  double variance;  ///< c (2T − zS) / 4z³, c/24 for z = 0
  double third;     ///< c (6T − 3zS − z²TS) / 4z⁵, c/60 for z = 0
};
PolyaGammaCumulants polya_gamma_cumulants(double c, double z);

/// A gamma variable of this shape and scale, moved by `shift`.
struct ShiftedGamma {
  double shape;
  double scale;
  double shift;
};
/// The one with the three cumulants of PG(c, z); its shift is above 0. Where c is above
/// kMostSummed, its Laplace transform is that of PG(c, z) to 2e-5, and nearer the larger c is.
ShiftedGamma like_polya_gamma(double c, double z);

/// A variable of PG(c, z): exact up to kMostSummed (Devroye's method), like_polya_gamma() beyond.
/// Above 0. REQUIRES: c > 0; z is finite.
double draw_polya_gamma(std::uint32_t c, double z, RandomSequence& numbers);

}  // namespace bsg::random
