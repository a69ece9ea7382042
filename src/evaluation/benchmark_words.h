#pragma once

#include <optional>
#include <string>

#include "bsg/model.h"
#include "bsg/query.h"
#include "model/representation.h"

namespace bsg::evaluation {

/// A word of a benchmark as a model writes it.
struct BenchmarkWord {
  std::string form;
  bool guessed = false;  ///< not the model's: its density is a guess
};

/// The words of a benchmark.
class BenchmarkWords {
 public:
  /// Unless `options` are of known words only, words count whose density can be guessed under them.
  /// The model must outlive this. REQUIRES: the representation passes its check.
  BenchmarkWords(const Model& model, const QueryOptions& options);

  /// `word`, in lower case if all words of the model are; not set where it has no density, or one
  /// that no text has taught.
  [[nodiscard]] std::optional<BenchmarkWord> find(model::Role role, const std::string& word) const;
  /// The same of the vocabulary alone, which solutions come from.
  [[nodiscard]] std::optional<std::string> find_known(const std::string& word) const;

 private:
  [[nodiscard]] std::string form_of(const std::string& word) const;
  [[nodiscard]] bool is_taught(model::Role role, WordId id) const;

  const Model& model_;
  QueryOptions options_;
  bool lower_case_;
};

}  // namespace bsg::evaluation
