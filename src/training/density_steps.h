#pragma once

#include "bsg/options.h"
#include "inference/learned_side.h"
#include "inference/pair_source.h"
#include "sampling/data_set.h"
#include "training/prepare_text.h"

/// What the methods that learn densities have in common.

namespace bsg::training {

/// Step 2 of Figure 1, with the isotropic prior of the options.
inference::LearnedSide initial_side(Side side, std::size_t words, const TrainingOptions& options);

/// The rows of the data for targets, its columns for contexts. The data must outlive it.
inference::PairSource pairs_of(const sampling::DataSet& data, Side side);

/// A precision that could not be inverted ends the training: throws NumericalError.
[[noreturn]] void refuse_unsolved(const PreparedText& prepared, std::uint32_t word);

}  // namespace bsg::training
