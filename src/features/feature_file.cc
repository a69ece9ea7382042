#include "features/feature_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "bsg/error.h"
#include "reading/separators.h"
#include "reading/text_lines.h"
#include "reading/utf8.h"
#include "tensors/checksum.h"

namespace bsg::features {
namespace {

std::vector<std::string> split(const reading::TextLine& line, std::string_view text) {
  std::vector<std::string> tags;
  while (true) {
    const auto first = std::ranges::find_if_not(text, reading::is_separator);
    text.remove_prefix(static_cast<std::size_t>(first - text.begin()));
    if (text.empty()) return tags;
    const auto end = std::ranges::find_if(text, reading::is_separator);
    const std::string_view tag = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    if (reading::valid_utf8_prefix(tag) != tag.size())
      reading::fail(line, "a tag is not valid UTF-8");
    tags.emplace_back(tag);
    text.remove_prefix(tag.size());
  }
}

}  // namespace

TaggedWords TaggedWords::read(const std::filesystem::path& path) {
  TaggedWords result;
  std::map<std::string, std::size_t, std::less<>> numbers;
  const std::string name =
      reading::for_each_line(path.string(), [&](const reading::TextLine& line) {
        if (line.text.empty()) return;
        const std::size_t tab = line.text.find('\t');
        if (tab == std::string_view::npos)
          reading::fail(line, "there is no tab: write the word, a tab, and its tags");
        const std::string_view word = line.text.substr(0, tab);
        reading::check_word(line, word);
        const auto [known, is_new] = numbers.emplace(word, line.number);
        if (!is_new) {
          reading::fail(line, fmt::format("'{}' is in line {} already; write all its tags in one",
                                          word, known->second));
        }
        result.lines_.push_back({std::string(word), split(line, line.text.substr(tab + 1))});
      });
  const auto has_tags = [](const Line& line) { return !line.tags.empty(); };
  if (std::ranges::none_of(result.lines_, has_tags)) {
    throw InputError(
        fmt::format("'{}' has no tags: write lines of word, a tab, and its tags", name));
  }
  std::ranges::sort(result.lines_, {}, &Line::word);
  return result;
}

const std::vector<std::string>& TaggedWords::tags_of(std::string_view word) const {
  static const std::vector<std::string> none;
  const auto found = std::ranges::lower_bound(lines_, word, {}, &Line::word);
  return found != lines_.end() && found->word == word ? found->tags : none;
}

std::string TaggedWords::fingerprint() const {
  tensors::RunningChecksum checksum;
  const auto add = [&](const std::string& text) {
    const std::uint64_t size[] = {text.size()};
    checksum.add(std::as_bytes(std::span(size)));
    checksum.add(std::as_bytes(std::span(text)));
  };
  for (const Line& line : lines_) {
    const std::uint64_t tags[] = {line.tags.size()};
    checksum.add(std::as_bytes(std::span(tags)));
    add(line.word);
    for (const std::string& tag : line.tags) add(tag);
  }
  return checksum.digits();
}

}  // namespace bsg::features
