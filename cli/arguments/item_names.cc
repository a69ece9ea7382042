#include "cli/arguments/item_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "bsg/error.h"
#include "bsg/lines.h"

namespace bsg::cli {
namespace {

constexpr std::size_t kSuggestions = 3;

char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool contains(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) { return lower_case(a) == lower_case(b); };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

}  // namespace

ItemNames::ItemNames(const Model& model, const std::optional<std::string>& file) : model_(model) {
  if (!file) return;
  names_.resize(model.size());
  for_each_line(*file, [this](const FileLine& line) {
    if (line.text.empty()) return;
    const std::size_t tab = line.text.find('\t');
    if (tab == std::string_view::npos) {
      throw InputError(fmt::format("'{}' line {}: there is no tab between an item and its name",
                                   line.file, line.number));
    }
    const std::string_view rest = line.text.substr(tab + 1);
    const std::optional<WordId> item = model_.find(line.text.substr(0, tab));
    if (item) names_[*item] = rest.substr(0, rest.find('\t'));
  });
  for (WordId item = 0; item < model.size(); ++item) {
    if (!names_[item].empty()) items_.try_emplace(names_[item], item);
  }
}

std::string_view ItemNames::name(WordId item) const {
  return any() ? std::string_view(names_[item]) : std::string_view();
}

std::string_view ItemNames::title(WordId item) const {
  const std::string_view known = name(item);
  return known.empty() ? model_.word(item) : known;
}

std::optional<WordId> ItemNames::find(std::string_view text) const {
  if (const std::optional<WordId> item = model_.find(text)) return item;
  const auto named = items_.find(text);
  return named == items_.end() ? std::nullopt : std::optional(named->second);
}

std::string ItemNames::id_of(const std::string& text) const {
  const std::optional<WordId> item = find(text);
  return item ? std::string(model_.word(*item)) : text;
}

std::vector<std::string> ItemNames::closest(const std::string& text) const {
  std::vector<std::string> titles;
  for (WordId item = 0; item < names_.size() && titles.size() < kSuggestions; ++item) {
    if (!text.empty() && contains(names_[item], text)) titles.push_back(names_[item]);
  }
  if (!titles.empty()) return titles;
  for (const std::string& id : model_.closest_words(text)) {
    titles.emplace_back(title(*model_.find(id)));
  }
  return titles;
}

}  // namespace bsg::cli
