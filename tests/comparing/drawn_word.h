#pragma once

#include <array>
#include <random>
#include <vector>

#include "comparing/change_statistics.h"
#include "comparing/compared_words.h"

namespace bsg::tests {

/// A word's parts in both texts, drawn with known deviations around known means.
class DrawnWord {
 public:
  /// `spread`: standard deviation of a part's estimate by dimension; `told`: what the variances say
  /// of its square.
  DrawnWord(std::mt19937_64& random, const std::vector<float>& a, const std::vector<float>& b,
            float spread, float told);
  DrawnWord(comparing::WordParts a, comparing::WordParts b);

  [[nodiscard]] const std::array<comparing::WordParts, 2>& parts() const { return parts_; }
  [[nodiscard]] comparing::PartProducts products() const;
  [[nodiscard]] comparing::WordWholes wholes() const { return {whole_[0], whole_[1]}; }
  [[nodiscard]] comparing::ComparedWord word() const;

 private:
  void average();

  std::array<comparing::WordParts, 2> parts_;
  std::array<std::vector<float>, 2> whole_;
};

}  // namespace bsg::tests
