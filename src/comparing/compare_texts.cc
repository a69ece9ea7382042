#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "bsg/compare.h"
#include "bsg/error.h"
#include "comparing/change_statistics.h"
#include "comparing/compared_words.h"
#include "comparing/noise_axes.h"
#include "comparing/parted_text.h"
#include "folding/fixed_contexts.h"
#include "folding/text_of_model.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg {
namespace {

using comparing::ComparedWord;
using comparing::Distance;
using comparing::Evidence;
using comparing::PartedText;
using folding::FixedContexts;

void check(const ComparisonOptions& options) {
  if (!(options.threshold >= 0 && options.threshold <= 2)) {
    throw OptionError(wording::compose("option {} must be a number from 0 to 2, not {}",
                                       wording::option("threshold"), options.threshold));
  }
  if (options.min_count == 0) {
    throw OptionError(wording::compose("option {} must be a whole number from 1 up, not 0",
                                       wording::option("min-count")));
  }
}

/// `name` is for messages.
PartedText read(const FixedContexts& contexts, const ComparedText& text, std::string_view name,
                const std::stop_token& stop) {
  const auto none = [](std::string_view, std::uint64_t) { return false; };
  try {
    return {contexts, folding::read_text(contexts.model(), contexts.options().corpus,
                                         {text.texts, text.sentences}, none, stop)};
  } catch (const InputError& error) {
    throw InputError(wording::compose("text {}: {}", name, error.wording()));
  }
}

/// Words that both texts have often enough.
std::vector<WordId> frequent_words(const Model& model, const std::array<PartedText, 2>& texts,
                                   std::uint64_t min_count) {
  std::vector<WordId> words;
  for (WordId word = 0; word < model.size(); ++word) {
    const auto enough = [&](const PartedText& text) { return text.count(word) >= min_count; };
    if (std::ranges::all_of(texts, enough)) words.push_back(word);
  }
  if (!words.empty()) return words;
  throw InputError(wording::compose(
      "no word of the model occurs {} times in both texts; give more text, or a smaller {}",
      min_count, wording::option("min-count")));
}

struct Change {
  Distance distance;
  Evidence evidence;
};

/// Distances in the model's axes, evidence in those of the noise.
std::vector<Change> assess(const std::vector<ComparedWord>& words,
                           const std::vector<double>& counts) {
  const comparing::NoiseAxes axes(words);
  std::vector<comparing::PartProducts> plain(words.size()), even(words.size());
  tbb::parallel_for(std::size_t{0}, words.size(), [&](std::size_t place) {
    const auto& [a, b] = words[place].parts;
    plain[place] = comparing::multiply_parts(a, b);
    even[place] = comparing::multiply_parts(axes.bring(a), axes.bring(b));
  });
  const std::vector<comparing::Excess> plain_excess = comparing::excess_by_weight(plain, counts);
  const std::vector<comparing::Excess> even_excess = comparing::excess_by_weight(even, counts);
  std::vector<Change> changes;
  for (std::size_t place = 0; place < words.size(); ++place) {
    const ComparedWord& word = words[place];
    changes.push_back(
        {comparing::distance_of(plain[place], plain_excess[place], {word.a.mean, word.b.mean}),
         comparing::evidence_of(even[place], even_excess[place])});
  }
  return changes;
}

double chance_above(double threshold, const Distance& distance) {
  if (distance.deviation == 0) return distance.value > threshold ? 1 : 0;
  return comparing::normal_below((distance.value - threshold) / distance.deviation);
}

std::vector<double> rates_of(const std::vector<Change>& changes) {
  std::vector<double> p_values;
  for (const Change& change : changes) p_values.push_back(change.evidence.p_value);
  return comparing::false_discovery_rates(p_values);
}

}  // namespace

TextComparison compare_texts(const Model& model, const ComparedText& a, const ComparedText& b,
                             const ComparisonOptions& options, const std::stop_token& stop) {
  check(options);
  const FixedContexts contexts(model);
  const std::array<PartedText, 2> texts{read(contexts, a, "A", stop), read(contexts, b, "B", stop)};
  const std::vector<WordId> words = frequent_words(model, texts, options.min_count);
  std::vector<ComparedWord> compared = comparing::compare_words(contexts, texts, words, stop);

  std::vector<double> counts;
  for (const WordId word : words) {
    counts.push_back(static_cast<double>(std::min(texts[0].count(word), texts[1].count(word))));
  }
  const std::vector<Change> changes = assess(compared, counts);
  const std::vector<double> rates = rates_of(changes);
  TextComparison comparison;
  for (std::size_t place = 0; place < words.size(); ++place) {
    const Change& change = changes[place];
    comparison.words.push_back({.word = std::string(model.word(words[place])),
                                .count_a = texts[0].count(words[place]),
                                .count_b = texts[1].count(words[place]),
                                .distance = change.distance.value,
                                .deviation = change.distance.deviation,
                                .z = change.evidence.z,
                                .probability = chance_above(options.threshold, change.distance),
                                .false_discovery_rate = rates[place],
                                .a = std::move(compared[place].a),
                                .b = std::move(compared[place].b)});
  }
  std::ranges::stable_sort(comparison.words, std::greater<>(), &WordChange::z);
  return comparison;
}

}  // namespace bsg
