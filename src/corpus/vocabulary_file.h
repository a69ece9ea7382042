#pragma once

#include <filesystem>

#include "corpus/word_table.h"

namespace bsg::corpus {

/// A vocabulary file as it is written; counts are 0 where it has none.
struct WordList {
  WordTable words;
  bool has_counts = true;
};

/// Lines of word, or word TAB count. Throws FileError, or InputError with file and line.
WordList read_word_list(const std::filesystem::path& path);

}  // namespace bsg::corpus
