#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "bsg/options.h"
#include "corpus/vocabulary.h"
#include "counting/word_table.h"

namespace bsg::corpus {

/// Chooses a vocabulary among words that are met once each, in any order: words too rare to be
/// among the chosen are forgotten now and then, so that at most twice the vocabulary is kept.
class VocabularySelection {
 public:
  /// The words kept may take `bytes` of memory, and as much again when they are brought in order.
  explicit VocabularySelection(VocabularyOptions options,
                               std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max())
      : options_(options), bytes_(bytes) {}

  /// `word` must not have been met before.
  void take(std::string_view word, std::uint64_t count);

  /// Words and tokens that were met.
  [[nodiscard]] std::uint64_t distinct_words() const { return distinct_words_; }
  [[nodiscard]] std::uint64_t tokens() const { return tokens_; }

  /// The vocabulary; nothing is left here. Throws InputError if fewer than two words are left, and
  /// ResourceError if the words to keep need more memory than they may take.
  Vocabulary finish();

 private:
  /// Of the words that were found to come before all that were forgotten, the last one.
  struct Last {
    std::string word;
    std::uint64_t count;
  };

  [[nodiscard]] bool comes_too_late(std::string_view word, std::uint64_t count) const;
  [[nodiscard]] std::size_t most_kept() const;
  void forget_rare_words();
  [[noreturn]] void refuse_too_many() const;

  VocabularyOptions options_;
  std::uint64_t bytes_;
  std::uint64_t distinct_words_ = 0;
  std::uint64_t tokens_ = 0;
  std::uint64_t frequent_words_ = 0;  ///< that have the least count
  std::uint64_t frequent_bytes_ = 0;
  counting::WordTable kept_;
  std::optional<Last> last_;  ///< once words were forgotten
  bool too_many_ = false;     ///< for the memory: words are only tallied from there on
};

}  // namespace bsg::corpus
