#pragma once

#include <cstdint>
#include <stop_token>

#include "inference/background.h"
#include "inference/densities.h"
#include "inference/learned_side.h"
#include "inference/pair_source.h"
#include "inference/solve_words.h"
#include "inference/update_steps.h"
#include "inference/word_selection.h"
#include "kernels/pair_update.h"

namespace bsg::inference {

struct HalfUpdate {
  kernels::XiForm xi = kernels::XiForm::paper;
  double step = 1;                         ///< β
  const Background* background = nullptr;  ///< beside the words' own pairs; may be none
  UpdateAddress at{};                      ///< for steps that draw
  const PairWeighing& weighing = expected_weights();
  const Estimation& estimation = posterior_moments();
};

/// What a half-update did, summed over words in the order of their ids.
struct UpdateSummary {
  double change = 0;  ///< Σ ‖r − r_prev‖
  double length = 0;  ///< Σ ‖r‖
  std::uint64_t row_entries = 0;
};

/// Step 5.6 of Figure 1 (or 5.7, with the sides exchanged): the words of `updated`, in parallel,
/// from the densities of the other side. What becomes of a word depends neither on the number of
/// threads nor on which other words are updated. REQUIRES: `updated` owns the words; step == 1, or
/// its precision was allocated before the last half-update. Throws SolveFailure, or Interrupted on
/// request.
UpdateSummary half_update(const HalfUpdate& how, const PairSource& pairs, const Densities& other,
                          LearnedSide& updated, const WordSelection& words,
                          const std::stop_token& stop);

/// All words that `updated` owns.
UpdateSummary half_update(const HalfUpdate& how, const PairSource& pairs, const Densities& other,
                          LearnedSide& updated, const std::stop_token& stop);

/// Bytes that half_update() takes at the most beyond its arguments.
std::uint64_t half_update_bytes(std::size_t words, std::size_t dimension, std::uint32_t threads);

}  // namespace bsg::inference
