#include "evaluation/coverage_curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace bsg::evaluation {
namespace {

TEST(CoverageCurve, HasTheShareOfRightAnswersAmongTheSurest) {
  // By confidence: right, right, wrong, right, wrong, wrong, wrong, wrong.
  const CoverageCurve curve = *coverage_curve({{0.1, false},
                                               {0.9, true},
                                               {0.6, true},
                                               {0.2, false},
                                               {0.7, false},
                                               {0.8, true},
                                               {0.5, false},
                                               {0.4, false}});
  EXPECT_EQ(curve.accuracies, (std::array<double, 4>{1, 0.75, 0.5, 0.375}));
  const double area = (1 + 1 + 2.0 / 3 + 3.0 / 4 + 3.0 / 5 + 3.0 / 6 + 3.0 / 7 + 3.0 / 8) / 8;
  EXPECT_NEAR(curve.area, area, 1e-15);
}

TEST(CoverageCurve, OfAnswersThatAreEquallySureIsFlat) {
  const CoverageCurve curve = *coverage_curve({{1, true}, {1, false}, {1, false}, {1, false}});
  for (const double accuracy : curve.accuracies) EXPECT_NEAR(accuracy, 0.25, 1e-15);
  EXPECT_NEAR(curve.area, 0.25, 1e-15);
}

TEST(CoverageCurve, DoesNotDependOnTheOrderOfAnswers) {
  std::mt19937_64 random(3);
  std::vector<JudgedAnswer> answers;
  for (int k = 0; k < 101; ++k) {
    answers.push_back({static_cast<double>(random() % 10), random() % 3 == 0});
  }
  const CoverageCurve one = *coverage_curve(answers);
  std::ranges::shuffle(answers, random);
  const CoverageCurve other = *coverage_curve(answers);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_DOUBLE_EQ(one.accuracies[k], other.accuracies[k]);
  EXPECT_DOUBLE_EQ(one.area, other.area);
}

TEST(CoverageCurve, OfOneAnswerIsThatAnswer) {
  const CoverageCurve curve = *coverage_curve({{0.3, true}});
  EXPECT_EQ(curve.accuracies, (std::array<double, 4>{1, 1, 1, 1}));
  EXPECT_EQ(curve.area, 1);
  EXPECT_FALSE(coverage_curve({}));
}

}  // namespace
}  // namespace bsg::evaluation
