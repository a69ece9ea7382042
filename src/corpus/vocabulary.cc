#include "corpus/vocabulary.h"

#include <fmt/format.h>

#include <utility>

#include "bsg/error.h"
#include "corpus/vocabulary_file.h"
#include "corpus/vocabulary_order.h"
#include "corpus/vocabulary_selection.h"
#include "files/output_file.h"
#include "reading/byte_order_mark.h"
#include "reading/separators.h"

namespace bsg::corpus {

Vocabulary::Vocabulary(counting::WordTable words, bool has_counts)
    : words_(std::move(words)), total_(words_.total()), has_counts_(has_counts) {}

Vocabulary Vocabulary::build(const counting::WordTable& counts, const VocabularyOptions& options) {
  VocabularySelection selection(options);
  for (std::size_t index = 0; index < counts.size(); ++index)
    selection.take(counts.word(index), counts.count(index));
  return selection.finish();
}

Vocabulary Vocabulary::build(const counting::WordCounts& counts, const VocabularyOptions& options) {
  VocabularySelection selection(options);
  counts.for_each([&](std::string_view word, std::uint64_t count) { selection.take(word, count); });
  return selection.finish();
}

Vocabulary Vocabulary::read(const std::filesystem::path& path) {
  WordList list = read_word_list(path);
  if (!list.has_counts) return {std::move(list.words), false};
  return {in_order(list.words, most_frequent(list.words, 0, list.words.size())), true};
}

void Vocabulary::write(const std::filesystem::path& path) const {
  files::OutputFile file(path);
  // Readers drop one mark: this one, and not the first word's own.
  if (size() > 0 && word(0).starts_with(reading::kByteOrderMark)) {
    file.write(reading::kByteOrderMark);
  }
  for (std::uint32_t id = 0; id < size(); ++id) {
    if (word(id).find_first_of(reading::kSeparators) != std::string_view::npos)
      throw InputError(fmt::format(
          "the word {:?} has white space in it and cannot be written to a vocabulary file",
          word(id)));
    file.write(word(id));
    if (has_counts_) file.write(fmt::format("\t{}", count(id)));
    file.write("\n");
  }
  file.commit();
}

}  // namespace bsg::corpus
