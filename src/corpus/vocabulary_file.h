#pragma once

#include <filesystem>

#include "counting/word_table.h"

namespace bsg::corpus {

/// A vocabulary file as it is written; counts are 0 where it has none.
struct WordList {
  counting::WordTable words;
  bool has_counts = true;
};

/// Lines of word, or word TAB count. Throws FileError, or InputError with file and line.
WordList read_word_list(const std::filesystem::path& path);

}  // namespace bsg::corpus
