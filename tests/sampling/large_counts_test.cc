// Counts beyond 2³²: only their ratios matter to sampling, so counts and their multiples must
// sample alike.

#include <gtest/gtest.h>

#include <vector>

#include "paper_options.h"
#include "sampling/negative_sampler.h"
#include "sampling/sampled_text.h"
#include "small_vocabulary.h"

namespace bsg::sampling {
namespace {

constexpr std::uint64_t kFactor = std::uint64_t{1} << 36;

const std::vector<std::uint64_t> kCounts{90000, 5000, 4096, 700, 3, 1, 0};

std::vector<std::uint64_t> large_counts() {
  std::vector<std::uint64_t> counts = kCounts;
  for (std::uint64_t& count : counts) count *= kFactor;
  return counts;
}

TEST(LargeCounts, AreKeptExactly) {
  const corpus::Vocabulary vocabulary = tests::vocabulary_with_counts(large_counts());
  std::uint64_t total = 0;
  for (std::uint32_t id = 0; id < kCounts.size(); ++id) {
    EXPECT_EQ(vocabulary.count(id), kCounts[id] * kFactor);
    total += kCounts[id] * kFactor;
  }
  EXPECT_EQ(vocabulary.total(), total);
}

TEST(LargeCounts, AreSubsampledLikeSmallOnesOfTheSameRatios) {
  const corpus::Vocabulary small = tests::vocabulary_with_counts(kCounts);
  const corpus::Vocabulary large = tests::vocabulary_with_counts(large_counts());
  for (const double rho : {1e-5, 1e-3, 0.05, 1.0}) {
    for (std::uint32_t id = 0; id < kCounts.size(); ++id) {
      EXPECT_EQ(keep_threshold(rho, large.count(id), large.total()),
                keep_threshold(rho, small.count(id), small.total()));
    }
    EXPECT_DOUBLE_EQ(expected_kept(large, rho), expected_kept(small, rho) * kFactor);
  }
}

TEST(LargeCounts, GiveTheNegativesOfSmallOnesOfTheSameRatios) {
  const corpus::Vocabulary small = tests::vocabulary_with_counts(kCounts);
  const corpus::Vocabulary large = tests::vocabulary_with_counts(large_counts());
  const std::vector<double> small_weights = negative_weights(small, 0.75);
  const std::vector<double> large_weights = negative_weights(large, 0.75);
  for (std::size_t id = 0; id < kCounts.size(); ++id) {
    EXPECT_DOUBLE_EQ(large_weights[id], small_weights[id] * 0x1p27);  // (2³⁶)^¾
  }
  const PairCounter pairs(kCounts.size());
  std::vector<std::uint32_t> from_small;
  std::vector<std::uint32_t> from_large;
  NegativeSampler(small, tests::paper_options().sampling, 1).draw(1, 0, 1000, pairs, from_small);
  NegativeSampler(large, tests::paper_options().sampling, 1).draw(1, 0, 1000, pairs, from_large);
  EXPECT_EQ(from_large, from_small);
}

}  // namespace
}  // namespace bsg::sampling
