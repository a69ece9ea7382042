#pragma once

#include <string>
#include <vector>

#include "bsg/model.h"
#include "bsg/query.h"
#include "query/density.h"

namespace bsg::query {

/// The words of one question, by id: those of the model by their own, others whose density is a
/// guess from their spelling, or was given, by ids from model.size() on.
class AskedWords {
 public:
  /// The model must outlive this.
  AskedWords(const Model& model, const QueryOptions& options) : model_(model), options_(options) {}

  /// Throws UnknownWordError for a word that the model does not have, if nothing is known of its
  /// spelling, guesses are not asked for, or the representation is more than targets in this role.
  /// Throws OptionError for a word of the model whose context would stand for it, if no text has
  /// taught that.
  WordId id(Role role, const std::string& word);

  /// Of a density that is asked for and is no word's. Throws OptionError if it is not of the
  /// model's dimension, or if the representation is more than targets.
  WordId id(const TargetDensity& density);

  /// REQUIRES: an id of the model, or one that id() gave for this role.
  [[nodiscard]] Density density(Role role, WordId id) const;

 private:
  void refuse_untaught(Role role, WordId id) const;
  WordId add(const std::string& word, const TargetDensity& density);

  struct Other {
    std::string word;  ///< empty for a density that is no word's
    Density density;
  };

  const Model& model_;
  const QueryOptions& options_;
  std::vector<Other> others_;
};

}  // namespace bsg::query
