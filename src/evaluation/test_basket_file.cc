#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_set>

#include "bsg/error.h"
#include "bsg/split.h"
#include "files/output_file.h"
#include "reading/text_lines.h"
#include "reading/utf8.h"

namespace bsg {
namespace {

using reading::TextLine;

/// What stands for a character behind a backslash.
struct Escape {
  char written, meant;
};
constexpr std::array<Escape, 5> kEscapes{
    {{' ', ' '}, {'\\', '\\'}, {'t', '\t'}, {'n', '\n'}, {'r', '\r'}}};

std::string escaped(std::string_view item) {
  std::string text;
  for (const char c : item) {
    const auto* const escape = std::ranges::find(kEscapes, c, &Escape::meant);
    if (escape == kEscapes.end()) {
      text += c;
    } else {
      text += '\\';
      text += escape->written;
    }
  }
  return text;
}

char unescaped(const TextLine& line, std::optional<char> written) {
  const auto* const escape =
      written ? std::ranges::find(kEscapes, *written, &Escape::written) : kEscapes.end();
  if (escape != kEscapes.end()) return escape->meant;
  reading::fail(line, R"(a backslash must be followed by a space, t, n, r or another backslash; )"
                      R"(write \\ for a backslash in an item)");
}

std::string escaped_list(std::span<const std::string> items) {
  std::string text;
  for (const std::string& item : items) {
    if (!text.empty()) text += ' ';
    text += escaped(item);
  }
  return text;
}

std::vector<std::string> parse_items(const TextLine& line, std::string_view text) {
  std::vector<std::string> items;
  std::unordered_set<std::string> met;
  std::string item;
  const auto end_item = [&] {
    if (!item.empty() && met.insert(item).second) items.push_back(item);
    item.clear();
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ' ') {
      end_item();
    } else if (text[at] == '\\') {
      ++at;
      item += unescaped(line, at < text.size() ? std::optional(text[at]) : std::nullopt);
    } else {
      item += text[at];
    }
  }
  end_item();
  return items;
}

void check(const TextLine& line, const TestBasket& basket) {
  if (basket.held_out.empty()) {
    reading::fail(line, "there is no held-out item behind the tab");
  }
  const std::unordered_set<std::string_view> known(basket.known.begin(), basket.known.end());
  for (const std::string& item : basket.held_out) {
    if (!known.contains(item)) continue;
    reading::fail(line, "the held-out item '" + escaped(item) +
                            "' is also among the known ones; leave it out on one side of the tab");
  }
}

TestBasket parse_basket(const TextLine& line) {
  if (reading::valid_utf8_prefix(line.text) != line.text.size()) {
    reading::fail(line, "the line is not valid UTF-8");
  }
  const std::size_t tab = line.text.find('\t');
  if (tab == std::string_view::npos) {
    reading::fail(line,
                  "there is no tab: a line is known items, a tab, held-out items, separated by "
                  "spaces");
  }
  if (line.text.find('\t', tab + 1) != std::string_view::npos) {
    reading::fail(line, R"(there is more than one tab; write \t for a tab in an item)");
  }
  TestBasket basket{.known = parse_items(line, line.text.substr(0, tab)),
                    .held_out = parse_items(line, line.text.substr(tab + 1))};
  check(line, basket);
  return basket;
}

}  // namespace

void write_test_baskets(const std::filesystem::path& path, std::span<const TestBasket> baskets) {
  files::OutputFile file(path);
  for (const TestBasket& basket : baskets) {
    file.write(escaped_list(basket.known) + '\t' + escaped_list(basket.held_out) + '\n');
  }
  file.commit();
}

std::vector<TestBasket> read_test_baskets(const std::filesystem::path& path) {
  std::vector<TestBasket> baskets;
  const std::string name = reading::for_each_line(path.string(), [&](const TextLine& line) {
    if (!line.text.empty()) baskets.push_back(parse_basket(line));
  });
  if (baskets.empty()) throw InputError(fmt::format("'{}' has no test baskets", name));
  return baskets;
}

}  // namespace bsg
