#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "inference/pair_source.h"

namespace bsg::tests {

/// How often a word has each context.
using Partners = std::map<std::uint32_t, int>;

/// A text of some blocks, and negatives that were drawn beside it.
struct TextOfBlocks {
  std::vector<std::vector<Partners>> positives;  ///< by word and block
  std::vector<Partners> negatives;               ///< by word

  [[nodiscard]] std::uint32_t words() const { return static_cast<std::uint32_t>(negatives.size()); }
  [[nodiscard]] Partners all_positives(std::size_t word) const;
};

/// Words from frequent to rare; the last has no pairs, the one before it is in one block alone. No
/// word has the same positive and negative, as if they were excluded.
TextOfBlocks random_text(std::uint32_t words, std::size_t blocks, unsigned seed);

/// Three positives of each word in each block, drawn by weights of its contexts; no negatives.
TextOfBlocks drawn_text(const std::vector<std::vector<double>>& weights, std::size_t blocks,
                        unsigned seed);

/// 1 or -1 of each block.
using Signs = std::vector<int>;
Signs random_signs(std::size_t blocks, std::mt19937& random);

/// As sampling::DataSet gives them. The text must outlive them.
inference::PairSource positive_rows(const TextOfBlocks& text);
inference::PairSource all_rows(const TextOfBlocks& text);
inference::PairSource signed_rows(const TextOfBlocks& text, const Signs& signs);

}  // namespace bsg::tests
