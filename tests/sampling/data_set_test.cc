#include "sampling/data_set.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "bsg/error.h"
#include "paper_options.h"
#include "random/counter_random.h"
#include "small_vocabulary.h"

namespace bsg::sampling {
namespace {

/// Positive and negative count of a pair (i, j).
using Pairs = std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<int, int>>;

struct Fixture {
  corpus::EncodedCorpus corpus;
  corpus::Vocabulary vocabulary;
};

Fixture make_fixture(std::uint32_t words, std::size_t sentences, std::uint32_t longest) {
  const random::CounterRandom random(21, random::Purpose::tokens);
  random::RandomSequence sequence(random, words, sentences);
  Fixture fixture;
  std::vector<std::uint64_t> counts(words, 1);
  for (std::size_t s = 0; s < sentences; ++s) {
    const std::uint64_t length = 1 + sequence.next() % longest;
    for (std::uint64_t n = 0; n < length; ++n) {
      const double x = random::to_unit(sequence.next());
      fixture.corpus.ids.push_back(static_cast<std::uint32_t>(x * x * words));
    }
    fixture.corpus.sentences.push_back(fixture.corpus.ids.size());
  }
  for (std::uint32_t word = 0; word < words; ++word) counts[word] = 1000 / (word + 1) + 1;
  fixture.vocabulary = tests::vocabulary_with_counts(counts);
  return fixture;
}

TrainingOptions some_options() {
  TrainingOptions options = tests::paper_options();
  options.sampling.subsample = 0.01;
  options.sampling.window = 3;
  options.sampling.negatives = 2;
  return options;
}

Pairs pairs_by(const DataSet& data, std::uint32_t words, bool by_row) {
  PairCounter scratch(words);
  PairRow row;
  Pairs pairs;
  for (std::uint32_t word = 0; word < words; ++word) {
    by_row ? data.row(word, scratch, row) : data.column(word, scratch, row);
    EXPECT_TRUE(std::is_sorted(row.ids.begin(), row.ids.end()));
    for (std::size_t n = 0; n < row.ids.size(); ++n) {
      const auto key = by_row ? std::pair(word, row.ids[n]) : std::pair(row.ids[n], word);
      const int positive = static_cast<int>(row.counts[n] + row.pulls[n]) / 2;
      const int negative = static_cast<int>(row.counts[n] - row.pulls[n]) / 2;
      EXPECT_TRUE(pairs.emplace(key, std::pair(positive, negative)).second);
    }
  }
  return pairs;
}

/// I_P of section 4.2 by walking the sampled text token by token.
Pairs positives_of_text(const SampledText& text) {
  Pairs pairs;
  for (std::size_t n = 0; n < text.size(); ++n) {
    for (std::size_t at = n - text[n].left; at <= n + text[n].right; ++at) {
      if (at != n) ++pairs[{text[n].word, text[at].word}].first;
    }
  }
  return pairs;
}

Pairs only_positives(const Pairs& pairs) {
  Pairs positives;
  for (const auto& [key, counts] : pairs) {
    if (counts.first > 0) positives[key] = {counts.first, 0};
  }
  return positives;
}

void expect_consistent(const Fixture& fixture, const TrainingOptions& options) {
  const auto words = static_cast<std::uint32_t>(fixture.vocabulary.size());
  DataSet data(fixture.corpus, fixture.vocabulary, options);
  const TextSampler sampler(fixture.corpus, fixture.vocabulary, options.sampling,
                            options.subsample(), options.corpus.sets, options.seed);
  for (std::uint32_t iteration = 1; iteration <= 3; ++iteration) {
    data.draw(iteration, {});
    SampledText text;
    sampler.sample(iteration, text);
    const Pairs rows = pairs_by(data, words, true);
    EXPECT_EQ(rows, pairs_by(data, words, false));
    EXPECT_EQ(only_positives(rows), positives_of_text(text));
    std::uint64_t positive = 0;
    std::uint64_t negative = 0;
    for (const auto& [key, counts] : rows) {
      positive += static_cast<std::uint64_t>(counts.first);
      negative += static_cast<std::uint64_t>(counts.second);
    }
    EXPECT_EQ(data.tokens(), text.size());
    EXPECT_EQ(data.positive_pairs(), positive);
    EXPECT_EQ(data.negative_pairs(), negative);
    EXPECT_EQ(negative, positive * options.sampling.negatives);
  }
}

TEST(DataSet, RowsAndColumnsHoldThePairsOfTheText) {
  expect_consistent(make_fixture(300, 400, 30), some_options());
}

TEST(DataSet, SentencesOfOneWordHaveNoPairs) {
  const Fixture fixture = make_fixture(20, 100, 1);
  DataSet data(fixture.corpus, fixture.vocabulary, some_options());
  data.draw(1, {});
  EXPECT_EQ(data.positive_pairs(), 0U);
  EXPECT_EQ(data.negative_pairs(), 0U);
  EXPECT_TRUE(pairs_by(data, 20, true).empty());
}

TEST(DataSet, AnEmptySampleIsNoError) {
  const Fixture fixture = make_fixture(20, 2, 2);
  TrainingOptions options = some_options();
  options.sampling.subsample = 1e-12;
  DataSet data(fixture.corpus, fixture.vocabulary, options);
  data.draw(1, {});
  EXPECT_EQ(data.tokens(), 0U);
  EXPECT_TRUE(pairs_by(data, 20, false).empty());
}

TEST(DataSet, OneLongSentence) {
  Fixture fixture = make_fixture(300, 300, 30);
  fixture.corpus.sentences = {0, fixture.corpus.ids.size()};
  expect_consistent(fixture, some_options());
}

TEST(DataSet, SetsPairEveryItemWithEveryOther) {
  TrainingOptions options = some_options();
  options.corpus.sets = true;
  options.sampling.subsample.reset();
  Fixture fixture;
  fixture.vocabulary = tests::vocabulary_with_counts(std::vector<std::uint64_t>(60, 3));
  for (std::uint32_t basket = 0; basket < 200; ++basket) {
    for (std::uint32_t item = basket % 7; item < 60; item += 3 + basket % 11) {
      fixture.corpus.ids.push_back(item);
    }
    fixture.corpus.sentences.push_back(fixture.corpus.ids.size());
  }
  expect_consistent(fixture, options);
  DataSet data(fixture.corpus, fixture.vocabulary, options);
  data.draw(1, {});
  std::uint64_t expected = 0;
  for (std::size_t s = 0; s + 1 < fixture.corpus.sentences.size(); ++s) {
    const std::uint64_t size = fixture.corpus.sentences[s + 1] - fixture.corpus.sentences[s];
    expected += size * (size - 1);
  }
  EXPECT_EQ(data.positive_pairs(), expected);
}

TEST(DataSet, APairIsPositiveOrNegativeWithExclusionAndMayBeBothWithout) {
  const Fixture fixture = make_fixture(30, 300, 20);
  TrainingOptions options = some_options();
  const auto pairs_that_are_both = [&] {
    DataSet data(fixture.corpus, fixture.vocabulary, options);
    data.draw(1, {});
    int both = 0;
    for (const auto& [key, counts] : pairs_by(data, 30, true)) {
      both += counts.first > 0 && counts.second > 0;
    }
    return both;
  };
  EXPECT_EQ(pairs_that_are_both(), 0);
  options.sampling.exclude_positives = false;
  EXPECT_GT(pairs_that_are_both(), 10);
}

TEST(DataSet, IsTheSameOnAnyNumberOfThreads) {
  const Fixture fixture = make_fixture(200, 3000, 40);
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 7);
  const auto draw_with = [&](int threads) {
    Pairs pairs;
    tbb::task_arena(threads).execute([&] {
      DataSet data(fixture.corpus, fixture.vocabulary, some_options());
      data.draw(2, {});
      pairs = pairs_by(data, 200, false);
    });
    return pairs;
  };
  const Pairs one = draw_with(1);
  for (const int threads : {2, 3, 7}) EXPECT_EQ(one, draw_with(threads)) << threads;
}

/// Positive pairs of the text by block of the corpus.
using PairsOfBlocks = std::vector<std::map<std::pair<std::uint32_t, std::uint32_t>, int>>;

PairsOfBlocks positives_by_block(const SampledText& text, const BlockStarts& starts) {
  PairsOfBlocks pairs(starts.size());
  for (std::size_t n = 0; n < text.size(); ++n) {
    const auto after = std::upper_bound(starts.begin(), starts.end(), n);
    auto& of_block = pairs[static_cast<std::size_t>(after - starts.begin()) - 1];
    for (std::size_t at = n - text[n].left; at <= n + text[n].right; ++at) {
      if (at != n) ++of_block[{text[n].word, text[at].word}];
    }
  }
  return pairs;
}

/// Number and sum of signs of every pair, as signed_row() has them.
Pairs signed_pairs(const DataSet& data, std::uint32_t words) {
  PairCounter scratch(words);
  PairRow row;
  Pairs pairs;
  for (std::uint32_t word = 0; word < words; ++word) {
    data.signed_row(word, scratch, row);
    for (std::size_t n = 0; n < row.ids.size(); ++n) {
      pairs[{word, row.ids[n]}] = {static_cast<int>(row.counts[n]), static_cast<int>(row.pulls[n])};
    }
  }
  return pairs;
}

/// The sign of each block, told by a pair that no other block has; 0 if there is none.
std::vector<int> signs_of_blocks(const PairsOfBlocks& blocks, const Pairs& pairs) {
  std::vector<int> signs;
  for (const auto& block : blocks) {
    signs.push_back(0);
    for (const auto& [key, number] : block) {
      if (number == pairs.at(key).first) signs.back() = pairs.at(key).second / number;
    }
  }
  return signs;
}

/// Signs of the blocks in an iteration, which all pairs must be made of.
std::vector<int> checked_signs(const Fixture& fixture, const TrainingOptions& options,
                               std::uint32_t iteration) {
  const auto words = static_cast<std::uint32_t>(fixture.vocabulary.size());
  DataSet data(fixture.corpus, fixture.vocabulary, options);
  data.draw(iteration, {});
  const TextSampler sampler(fixture.corpus, fixture.vocabulary, options.sampling,
                            options.subsample(), options.corpus.sets, options.seed);
  SampledText text;
  BlockStarts starts;
  sampler.sample(iteration, text, starts);
  const PairsOfBlocks blocks = positives_by_block(text, starts);
  const Pairs pairs = signed_pairs(data, words);
  const std::vector<int> signs = signs_of_blocks(blocks, pairs);
  Pairs expected;
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    for (const auto& [key, number] : blocks[block]) {
      expected[key].first += number;
      expected[key].second += signs[block] * number;
    }
  }
  EXPECT_EQ(pairs, expected);
  EXPECT_EQ(pairs.size(), only_positives(pairs_by(data, words, true)).size());
  return signs;
}

TEST(DataSet, SignsOfPairsAreThoseOfTheirBlocksInEveryIteration) {
  const Fixture fixture = make_fixture(400, 5000, 12);
  for (const bool sets : {false, true}) {
    TrainingOptions options = some_options();
    options.corpus.sets = sets;
    if (sets) options.sampling.negative_mode = NegativeMode::expected;
    const std::vector<int> signs = checked_signs(fixture, options, 1);
    EXPECT_EQ(signs.size(), (fixture.corpus.ids.size() + kBlockTokens - 1) / kBlockTokens);
    EXPECT_GE(std::ranges::count(signs, 1), 2);
    EXPECT_GE(std::ranges::count(signs, -1), 2);
    EXPECT_EQ(std::ranges::count(signs, 0), 0);
    EXPECT_EQ(checked_signs(fixture, options, 7), signs);
    options.seed = 5;
    EXPECT_NE(checked_signs(fixture, options, 1), signs);
  }
}

TEST(DataSet, SignedRowsAreTheSameOnAnyNumberOfThreads) {
  const Fixture fixture = make_fixture(100, 5000, 12);
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 7);
  const auto draw_with = [&](int threads) {
    Pairs pairs;
    tbb::task_arena(threads).execute([&] {
      DataSet data(fixture.corpus, fixture.vocabulary, some_options());
      data.draw(2, {});
      pairs = signed_pairs(data, 100);
    });
    return pairs;
  };
  const Pairs one = draw_with(1);
  for (const int threads : {2, 3, 7}) EXPECT_EQ(one, draw_with(threads)) << threads;
}

TEST(DataSet, StopsWhenAskedTo) {
  const Fixture fixture = make_fixture(200, 300, 40);
  DataSet data(fixture.corpus, fixture.vocabulary, some_options());
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(data.draw(1, source.get_token()), Interrupted);
}

}  // namespace
}  // namespace bsg::sampling
