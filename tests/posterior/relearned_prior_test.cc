#include "posterior/relearned_prior.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "inference/prior.h"
#include "inference/word_priors.h"

namespace bsg::posterior {
namespace {

using inference::Prior;
using inference::WordPriors;

/// Diagonal of P and r that a prior adds for a word of two dimensions.
struct Added {
  std::array<float, 2> diagonal{};
  std::array<float, 2> r{};
  bool operator==(const Added&) const = default;
};

Added sums_of(const inference::Term& term, std::uint32_t word) {
  Added added;
  kernels::AlignedBuffer workspace;
  std::array<float, 4> precision{};
  term.add(word, {2, 2, precision.data(), added.diagonal.data(), added.r.data()}, workspace);
  return added;
}

Prior natural(std::vector<float> precisions, std::vector<float> r) {
  return Prior::natural(1, std::make_shared<const std::vector<float>>(std::move(precisions)),
                        std::make_shared<const std::vector<float>>(std::move(r)));
}

TEST(RelearnedPrior, TakesThePlaceOfTheOneThatIsContained) {
  // What pairs told of both words is 5 and (7, 9), beside a prior of 2 with the mean (1, 3).
  const Prior old = natural({5 + 2, 5 + 2}, {7 + 2, 9 + 6, 7 + 2, 9 + 6});
  const auto contained = std::make_shared<const WordPriors>(WordPriors{{2, 2}, {1, 3, 1, 3}});
  const auto touched = std::make_shared<const std::vector<bool>>(std::vector<bool>{true, false});
  const RelearnedPrior prior(old, contained, touched, natural({4, 4}, {8, 16, 8, 16}));
  EXPECT_EQ(sums_of(prior, 0), (Added{{5 + 4, 5 + 4}, {7 + 8, 9 + 16}}));
  EXPECT_EQ(sums_of(prior, 1), sums_of(old, 1));
}

}  // namespace
}  // namespace bsg::posterior
