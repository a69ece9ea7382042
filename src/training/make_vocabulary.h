#pragma once

#include <optional>

#include "bsg/options.h"
#include "bsg/train.h"
#include "corpus/token_source.h"
#include "corpus/vocabulary.h"
#include "counting/word_counts.h"
#include "training/run.h"
#include "training/update_words.h"

namespace bsg::training {

/// Counting words may take seven eighths of the memory budget, since nothing else of size is there
/// before it ends, and goes on in scratch files beyond that.
counting::SpillOptions spill_options(const MemoryOptions& options);

/// The words to learn; with the count of the texts, where one was made.
struct CountedWords {
  corpus::Vocabulary vocabulary;
  std::optional<corpus::ReadingReport> reading{};
  /// Of an update, whose vocabulary is above.
  std::optional<UpdateWords> update{};

  /// In the texts, as far as counts tell.
  [[nodiscard]] std::uint64_t tokens() const {
    return update ? update->text_tokens : vocabulary.total();
  }
};

/// The vocabulary that was given, with counts of the texts where it has none, or the texts' own;
/// where a model is updated, the words of both.
/// Fills in the report's distinct words where words are counted. Throws FileError, InputError,
/// ResourceError or Interrupted.
CountedWords make_vocabulary(const TrainingInput& input, const TrainingOptions& options,
                             corpus::TokenSource& reader, const corpus::ReadingObserver& observer,
                             Run& run);

}  // namespace bsg::training
