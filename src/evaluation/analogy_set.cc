#include <fmt/format.h>

#include <array>

#include "bsg/error.h"
#include "bsg/evaluate.h"
#include "evaluation/benchmark_file.h"

namespace bsg {
namespace {

using evaluation::TextLine;
using reading::fail;

constexpr std::string_view kBlanks = " \t";

std::string_view take_word(std::string_view& text) {
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  text.remove_prefix(begin);
  const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(word.size());
  return word;
}

std::string group_name(const TextLine& line) {
  std::string_view text = line.text.substr(1);
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) fail(line, "there is no name behind the ':'");
  text = text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
  reading::check_word(line, text);
  return std::string(text);
}

AnalogyQuestion parse_question(const TextLine& line) {
  std::string_view rest = line.text;
  std::array<std::string_view, 4> words;
  for (std::string_view& word : words) {
    word = take_word(rest);
    if (word.empty()) fail(line, "there are not four words: a is to b as c is to d");
    reading::check_word(line, word);
  }
  if (!take_word(rest).empty()) fail(line, "there are more than four words");
  return {std::string(words[0]), std::string(words[1]), std::string(words[2]),
          std::string(words[3])};
}

}  // namespace

AnalogySet read_analogy_set(const std::filesystem::path& path) {
  AnalogySet set{evaluation::set_name(path), {}};
  bool empty = true;
  evaluation::for_each_entry(path, [&](const TextLine& line) {
    if (line.text.starts_with(':')) {
      set.groups.push_back({group_name(line), {}});
      return;
    }
    if (set.groups.empty()) set.groups.emplace_back();
    set.groups.back().questions.push_back(parse_question(line));
    empty = false;
  });
  if (empty) throw InputError(fmt::format("'{}' has no questions", path.string()));
  return set;
}

}  // namespace bsg
