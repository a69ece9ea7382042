#include "cli/reports/guesses.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "bsg/error.h"

namespace bsg::cli {
namespace {

std::vector<std::string> closest_words(const Model& model, const std::string& word) {
  try {
    static_cast<void>(model.id(word));
    return {};
  } catch (const UnknownWordError& unknown) {
    return unknown.suggestions();
  }
}

}  // namespace

std::vector<std::string> guessed_words(const Model& model, const Composition& query) {
  std::vector<std::string> words;
  for (const std::vector<std::string>* side : {&query.positive, &query.negative}) {
    for (const std::string& word : *side) {
      if (!model.find(word) && std::ranges::find(words, word) == words.end()) words.push_back(word);
    }
  }
  return words;
}

std::string guesses_note(const Model& model, const std::vector<std::string>& words) {
  std::string note;
  for (const std::string& word : words) {
    const std::vector<std::string> closest = closest_words(model, word);
    note += fmt::format(
        "'{}' is not in the vocabulary: guessed from its spelling{}\n", word,
        closest.empty() ? "." : fmt::format(". Close words: {}.", fmt::join(closest, ", ")));
  }
  return note;
}

}  // namespace bsg::cli
