#include "cli/reports/guesses.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "cli/reports/quantity.h"

namespace bsg::cli {
namespace {

constexpr std::size_t kNamedGuesses = 3;

}  // namespace

std::vector<std::string> guessed_words(const Model& model, std::span<const std::string> words) {
  std::vector<std::string> guessed;
  std::unordered_set<std::string_view> met;
  for (const std::string& word : words) {
    if (!model.find(word) && met.insert(word).second) guessed.push_back(word);
  }
  return guessed;
}

std::vector<std::string> guessed_words(const Model& model, const Composition& query) {
  std::vector<std::string> words = query.positive;
  words.insert(words.end(), query.negative.begin(), query.negative.end());
  return guessed_words(model, words);
}

std::string guesses_note(const Model& model, const std::vector<std::string>& words) {
  std::string note;
  for (const std::string& word : words) {
    const std::vector<std::string> closest = model.closest_words(word);
    note += fmt::format("{:?} is not in the vocabulary: guessed from its spelling.{}\n", word,
                        closest.empty() ? "" : fmt::format(" Close words: {:n}.", closest));
  }
  return note;
}

std::string guesses_summary(const std::vector<std::string>& words) {
  if (words.empty()) return {};
  const auto named = std::span(words).first(std::min(words.size(), kNamedGuesses));
  return fmt::format("words outside the vocabulary, guessed from their spelling: {} ({:n}{})\n",
                     grouped(words.size()), named, words.size() > named.size() ? ", ..." : "");
}

}  // namespace bsg::cli
