#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "inference/background.h"
#include "inference/densities.h"
#include "inference/natural_parameters.h"
#include "inference/solve_words.h"
#include "kernels/pair_update.h"
#include "sampling/pair_counter.h"

namespace bsg::inference {

/// Gives the pairs of one word; called by several threads at once, each with a counter of its own.
using PairSource = std::function<void(std::uint32_t word, sampling::PairCounter& scratch,
                                      sampling::PairRow& pairs)>;

struct HalfUpdate {
  kernels::XiForm xi = kernels::XiForm::paper;
  double prior_precision = 1;  ///< τ
  double step = 1;             ///< β
  std::optional<Background> background{};
};

/// What a half-update did, summed over words in the order of their ids.
struct UpdateSummary {
  double change = 0;  ///< Σ ‖r − r_prev‖
  double length = 0;  ///< Σ ‖r‖
  std::uint64_t row_entries = 0;
};

/// Step 5.6 of Figure 1 (or 5.7, with the sides exchanged): all words of `updated`, in parallel,
/// from the densities of the other side. The result does not depend on the number of threads.
/// REQUIRES: step == 1, or `parameters` had its precision allocated before the last half-update.
/// Throws SolveFailure, or Interrupted on request.
UpdateSummary half_update(const HalfUpdate& how, const PairSource& pairs, const Densities& other,
                          Densities& updated, NaturalParameters& parameters,
                          const std::stop_token& stop);

/// Bytes that half_update() takes at the most beyond its arguments.
std::uint64_t half_update_bytes(std::size_t words, std::size_t dimension, std::uint32_t threads);

}  // namespace bsg::inference
