#include "training/generated_text.h"

#include <algorithm>
#include <random>
#include <string>

#include "counting/word_table.h"

namespace bsg::tests {
namespace {

using Sentences = std::vector<std::vector<std::uint32_t>>;

/// The square of a uniform number makes low words frequent.
std::uint32_t draw_word(const GeneratedTextOptions& options, bool odd, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  const double x = uniform(random);
  auto word = static_cast<std::uint32_t>(x * x * options.words);
  const bool stray = uniform(random) < 0.2;
  if (!stray && (word % 2 == 1) != odd) word ^= 1U;
  return std::min(word, options.words - 1);
}

Sentences draw_sentences(const GeneratedTextOptions& options) {
  std::mt19937_64 random(options.seed);
  std::uniform_int_distribution<std::uint32_t> length(1, options.longest_sentence);
  Sentences sentences(options.sentences);
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    const std::uint32_t tokens = length(random);
    for (std::uint32_t token = 0; token < tokens; ++token) {
      const std::uint32_t word = draw_word(options, s % 2 == 1, random);
      const auto& known = sentences[s];
      const bool repeated = std::find(known.begin(), known.end(), word) != known.end();
      if (!options.sets || !repeated) sentences[s].push_back(word);
    }
  }
  return sentences;
}

std::string name(std::uint32_t word) {
  return "word" + std::to_string(word);
}

corpus::Vocabulary count(const Sentences& sentences) {
  counting::WordTable table;
  for (const auto& sentence : sentences) {
    for (const std::uint32_t word : sentence) table.add(name(word));
  }
  return corpus::Vocabulary::build(table, VocabularyOptions{});
}

void append(std::uint32_t target, std::uint32_t context, float times, Sign sign,
            std::vector<Tuple>& tuples) {
  tuples.insert(tuples.end(), static_cast<std::size_t>(times), Tuple{target, context, sign});
}

}  // namespace

GeneratedText generate_text(const GeneratedTextOptions& options) {
  const Sentences sentences = draw_sentences(options);
  GeneratedText text{.vocabulary = count(sentences), .corpus = {}};
  for (const auto& sentence : sentences) {
    for (const std::uint32_t word : sentence) {
      text.corpus.ids.push_back(text.vocabulary.find(name(word)).value());
    }
    text.corpus.sentences.push_back(text.corpus.ids.size());
  }
  return text;
}

std::vector<Tuple> list_tuples(const sampling::DataSet& data, std::size_t words) {
  std::vector<Tuple> tuples;
  sampling::PairCounter scratch(words);
  sampling::PairRow row;
  for (std::uint32_t target = 0; target < words; ++target) {
    data.row(target, scratch, row);
    for (std::size_t k = 0; k < row.ids.size(); ++k) {
      append(target, row.ids[k], (row.counts[k] + row.pulls[k]) / 2, Sign::positive, tuples);
      append(target, row.ids[k], (row.counts[k] - row.pulls[k]) / 2, Sign::negative, tuples);
    }
  }
  return tuples;
}

}  // namespace bsg::tests
