#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "inference/densities.h"
#include "inference/natural_parameters.h"

namespace bsg::inference {

/// u → Au and v → A⁻ᵀv leave every uᵀv, and so every probability, as it is; cosines between words
/// change. Matrices are m × m, row-major.
struct Gauge {
  std::vector<float> targets;   ///< A
  std::vector<float> contexts;  ///< A⁻ᵀ
};

/// A = C^(−power/2) scaled to determinant 1, where C = Σ_i μ_i μ_iᵀ / l over the densities of the
/// targets: power 1 makes their means equally long in every direction. Directions in which there is
/// next to nothing would become noise as large as the signal: each counts as having at least a
/// tenth of the mean variance, and a millionth of the strongest one's share. The same on any number
/// of threads.
Gauge make_gauge(const Densities& u, double power);

/// Densities of all words in other axes: mean A P⁻¹ r and variance diag A P⁻¹ Aᵀ, from the full
/// precision. The natural parameters stay in the old axes. REQUIRES: they have their precision.
/// Throws SolveFailure, or Interrupted on request.
void change_axes(const std::vector<float>& axes, NaturalParameters& parameters,
                 Densities& densities, const std::stop_token& stop);

/// Bytes that make_gauge() and change_axes() take at the most beyond their arguments.
std::uint64_t gauge_bytes(std::size_t dimension, std::uint32_t threads);

}  // namespace bsg::inference
