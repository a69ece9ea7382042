#include "corpus/vocabulary_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <string_view>

#include "bsg/error.h"
#include "reading/separators.h"
#include "reading/text_lines.h"

namespace bsg::corpus {
namespace {

/// Takes line after line.
class WordListParser {
 public:
  void take(const reading::TextLine& line);
  WordList finish(const std::string& name);

 private:
  std::uint64_t total_ = 0;
  WordList list_;
};

std::uint64_t parse_count(const reading::TextLine& line, std::string_view text) {
  std::uint64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || stopped != end) {
    reading::fail(line,
                  fmt::format("the count '{}' is not a whole number", reading::printable(text)));
  }
  return count;
}

void WordListParser::take(const reading::TextLine& line) {
  const std::size_t tab = line.text.find('\t');
  const bool has_count = tab != std::string_view::npos;
  if (line.number == 1) list_.has_counts = has_count;
  const std::string_view word = line.text.substr(0, tab);
  reading::check_word(line, word);
  if (std::any_of(word.begin(), word.end(), reading::is_separator))
    reading::fail(line, "the word has white space in it; write word, or word TAB count");
  if (has_count != list_.has_counts)
    reading::fail(line, has_count ? "has a count, and the lines before have none"
                                  : "has no count, and the lines before have one");
  const std::uint64_t count = has_count ? parse_count(line, line.text.substr(tab + 1)) : 0;
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  if (count > kMost - total_)
    reading::fail(line, fmt::format("the counts add up to more than {}", kMost));
  total_ += count;
  // Every line before gave one word, so that a word's index tells its line.
  const std::uint32_t index = list_.words.add(word, count);
  if (list_.words.size() != line.number)
    reading::fail(line, fmt::format("the word '{}' is in line {} already", word, index + 1));
}

WordList WordListParser::finish(const std::string& name) {
  if (list_.words.size() < 2)
    throw InputError(fmt::format("'{}' has {} words: a vocabulary needs at least two", name,
                                 list_.words.size()));
  if (list_.has_counts && total_ == 0) {
    throw InputError(fmt::format("'{}' has no count above 0", name));
  }
  return std::move(list_);
}

}  // namespace

WordList read_word_list(const std::filesystem::path& path) {
  WordListParser parser;
  return parser.finish(reading::for_each_line(
      path.string(), [&](const reading::TextLine& line) { parser.take(line); }));
}

}  // namespace bsg::corpus
