#pragma once

#include <optional>
#include <string>

#include "bsg/model.h"

namespace bsg::evaluation {

/// The words of a benchmark as a model writes them.
class BenchmarkWords {
 public:
  /// With `guesses`, words count whose density the model can guess.
  BenchmarkWords(const Model& model, bool guesses);

  /// The model's word for `word`, in lower case if all its words are; not set if it has none.
  [[nodiscard]] std::optional<std::string> find(const std::string& word) const;
  /// The same of the vocabulary alone, which answers come from.
  [[nodiscard]] std::optional<std::string> find_known(const std::string& word) const;

 private:
  const Model& model_;
  bool guesses_;
  bool lower_case_;
};

}  // namespace bsg::evaluation
