#include "evaluation/benchmark_words.h"

#include <fmt/format.h>
#include <unicode/bytestream.h>
#include <unicode/casemap.h>

#include <algorithm>
#include <utility>

#include "bsg/error.h"
#include "model/taught_contexts.h"
#include "model/word_guess.h"

namespace bsg::evaluation {
namespace {

bool is_plain_lower_case(std::string_view word) {
  return std::ranges::all_of(
      word, [](char c) { return static_cast<unsigned char>(c) < 0x80 && !(c >= 'A' && c <= 'Z'); });
}

std::string lower_case(std::string_view word) {
  std::string lower;
  icu::StringByteSink<std::string> sink(&lower);
  UErrorCode status = U_ZERO_ERROR;
  icu::CaseMap::utf8ToLower("", 0, {word.data(), static_cast<std::int32_t>(word.size())}, sink,
                            nullptr, status);
  if (U_FAILURE(status))
    throw Error(fmt::format("lower case failed in ICU: {}", u_errorName(status)));
  return lower;
}

bool is_lower_case(std::string_view word) {
  return is_plain_lower_case(word) || lower_case(word) == word;
}

bool all_in_lower_case(const Model& model) {
  for (WordId id = 0; id < model.size(); ++id) {
    if (!is_lower_case(model.word(id))) return false;
  }
  return true;
}

}  // namespace

BenchmarkWords::BenchmarkWords(const Model& model, const QueryOptions& options)
    : model_(model), options_(options), lower_case_(all_in_lower_case(model)) {}

std::string BenchmarkWords::form_of(const std::string& word) const {
  return lower_case_ ? lower_case(word) : word;
}

bool BenchmarkWords::is_taught(model::Role role, WordId id) const {
  return model::is_taught(model_, options_.representation, role, id);
}

std::optional<BenchmarkWord> BenchmarkWords::find(model::Role role, const std::string& word) const {
  std::string form = form_of(word);
  if (const std::optional<WordId> known = model_.find(form)) {
    if (!is_taught(role, *known)) return std::nullopt;
    return BenchmarkWord{std::move(form), false};
  }
  const bool guessed = !options_.known_only &&
                       model::find_guess(model_, options_.representation, role, form).has_value();
  if (!guessed) return std::nullopt;
  return BenchmarkWord{std::move(form), true};
}

std::optional<std::string> BenchmarkWords::find_known(const std::string& word) const {
  std::string form = form_of(word);
  const std::optional<WordId> id = model_.find(form);
  if (!id || !is_taught(model::Role::answer, *id)) return std::nullopt;
  return form;
}

}  // namespace bsg::evaluation
