#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bsg/model.h"
#include "bsg/options.h"
#include "bsg/sentences.h"
#include "corpus/encoded_corpus.h"

namespace bsg::folding {

/// Where a text lies: in files or in memory.
struct TextPlace {
  const std::vector<std::string>& texts;
  const std::shared_ptr<const Sentences>& sentences;
};

/// A word of a text that the model does not have.
struct OtherWord {
  std::string word;
  std::uint64_t count;
};

/// A text in the ids of a model; others[k] has the id model.size() + k. Words that are neither are
/// left out, as training does.
struct TextOfModel {
  corpus::EncodedCorpus corpus;
  std::vector<OtherWord> others;      ///< by descending count, then bytes
  std::vector<std::uint64_t> counts;  ///< in the text, by id of the model
};

/// Reads a text twice, as training does. `takes` says of a word that the model does not have
/// whether it is among the others. Throws FileError; InputError if the text has no word that the
/// model has learned; Interrupted on request.
TextOfModel read_text(const Model& model, const CorpusOptions& options, const TextPlace& place,
                      const std::function<bool(std::string_view word, std::uint64_t count)>& takes,
                      const std::stop_token& stop);

}  // namespace bsg::folding
