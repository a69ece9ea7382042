#pragma once

#include <string>
#include <vector>

#include "bsg/model.h"
#include "bsg/query.h"
#include "query/density.h"

namespace bsg::query {

/// The words of one question, by id: those of the model by their own, others whose density is a
/// guess from their spelling by ids from model.size() on.
class AskedWords {
 public:
  /// The model must outlive this.
  AskedWords(const Model& model, const QueryOptions& options) : model_(model), options_(options) {}

  /// Throws UnknownWordError for a word that the model does not have, if nothing is known of its
  /// spelling, guesses are not asked for, or the representation is more than targets in this role.
  WordId id(Role role, const std::string& word);

  /// REQUIRES: an id of the model, or one that id() gave for this role.
  [[nodiscard]] Density density(Role role, WordId id) const;

 private:
  struct Guessed {
    std::string word;
    Density density;
  };

  const Model& model_;
  const QueryOptions& options_;
  std::vector<Guessed> guessed_;
};

}  // namespace bsg::query
