#include "reading/text_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "bsg/error.h"
#include "reading/block_reader.h"
#include "reading/utf8.h"

namespace bsg::reading {

void fail(const TextLine& line, std::string_view what) {
  throw InputError(fmt::format("'{}' line {}: {}", line.file, line.number, what));
}

void check_word(const TextLine& line, std::string_view word) {
  if (word.empty()) fail(line, "there is no word");
  if (valid_utf8_prefix(word) != word.size()) fail(line, "the word is not valid UTF-8");
}

std::string_view printable(std::string_view text) {
  return valid_utf8_prefix(text) == text.size() ? text : std::string_view("?");
}

std::string for_each_line(const std::string& path,
                          const std::function<void(const TextLine&)>& take) {
  std::vector<TextFile> file;
  file.emplace_back(path);
  const std::string& name = file.front().name();
  BlockReader reader(file, Cut::lines, false, {});
  std::size_t number = 0;
  for (TextBlock block; reader.next(block);) {
    std::string_view bytes = block.bytes();
    while (!bytes.empty()) {
      std::string_view line = bytes.substr(0, bytes.find('\n'));
      bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      take({name, ++number, line});
    }
  }
  return name;
}

}  // namespace bsg::reading
