#include "model/closest_words.h"

#include <fmt/format.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "wording/compose.h"

namespace bsg::model {
namespace {

constexpr std::size_t kMostSuggestions = 3;
constexpr std::size_t kLongestWord = 64;  ///< code points; a longer one is no slip of the fingers
constexpr std::size_t kFarthest = 64;     ///< edits between two words that may be called close
constexpr std::size_t kBytesPerLetter = 12;  ///< case folding makes at most 3 of one, of 4 bytes

using Letters = std::vector<UChar32>;

Letters folded(std::string_view word) {
  icu::UnicodeString text =
      icu::UnicodeString::fromUTF8({word.data(), static_cast<std::int32_t>(word.size())});
  text.foldCase();
  Letters letters(static_cast<std::size_t>(text.countChar32()));
  UErrorCode status = U_ZERO_ERROR;
  text.toUTF32(letters.data(), static_cast<std::int32_t>(letters.size()), status);
  return letters;
}

/// Edits with swaps of neighbours (optimal string alignment).
std::size_t distance(const Letters& a, const Letters& b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

struct Candidate {
  std::size_t distance;
  std::size_t id;
  auto operator<=>(const Candidate&) const = default;
};

/// Words that differ from `letters` by at most `bound` edits.
std::vector<Candidate> candidates(WordList words, const Letters& letters, std::size_t bound) {
  const std::size_t longest = kBytesPerLetter * (letters.size() + bound);
  std::vector<Candidate> found;
  for (std::size_t id = 0; id < words.size(); ++id) {
    if (words[id].size() > longest) continue;
    const Letters other = folded(words[id]);
    const std::size_t shorter = std::min(other.size(), letters.size());
    if (std::max(other.size(), letters.size()) - shorter > bound) continue;
    const std::size_t edits = distance(letters, other);
    if (edits <= bound) found.push_back({edits, id});
  }
  return found;
}

bool is_of_items(const Model& model) {
  const auto is_yes = [&](const char* option) {
    const auto found = model.options().find(option);
    return found != model.options().end() && found->second == "yes";
  };
  return is_yes("sets") || is_yes("users");
}

std::string unknown_word_message(std::string_view word, const std::vector<std::string>& closest,
                                 std::string_view noun) {
  std::string message = fmt::format("unknown {} {:?}", noun, word);
  if (closest.empty()) return message + fmt::format("; the model has no {} like it", noun);
  message += fmt::format("; the closest {}", noun) + (closest.size() == 1 ? " is" : "s are");
  for (std::size_t k = 0; k < closest.size(); ++k) {
    message += fmt::format("{} {:?}", k == 0 ? "" : ",", closest[k]);
  }
  return message;
}

}  // namespace

std::vector<std::string> closest_words(WordList words, std::string_view word) {
  if (word.empty() || word.size() > kBytesPerLetter * kLongestWord) return {};
  const Letters letters = folded(word);
  if (letters.size() > kLongestWord) return {};
  // Slips of the fingers first; where there is none, whatever comes nearest.
  std::vector<Candidate> found;
  for (std::size_t bound = letters.size() <= 3 ? 1 : 2; found.empty() && bound <= kFarthest;
       bound *= 2) {
    found = candidates(words, letters, bound);
  }
  const std::size_t count = std::min(found.size(), kMostSuggestions);
  std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(count));
  std::vector<std::string> closest;
  for (std::size_t k = 0; k < count; ++k) closest.emplace_back(words[found[k].id]);
  return closest;
}

UnknownWordError unknown_word(const Model& model, std::string_view word, const Wording& hint) {
  std::vector<std::string> closest = model.closest_words(word);
  const std::string_view noun = is_of_items(model) ? "item" : "word";
  Wording message = wording::compose("{}{}", unknown_word_message(word, closest, noun), hint);
  return {std::move(message), std::string(word), std::move(closest)};
}

}  // namespace bsg::model
