#pragma once

#include <vector>

#include "bsg/model.h"
#include "bsg/query.h"
#include "query/asked_words.h"
#include "query/density.h"

namespace bsg::query {

/// A word of a question, with all its occurrences: times added minus times subtracted, and the
/// factor of its density in the sum.
struct Term {
  WordId id;
  double coefficient;
  double factor;
};

/// A composition, looked up and added: T = Σ factor_t · density_t, densities of distinct words
/// being independent.
class Question {
 public:
  /// Throws UnknownWordError, or OptionError if there is no word or the words cancel each other
  /// out.
  Question(AskedWords& words, const QueryOptions& options, const Composition& composition);

  /// Distinct words, by id; those with coefficient 0 count as words of the question, too.
  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  [[nodiscard]] const Density& sum() const { return sum_; }

  /// Factor of `id` in the sum, and the sum of all the other words.
  [[nodiscard]] double factor_of(WordId id) const;
  [[nodiscard]] Density rest_without(WordId id) const;

 private:
  [[nodiscard]] Density sum_of(const std::vector<Density>& densities) const;

  std::vector<Term> terms_;
  std::vector<Density> densities_;  ///< of the terms
  Density sum_;
};

}  // namespace bsg::query
