#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "bsg/options.h"
#include "counting/word_counts.h"
#include "counting/word_table.h"

namespace bsg::corpus {

/// W of the paper (step 1 of Figure 1): words by count descending, then bytes ascending.
class Vocabulary {
 public:
  Vocabulary() = default;

  /// The most frequent words of a count, as the options say; VocabularySelection says more of the
  /// choice. Throws InputError if fewer than two are left.
  static Vocabulary build(const counting::WordTable& counts, const VocabularyOptions& options);
  static Vocabulary build(const counting::WordCounts& counts, const VocabularyOptions& options);

  /// Lines of word, or word TAB count (all lines of one form; words valid UTF-8, distinct, without
  /// white space; not all counts 0); plain, gzip or zstd. Words without counts stay in the file's
  /// order. Throws FileError, or InputError with file and line.
  static Vocabulary read(const std::filesystem::path& path);

  /// Lines of word TAB count (of word alone without counts), written aside and renamed. Throws
  /// FileError, or InputError for a word with white space in it.
  void write(const std::filesystem::path& path) const;

  [[nodiscard]] std::size_t size() const { return words_.size(); }
  [[nodiscard]] std::string_view word(std::uint32_t id) const { return words_.word(id); }
  [[nodiscard]] std::uint64_t count(std::uint32_t id) const { return words_.count(id); }
  /// Σ count: in-vocabulary tokens of the text that was counted.
  [[nodiscard]] std::uint64_t total() const { return total_; }
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view word) const {
    return words_.find(word);
  }
  /// To look up many words; their indices are ids.
  [[nodiscard]] const counting::WordTable& table() const { return words_; }

  /// False where read() met a list without counts.
  [[nodiscard]] bool has_counts() const { return has_counts_; }

 private:
  friend class VocabularySelection;
  Vocabulary(counting::WordTable words, bool has_counts);

  counting::WordTable words_;  ///< a word's index is its id
  std::uint64_t total_ = 0;
  bool has_counts_ = true;
};

}  // namespace bsg::corpus
