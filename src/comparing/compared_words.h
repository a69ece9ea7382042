#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <stop_token>
#include <vector>

#include "comparing/change_statistics.h"
#include "comparing/parted_text.h"
#include "folding/fixed_contexts.h"

namespace bsg::comparing {

/// A word in two texts.
struct ComparedWord {
  std::array<WordParts, 2> parts;
  TargetDensity a, b;  ///< of the word in each text
};

/// Densities of the words in both texts, in each, and in each part of each, in closed form from the
/// same contexts. The prior of a word in one text lies around what it is in both, so that a text
/// that tells little of it shows no change. Throws NumericalError, or Interrupted on request.
std::vector<ComparedWord> compare_words(const folding::FixedContexts& contexts,
                                        const std::array<PartedText, 2>& texts,
                                        std::span<const WordId> words, const std::stop_token& stop);

}  // namespace bsg::comparing
