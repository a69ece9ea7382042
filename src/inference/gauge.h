#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "inference/densities.h"
#include "inference/learned_side.h"

namespace bsg::inference {

/// u → Au and v → A⁻ᵀv leave every uᵀv, and so every probability, as it is; cosines between words
/// change. Matrices are m × m, row-major.
struct Gauge {
  std::vector<float> targets;   ///< A
  std::vector<float> contexts;  ///< A⁻ᵀ
};

/// The axes of one side; nothing where there are none.
std::span<const float> axes_of(const std::optional<Gauge>& gauge, Side side);

/// Their inverse, which is the transpose of the other side's; nothing where there are none.
std::vector<float> inverse_axes_of(const std::optional<Gauge>& gauge, Side side, std::size_t m);

/// How unevenly axes stretch targets that were in other ones before: their largest stretch beside
/// the smallest, at least 1.
double uneven_stretch(const Gauge& now, const std::optional<Gauge>& before, std::size_t m);

/// Axes that follow from the scores uᵀv alone, not from where training happened to start. With C_u
/// and C_v the mean second moments μμᵀ of the two sides and D² the eigenvalues of C_u C_v, both
/// moments become diagonal, strongest direction first, and with power 0 equal:
///   A C_u Aᵀ = D^(1 − power) c,   A⁻ᵀ C_v A⁻¹ = D^(1 + power) / c,
/// c being the geometric mean of D^power. Power 1 makes the targets equally long in every
/// direction. Directions in which a side has next to nothing would become noise as large as the
/// signal: each counts as having at least a tenth of the side's mean variance, and a millionth of
/// what its strongest one has. The same on any number of threads.
Gauge make_gauge(const Densities& u, const Densities& v, double power);

/// Densities of these words, which the side owns, in other axes: mean A P⁻¹ r and variance
/// diag A P⁻¹ Aᵀ, from the full precision; without axes as they are. The natural parameters stay in
/// the old axes. REQUIRES: they have their precision. Throws SolveFailure, or Interrupted on
/// request.
void change_axes(std::span<const float> axes, LearnedSide& side, const WordSelection& words,
                 const std::stop_token& stop);

/// A x for each row x of a matrix; as it is if there are no axes.
std::vector<float> rows_in_axes(std::span<const float> axes, std::vector<float> rows,
                                std::size_t m);

/// Bytes that make_gauge() and change_axes() take at the most beyond their arguments.
std::uint64_t gauge_bytes(std::size_t dimension, std::uint32_t threads);

}  // namespace bsg::inference
