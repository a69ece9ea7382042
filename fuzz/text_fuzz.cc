// Texts of any bytes, plain or compressed, by both tokenizers: the first byte chooses.

#include <tbb/task_arena.h>

#include <algorithm>

#include "bsg/error.h"
#include "corpus/read_corpus.h"
#include "memory_file.h"
#include "reading/separators.h"
#include "reading/utf8.h"

namespace bsg::fuzz {
namespace {

void check_words(const counting::WordCounts& counts, const CorpusOptions& options,
                 std::uint64_t tokens) {
  std::uint64_t total = 0;
  counts.for_each([&](std::string_view word, std::uint64_t count) {
    require(!word.empty() && count > 0);
    require(reading::valid_utf8_prefix(word) == word.size());
    require(options.tokenizer != Tokenizer::whitespace ||
            std::ranges::none_of(word, reading::is_separator));
    total += count;
  });
  require(total == tokens);
}

void read_twice(const std::string& path, const CorpusOptions& options) {
  corpus::CorpusReader reader({path}, options);
  corpus::ReadingReport counting;
  const counting::WordCounts counts = reader.count(counting, {});
  check_words(counts, options, counting.tokens);
  const auto vocabulary = corpus::Vocabulary::build(counts, {.size = 1U << 20, .min_count = 1});
  corpus::ReadingReport encoding;
  const corpus::EncodedCorpus text = reader.encode(vocabulary, {}, encoding, {});
  require(encoding.tokens == counting.tokens && text.ids.size() == counting.tokens);
  require(text.sentences.back() == text.ids.size());
  require(std::ranges::all_of(text.ids, [&](std::uint32_t id) { return id < vocabulary.size(); }));
}

}  // namespace
}  // namespace bsg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const bsg::CorpusOptions options{
      (data[0] & 1) != 0 ? bsg::Tokenizer::words : bsg::Tokenizer::whitespace, (data[0] & 2) != 0};
  const bsg::fuzz::MemoryFile file(data + 1, size - 1);
  tbb::task_arena arena(1);
  try {
    arena.execute([&] { bsg::fuzz::read_twice(file.path().string(), options); });
  } catch (const bsg::Error&) {
  }
  return 0;
}
