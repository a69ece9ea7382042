#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "features/spelling.h"

namespace bsg::features {

/// Where a feature comes from: the first byte of its name.
enum class FeatureKind : char { spelling = 's', tag = 't' };

/// A feature of a word: its kind and what it is, and its part in the word.
struct WordFeature {
  std::string name;
  float value = 0;

  auto operator<=>(const WordFeature&) const = default;
};

/// All features of a word: its n-grams, if sizes are given, and its tags, ascending by name. The
/// value of feature g is a_g = c_g / √Σ c² over the features of its kind, so that each kind is of
/// unit length. A tag has c_g = 1 for each time that it is given. An n-gram of n code points has
/// √(n − shortest + 1) for each place where the word has it, twice that at the word's beginning:
/// long n-grams tell more of a word than short ones, and stems more than endings.
std::vector<WordFeature> features_of(std::string_view word, std::optional<NgramSizes> sizes,
                                     std::span<const std::string> tags = {});

}  // namespace bsg::features
