#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <utility>

#include "bsg/compare.h"
#include "bsg/error.h"
#include "comparing/change_statistics.h"
#include "comparing/compared_words.h"
#include "comparing/distance_prior.h"
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

void refuse_sharing_of_standard_input(const ComparedText& a, const ComparedText& b) {
  const auto reads_it = [](const ComparedText& text) {
    return std::ranges::find(text.texts, "-") != text.texts.end();
  };
  if (reads_it(a) && reads_it(b)) {
    throw InputError("standard input cannot be both texts; save one of them to a file");
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
      "no word of the model occurs at least {} times in each text; give more text, or a smaller {}",
      min_count, wording::option("min-count")));
}

/// Of each word.
struct Changes {
  std::vector<Distance> distances;  ///< in the model's axes
  std::vector<Evidence> evidence;   ///< in those of the noise
  std::vector<double> rates{};      ///< of false discoveries
};

std::vector<comparing::PartProducts> multiply_parts(const std::vector<ComparedWord>& words) {
  std::vector<comparing::PartProducts> products(words.size());
  tbb::parallel_for(std::size_t{0}, words.size(), [&](std::size_t place) {
    const auto& [a, b] = words[place].parts;
    products[place] = comparing::multiply_parts(a, b);
  });
  return products;
}

std::vector<Distance> distances_of(const std::vector<ComparedWord>& words,
                                   const std::vector<double>& counts) {
  const std::vector<comparing::PartProducts> products = multiply_parts(words);
  const std::vector<comparing::Excess> excess = comparing::excess_by_weight(products, counts);
  std::vector<Distance> distances;
  for (std::size_t place = 0; place < words.size(); ++place) {
    const comparing::WordWholes wholes{words[place].a.mean, words[place].b.mean};
    distances.push_back(comparing::distance_of(products[place], excess[place], wholes));
  }
  return distances;
}

std::vector<Evidence> evidence_of(const std::vector<ComparedWord>& words,
                                  const std::vector<double>& counts) {
  const std::vector<comparing::PartProducts> products = comparing::multiply_in_noise_axes(words);
  const std::vector<comparing::Excess> excess = comparing::excess_by_weight(products, counts);
  std::vector<Evidence> evidence;
  for (std::size_t place = 0; place < words.size(); ++place) {
    evidence.push_back(comparing::evidence_of(products[place], excess[place]));
  }
  return evidence;
}

Changes assess(const std::vector<ComparedWord>& words, const std::vector<double>& counts) {
  Changes changes{.distances = distances_of(words, counts), .evidence = evidence_of(words, counts)};
  std::vector<double> p_values;
  for (const Evidence& evidence : changes.evidence) p_values.push_back(evidence.p_value);
  changes.rates = comparing::false_discovery_rates(p_values);
  return changes;
}

/// Places of the words, the surest change first.
std::vector<std::size_t> by_sureness(const std::vector<Evidence>& evidence) {
  std::vector<std::size_t> order(evidence.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t place) {
    return std::tuple(evidence[place].p_value, -evidence[place].z);
  });
  return order;
}

}  // namespace

TextComparison compare_texts(const Model& model, const ComparedText& a, const ComparedText& b,
                             const ComparisonOptions& options, const std::stop_token& stop) {
  check(options);
  refuse_sharing_of_standard_input(a, b);
  const FixedContexts contexts(model);
  const std::array<PartedText, 2> texts{read(contexts, a, "A", stop), read(contexts, b, "B", stop)};
  const std::vector<WordId> words = frequent_words(model, texts, options.min_count);
  std::vector<ComparedWord> compared = comparing::compare_words(contexts, texts, words, stop);

  std::vector<double> counts;
  for (const WordId word : words) {
    counts.push_back(static_cast<double>(std::min(texts[0].count(word), texts[1].count(word))));
  }
  const Changes changes = assess(compared, counts);
  const comparing::DistancePrior prior(changes.distances);
  TextComparison comparison;
  for (const std::size_t place : by_sureness(changes.evidence)) {
    const Distance& distance = changes.distances[place];
    comparison.words.push_back({.word = std::string(model.word(words[place])),
                                .count_a = texts[0].count(words[place]),
                                .count_b = texts[1].count(words[place]),
                                .distance = distance.value,
                                .deviation = distance.deviation(),
                                .z = changes.evidence[place].z,
                                .probability = prior.probability_above(distance, options.threshold),
                                .false_discovery_rate = changes.rates[place],
                                .a = std::move(compared[place].a),
                                .b = std::move(compared[place].b)});
  }
  return comparison;
}

}  // namespace bsg
