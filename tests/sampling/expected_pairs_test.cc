#include "sampling/expected_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "paper_options.h"
#include "sampling/data_set.h"
#include "sampling/sampled_text.h"
#include "small_vocabulary.h"

namespace bsg::sampling {
namespace {

using corpus::EncodedCorpus;

EncodedCorpus sentences(const std::vector<std::vector<std::uint32_t>>& all) {
  EncodedCorpus corpus;
  for (const auto& sentence : all) {
    corpus.ids.append(sentence);
    corpus.sentences.push_back(corpus.ids.size());
  }
  return corpus;
}

PairRow row_of(const ExpectedPairs& pairs, std::uint32_t word, std::size_t words) {
  PairSums sums(words);
  for (const std::uint32_t position : pairs.occurrences(word)) pairs.add_contexts(position, sums);
  PairRow row;
  sums.take(row);
  return row;
}

double count_of(const PairRow& row, std::uint32_t id) {
  for (std::size_t k = 0; k < row.ids.size(); ++k) {
    if (row.ids[k] == id) return double{row.counts[k]};
  }
  return 0;
}

TEST(ExpectedPairs, FollowFromDistanceWhereAllIsKept) {
  const PairRule rule{.keep = {1, 1, 1, 1, 1}, .window = 3};
  const ExpectedPairs pairs(sentences({{0, 1, 2, 3, 4}, {0, 3}}), rule);
  const PairRow row = row_of(pairs, 0, 5);
  EXPECT_EQ(row.ids, (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_NEAR(row.counts[0], 1, 1e-6);
  EXPECT_NEAR(row.counts[1], 2 / 3., 1e-6);
  EXPECT_NEAR(row.counts[2], 1 / 3. + 1, 1e-6);
  EXPECT_EQ(row.pulls, row.counts);
  // The other side of a window, and sentences' ends.
  EXPECT_NEAR(count_of(row_of(pairs, 4, 5), 3), 1, 1e-6);
  EXPECT_NEAR(count_of(row_of(pairs, 4, 5), 1), 1 / 3., 1e-6);
}

/// Neither as contexts nor in windows.
TEST(ExpectedPairs, LeaveOutWordsThatAreNeverKept) {
  const PairRule rule{.keep = {1, 0, 1, 1}, .window = 2};
  const ExpectedPairs pairs(sentences({{0, 1, 1, 3}, {0, 2, 3}}), rule);
  const PairRow row = row_of(pairs, 0, 4);
  EXPECT_EQ(row.ids, (std::vector<std::uint32_t>{2, 3}));
  EXPECT_NEAR(row.counts[0], 1, 1e-6);
  EXPECT_NEAR(row.counts[1], 1 + 0.5, 1e-6);
}

TEST(ExpectedPairs, OfSetsAreAllOthers) {
  const PairRule rule{.keep = {1, 1, 0.5, 1}, .sets = true};
  const ExpectedPairs pairs(sentences({{0, 1, 2, 3}, {2, 0}}), rule);
  const PairRow row = row_of(pairs, 0, 4);
  EXPECT_EQ(row.ids, (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_EQ(row.counts, (std::vector<float>{1, 1, 1}));
}

/// Shares of windows that reach a token, by the probability of every number of tokens kept before
/// it.
std::vector<double> shares_by_distance(const std::vector<double>& keep, std::uint32_t window) {
  std::vector<double> of{1}, shares;
  for (const double kept : keep) {
    double reached = 0;
    for (std::size_t n = 0; n < std::min<std::size_t>(of.size(), window); ++n) {
      reached += of[n] * (window - static_cast<double>(n)) / window;
    }
    shares.push_back(reached);
    of.push_back(0);
    for (std::size_t n = of.size() - 1; n > 0; --n) of[n] = of[n] * (1 - kept) + of[n - 1] * kept;
    of[0] *= 1 - kept;
  }
  return shares;
}

TEST(ExpectedPairs, OfLargeWindowsAreThoseOfEveryNumberOfTokensKept) {
  constexpr std::uint32_t kTokens = 500;
  for (const std::uint32_t window : {1U, 2U, 17U, 63U, 64U, 65U, 100U, 10000U}) {
    SCOPED_TRACE(window);
    // Every token a word of its own; the centre is word 0.
    PairRule rule{.keep = {}, .window = window};
    std::vector<std::uint32_t> sentence;
    std::vector<double> keep;
    for (std::uint32_t id = 0; id < kTokens; ++id) {
      sentence.push_back(id);
      rule.keep.push_back(id % 3 == 0 ? 1.0F : 0.1F + 0.001F * static_cast<float>(id));
      if (id > 0) keep.push_back(double{rule.keep.back()});
    }
    const PairRow row = row_of(ExpectedPairs(sentences({sentence}), rule), 0, kTokens);
    const std::vector<double> shares = shares_by_distance(keep, window);
    for (std::uint32_t id = 1; id < kTokens; ++id) {
      EXPECT_NEAR(count_of(row, id), keep[id - 1] * shares[id - 1], 1.1e-3) << id;
    }
  }
}

/// The means of the draws of many iterations, each divided by how often the centre was kept.
TEST(ExpectedPairs, AreTheMeanOfManyDraws) {
  for (const std::uint32_t window : {1U, 4U, 20U}) {
    SCOPED_TRACE(window);
    constexpr std::uint32_t kWords = 6, kIterations = 20000;
    const corpus::Vocabulary vocabulary =
        tests::vocabulary_with_counts({900, 400, 100, 50, 20, 10});
    const EncodedCorpus corpus = sentences(
        {{5, 0, 1, 0, 2, 1, 3, 0, 0, 4, 1, 2}, {0, 5, 0}, {1, 1, 0, 5, 2, 5, 3, 0, 1, 4, 0, 2}});
    TrainingOptions options = tests::paper_options();
    options.sampling.window = window;
    options.sampling.subsample = 0.05;
    options.sampling.negative_mode = NegativeMode::expected;

    PairRule rule{.keep = {}, .window = window};
    for (std::uint32_t word = 0; word < kWords; ++word) {
      const std::uint64_t kept = keep_threshold(0.05, vocabulary.count(word), vocabulary.total());
      rule.keep.push_back(static_cast<float>(static_cast<double>(kept) * 0x1p-32));
    }
    // Word 5 is always kept, so that its draws need no correction.
    ASSERT_EQ(rule.keep[5], 1);
    const PairRow expected = row_of(ExpectedPairs(corpus, rule), 5, kWords);

    DataSet data(corpus, vocabulary, options);
    PairCounter scratch(kWords);
    PairRow row;
    std::vector<double> sums(kWords), squares(kWords);
    for (std::uint32_t iteration = 1; iteration <= kIterations; ++iteration) {
      data.draw(iteration, {});
      data.row(5, scratch, row);
      for (std::size_t k = 0; k < row.ids.size(); ++k) {
        sums[row.ids[k]] += double{row.counts[k]};
        squares[row.ids[k]] += double{row.counts[k]} * double{row.counts[k]};
      }
    }
    for (std::uint32_t word = 0; word < kWords; ++word) {
      const double mean = sums[word] / kIterations;
      const double error =
          std::sqrt((squares[word] / kIterations - mean * mean) / kIterations) + 1e-3;
      EXPECT_NEAR(count_of(expected, word), mean, 4.5 * error) << word;
    }
  }
}

}  // namespace
}  // namespace bsg::sampling
