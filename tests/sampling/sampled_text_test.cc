#include "sampling/sampled_text.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <cmath>
#include <vector>

#include "bsg/error.h"
#include "chi_squared.h"
#include "small_vocabulary.h"

namespace bsg::sampling {
namespace {

corpus::EncodedCorpus corpus_of(const std::vector<std::vector<std::uint32_t>>& sentences) {
  corpus::EncodedCorpus corpus;
  for (const auto& sentence : sentences) {
    corpus.ids.append(sentence);
    corpus.sentences.push_back(corpus.ids.size());
  }
  return corpus;
}

/// One sentence of `size` tokens whose words go round 0, 1, …, words - 1.
corpus::EncodedCorpus round_robin(std::size_t size, std::uint32_t words) {
  std::vector<std::uint32_t> sentence(size);
  for (std::size_t n = 0; n < size; ++n) sentence[n] = static_cast<std::uint32_t>(n % words);
  return corpus_of({sentence});
}

TEST(KeepThreshold, IsTheSquareRootOfRhoOverFrequency) {
  EXPECT_EQ(keep_threshold(1e-5, 1, 1),
            static_cast<std::uint64_t>(std::llround(std::sqrt(1e-5) * 0x1p32)));
  EXPECT_EQ(keep_threshold(0.01, 4, 100), static_cast<std::uint64_t>(std::llround(0.5 * 0x1p32)));
  EXPECT_EQ(keep_threshold(0.04, 4, 100), std::uint64_t{1} << 32);
  EXPECT_EQ(keep_threshold(1, 4, 100), std::uint64_t{1} << 32);
  EXPECT_EQ(keep_threshold(1e-9, 0, 100), std::uint64_t{1} << 32);
}

TEST(TextSampler, KeepsWordsAtTheirRate) {
  const std::vector<std::uint64_t> counts{4000, 2000, 1000, 500, 100, 10};
  const auto vocabulary = tests::vocabulary_with_counts(counts);
  const auto corpus = round_robin(600000, 6);
  constexpr double rho = 0.01;
  const TextSampler sampler(corpus, vocabulary, {}, rho, false, 17);
  SampledText text;
  std::vector<std::uint64_t> kept(6);
  for (std::uint32_t iteration = 1; iteration <= 3; ++iteration) {
    sampler.sample(iteration, text);
    for (const Token& token : text) ++kept[token.word];
  }
  for (std::uint32_t word = 0; word < 6; ++word) {
    const double frequency = static_cast<double>(counts[word]) / 7610;
    const double keep = std::min(1.0, std::sqrt(rho / frequency));
    const auto all = std::uint64_t{300000};
    EXPECT_TRUE(tests::agrees({kept[word], all - kept[word]}, {keep, 1 - keep})) << word;
  }
}

TEST(TextSampler, DrawsEveryWindowSizeEquallyOften) {
  const auto vocabulary = tests::vocabulary_with_counts({1, 1});
  const auto corpus = round_robin(100000, 2);
  for (const std::uint32_t window : {1U, 2U, 5U, 16U}) {
    SamplingOptions options;
    options.window = window;
    const TextSampler sampler(corpus, vocabulary, options, 1, false, 3);
    SampledText text;
    sampler.sample(1, text);
    ASSERT_EQ(text.size(), 100000U);
    std::vector<std::uint64_t> sizes(window);
    for (std::size_t n = window; n + window < text.size(); ++n) {
      ASSERT_EQ(text[n].left, text[n].right);
      ASSERT_GE(text[n].left, 1U);
      ++sizes.at(text[n].left - 1);
    }
    EXPECT_TRUE(tests::agrees(sizes, std::vector<double>(window, 1.0))) << window;
  }
}

TEST(TextSampler, WindowsAndKeepingAreIndependent) {
  const auto vocabulary = tests::vocabulary_with_counts({1, 1});
  const auto corpus = round_robin(400000, 2);
  SamplingOptions options;
  options.window = 4;
  const TextSampler sampler(corpus, vocabulary, options, 0.125, false, 3);  // keeps a half
  SampledText text;
  sampler.sample(1, text);
  std::vector<std::uint64_t> sizes(4);
  for (std::size_t n = 4; n + 4 < text.size(); ++n) ++sizes.at(text[n].left - 1);
  EXPECT_TRUE(tests::agrees(sizes, {1, 1, 1, 1}));
}

TEST(TextSampler, WindowsEndWithTheSentence) {
  const auto vocabulary = tests::vocabulary_with_counts({5, 4, 3, 2, 1});
  const auto corpus = corpus_of({{0, 1, 2}, {3}, {4, 0}, {1, 2, 3, 4}});
  SamplingOptions options;
  options.window = 100;
  const TextSampler sampler(corpus, vocabulary, options, 1, true, 1);
  SampledText text;
  sampler.sample(1, text);
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected{
      {0, 2}, {1, 1}, {2, 0}, {0, 0}, {0, 1}, {1, 0}, {0, 3}, {1, 2}, {2, 1}, {3, 0}};
  ASSERT_EQ(text.size(), expected.size());
  for (std::size_t n = 0; n < expected.size(); ++n) {
    EXPECT_EQ(text[n].word, corpus.ids[n]) << n;
    EXPECT_EQ(text[n].left, expected[n].first) << n;
    EXPECT_EQ(text[n].right, expected[n].second) << n;
  }
}

TEST(TextSampler, WindowsReachOverDiscardedWordsButNotOverSentences) {
  // Word 0 is nearly always discarded; words 1 and 2 never are.
  const auto vocabulary = tests::vocabulary_with_counts({1000000, 1, 1});
  std::vector<std::vector<std::uint32_t>> sentences(50000, {1, 0, 0, 0, 2});
  const auto corpus = corpus_of(sentences);
  SamplingOptions options;
  options.window = 1;
  const TextSampler sampler(corpus, vocabulary, options, 1e-6, false, 1);
  SampledText text;
  sampler.sample(1, text);
  std::size_t neighbours = 0;
  for (std::size_t n = 0; n + 1 < text.size(); ++n) {
    if (text[n].word == 1 && text[n + 1].word == 2) {
      ++neighbours;
      EXPECT_EQ(text[n].right, 1U);
      EXPECT_EQ(text[n].left, 0U);
      EXPECT_EQ(text[n + 1].right, 0U);
    }
  }
  EXPECT_GT(neighbours, 49000U);
}

TEST(TextSampler, LongSentencesAndManyShortOnesGiveTheSameOnAnyNumberOfThreads) {
  const auto vocabulary = tests::vocabulary_with_counts({50, 30, 20, 10, 5, 2, 1});
  corpus::EncodedCorpus corpus = round_robin(200000, 7);
  for (std::uint32_t n = 0; n < 30000; ++n) {
    corpus.ids.append(std::vector<std::uint32_t>(1 + n % 11, n % 7));
    corpus.sentences.push_back(corpus.ids.size());
  }
  const TextSampler sampler(corpus, vocabulary, {}, 0.05, false, 9);
  SampledText one;
  tbb::task_arena(1).execute([&] { sampler.sample(2, one); });
  for (const int threads : {2, 3, 7}) {
    const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 7);
    SampledText other;
    tbb::task_arena(threads).execute([&] { sampler.sample(2, other); });
    EXPECT_EQ(one, other);
  }
}

/// Blocks of the corpus that have a word of their own each.
corpus::EncodedCorpus corpus_of_blocks(std::uint32_t blocks) {
  corpus::EncodedCorpus corpus;
  for (std::uint32_t block = 0; block < blocks; ++block) {
    corpus.ids.append(std::vector<std::uint32_t>(kBlockTokens, block));
  }
  for (std::uint64_t end = 1000; end < corpus.ids.size(); end += 1000) {
    corpus.sentences.push_back(end);
  }
  corpus.sentences.push_back(corpus.ids.size());
  return corpus;
}

TEST(TextSampler, KnowsWhereBlocksOfTheCorpusBegin) {
  constexpr std::uint32_t kBlocks = 40;
  // Nothing is kept of the first word, and half of the others.
  std::vector<std::uint64_t> counts(kBlocks, 1);
  counts[0] = std::uint64_t{1} << 60;
  const auto vocabulary = tests::vocabulary_with_counts(counts);
  const auto corpus = corpus_of_blocks(kBlocks);
  const TextSampler sampler(corpus, vocabulary, {}, 0.25 * 0x1p-60, false, 4);
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 7);
  for (const int threads : {1, 2, 7}) {
    SampledText text;
    BlockStarts starts{17};  // of a text before
    tbb::task_arena(threads).execute([&] { sampler.sample(1, text, starts); });
    ASSERT_EQ(starts.size(), kBlocks);
    EXPECT_EQ(starts[0], 0U);
    EXPECT_EQ(starts[1], 0U);
    for (std::uint32_t block = 1; block < kBlocks; ++block) {
      const std::size_t end = block + 1 < kBlocks ? starts[block + 1] : text.size();
      EXPECT_NEAR(static_cast<double>(end - starts[block]), kBlockTokens / 2.0, 200);
      for (std::size_t n = starts[block]; n < end; ++n) ASSERT_EQ(text[n].word, block);
    }
  }
}

TEST(TextSampler, RefusesSetsWhosePairsNobodyCanCount) {
  const auto vocabulary = tests::vocabulary_with_counts({1, 1});
  EXPECT_NO_THROW(TextSampler(round_robin(65536, 2), vocabulary, {}, 1, true, 1));
  EXPECT_THROW(TextSampler(round_robin(65537, 2), vocabulary, {}, 1, true, 1), InputError);
  EXPECT_NO_THROW(TextSampler(round_robin(65537, 2), vocabulary, {}, 1, false, 1));
}

TEST(TextSampler, EveryIterationDrawsAnew) {
  const auto vocabulary = tests::vocabulary_with_counts({1, 1});
  const auto corpus = round_robin(1000, 2);
  const TextSampler sampler(corpus, vocabulary, {}, 0.1, false, 9);
  SampledText first;
  SampledText second;
  sampler.sample(1, first);
  sampler.sample(2, second);
  EXPECT_NE(first, second);
}

}  // namespace
}  // namespace bsg::sampling
