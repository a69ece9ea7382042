#include "corpus/vocabulary_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "bsg/error.h"
#include "corpus/block_reader.h"
#include "corpus/separators.h"
#include "corpus/utf8.h"

namespace bsg::corpus {
namespace {

/// Takes line after line; knows where it is, for messages.
class WordListParser {
 public:
  explicit WordListParser(std::string name) : name_(std::move(name)) {}

  void take(std::string_view line);
  WordList finish();

 private:
  void check_word(std::string_view word) const;
  [[nodiscard]] std::uint64_t parse_count(std::string_view text) const;
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("'{}' line {}: {}", name_, line_, what));
  }

  std::string name_;
  std::size_t line_ = 0;
  std::uint64_t total_ = 0;
  WordList list_;
};

void WordListParser::take(std::string_view line) {
  ++line_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::size_t tab = line.find('\t');
  const bool has_count = tab != std::string_view::npos;
  if (line_ == 1) list_.has_counts = has_count;
  const std::string_view word = line.substr(0, tab);
  check_word(word);
  if (has_count != list_.has_counts)
    fail(has_count ? "has a count, and the lines before have none"
                   : "has no count, and the lines before have one");
  const std::uint64_t count = has_count ? parse_count(line.substr(tab + 1)) : 0;
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  if (count > kMost - total_) fail(fmt::format("the counts add up to more than {}", kMost));
  total_ += count;
  // Every line before gave one word, so that a word's index tells its line.
  const std::uint32_t index = list_.words.add(word, count);
  if (list_.words.size() != line_)
    fail(fmt::format("the word '{}' is in line {} already", word, index + 1));
}

void WordListParser::check_word(std::string_view word) const {
  if (word.empty()) fail("there is no word");
  if (valid_utf8_prefix(word) != word.size()) fail("the word is not valid UTF-8");
  if (std::any_of(word.begin(), word.end(), is_separator))
    fail("the word has white space in it; write word, or word TAB count");
}

std::uint64_t WordListParser::parse_count(std::string_view text) const {
  std::uint64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || stopped != end) {
    const bool printable = valid_utf8_prefix(text) == text.size();
    fail(fmt::format("the count '{}' is not a whole number",
                     printable ? text : std::string_view("?")));
  }
  return count;
}

WordList WordListParser::finish() {
  if (list_.words.size() < 2)
    throw InputError(fmt::format("'{}' has {} words: a vocabulary needs at least two", name_,
                                 list_.words.size()));
  if (list_.has_counts && total_ == 0) {
    throw InputError(fmt::format("'{}' has no count above 0", name_));
  }
  return std::move(list_);
}

}  // namespace

WordList read_word_list(const std::filesystem::path& path) {
  std::vector<TextFile> file;
  file.emplace_back(path.string());
  BlockReader reader(file, true, false, {});
  WordListParser parser(file.front().name());
  for (TextBlock block; reader.next(block);) {
    std::string_view bytes = block.bytes();
    while (!bytes.empty()) {
      const std::string_view line = bytes.substr(0, bytes.find('\n'));
      parser.take(line);
      bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
    }
  }
  return parser.finish();
}

}  // namespace bsg::corpus
