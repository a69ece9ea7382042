#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "bsg/evaluate.h"

namespace bsg::tests {
namespace {

constexpr std::size_t kWords = 300;
constexpr std::size_t kDimension = 7;

std::string word(std::size_t id) {
  return "w" + std::to_string(id);
}

ModelData random_points() {
  std::mt19937_64 random(11);
  std::normal_distribution<float> normal;
  ModelData data;
  data.dimension = kDimension;
  for (std::size_t id = 0; id < kWords; ++id) {
    data.words.push_back(word(id));
    data.counts.push_back(1000 - id);
    for (std::size_t k = 0; k < kDimension; ++k) data.target_mean.push_back(normal(random));
  }
  return data;
}

ModelData random_densities() {
  ModelData data = random_points();
  data.context_mean = data.target_mean;
  std::mt19937_64 random(12);
  std::uniform_real_distribution<float> variance(0.01F, 0.2F);
  for (std::size_t k = 0; k < data.target_mean.size(); ++k) {
    data.target_variance.push_back(variance(random));
    data.context_variance.push_back(variance(random));
  }
  return data;
}

/// Words of random ids; the fourth is right about half of the time.
AnalogySet random_questions(const Model& model, std::size_t count) {
  const Query query(model);
  std::mt19937_64 random(13);
  AnalogySet set{"questions", {{"one", {}}, {"two", {}}}};
  for (std::size_t k = 0; k < count; ++k) {
    const std::string a = word(random() % kWords), b = word(random() % kWords),
                      c = word(random() % kWords);
    const std::string d = random() % 2 == 0 ? query.analogy(a, b, c, 1).front().word : "w0";
    set.groups[k % 3 == 0 ? 0 : 1].questions.push_back({a, b, c, d});
  }
  return set;
}

TEST(EvaluateAnalogies, AgreesWithAskingOneByOne) {
  const Model model(random_densities());
  const AnalogySet set = random_questions(model, 200);
  for (const Measure measure : {Measure::cosine, Measure::probability, Measure::kl}) {
    const QueryOptions options{.measure = measure, .rank = Rank::mean};
    const Query query(model, options);
    const AnalogyResult result = evaluate_analogies(model, set, options);
    std::size_t right = 0;
    for (std::size_t g = 0; g < set.groups.size(); ++g) {
      std::size_t group_right = 0;
      for (const auto& [a, b, c, d] : set.groups[g].questions) {
        group_right += query.analogy(a, b, c, 1).front().word == d ? 1 : 0;
      }
      EXPECT_EQ(result.groups[g].right, group_right);
      EXPECT_EQ(result.groups[g].used, set.groups[g].questions.size());
      right += group_right;
    }
    EXPECT_EQ(result.right, right);
    EXPECT_EQ(result.used, 200U);
    EXPECT_DOUBLE_EQ(*result.accuracy(), static_cast<double>(right) / 200);
    EXPECT_DOUBLE_EQ(result.by_cosine->accuracies[3], *result.accuracy());
    EXPECT_EQ(result.by_order_probability.has_value(), measure != Measure::kl);
  }
}

TEST(EvaluateAnalogies, GoesByTheMeanUnlessAsked) {
  const Model model(random_densities());
  const AnalogySet set = random_questions(model, 300);  // about half of them right by lower bound
  const std::size_t lower = evaluate_analogies(model, set, {.rank = Rank::lower}).right;
  const std::size_t mean = evaluate_analogies(model, set, {.rank = Rank::mean}).right;
  EXPECT_GT(lower, mean);
  EXPECT_EQ(evaluate_analogies(model, set).right, mean);
}

/// Words at these angles from "p", in degrees, by count.
Model compass() {
  ModelData data;
  data.dimension = 2;
  data.words = {"a", "p", "r", "s", "t", "q"};
  data.counts = {100, 50, 40, 30, 20, 5};
  for (const double degrees : {200, 0, 30, 60, 100, 10}) {
    const double angle = degrees * std::numbers::pi / 180;
    data.target_mean.push_back(static_cast<float>(std::cos(angle)));
    data.target_mean.push_back(static_cast<float>(std::sin(angle)));
  }
  return Model(data);
}

TEST(EvaluateAnalogies, HasTheAreasOfTheSurestByEachSign) {
  // a is to x as a is to the word closest to x. At angles of 10, 20, 30 and 40 degrees to it come
  // q, q, r and s; the second answers are at 30, 30, 40 and 70 degrees.
  const AnalogySet set{
      "q",
      {{"",
        {{"a", "p", "a", "q"}, {"a", "r", "a", "t"}, {"a", "s", "a", "t"}, {"a", "t", "a", "s"}}}}};
  const AnalogyResult result = evaluate_analogies(compass(), set);
  ASSERT_EQ(result.right, 2U);
  // By cosine: right, wrong, wrong, right.
  EXPECT_NEAR(result.by_cosine->area, (1 + 1 / 2.0 + 1 / 3.0 + 2 / 4.0) / 4, 1e-12);
  // The margins are 0.119, 0.074, 0.100 and 0.424: right, right, wrong, wrong.
  EXPECT_NEAR(result.by_margin->area, (1 + 1 + 2 / 3.0 + 2 / 4.0) / 4, 1e-12);
  // The rarest words have 5, 5, 30 and 20: wrong, right, and two of which one is right.
  EXPECT_NEAR(result.by_count->area, (0 + 1 / 2.0 + 1.5 / 3 + 2 / 4.0) / 4, 1e-12);
}

TEST(EvaluateAnalogies, HasNoMarginWithoutASecondAnswer) {
  ModelData data;
  data.dimension = 1;
  data.words = {"a", "b", "c", "d"};
  data.counts = {4, 3, 2, 1};
  data.target_mean = {1, 2, 3, 4};
  const AnalogyResult result =
      evaluate_analogies(Model(data), {"q", {{"", {{"a", "b", "c", "d"}}}}});
  EXPECT_FALSE(result.by_margin);
  EXPECT_EQ(result.by_count->area, 1);
}

TEST(EvaluateSimilarity, GoesByTheRank) {
  const Model model(random_densities());
  const Query query(model);
  for (const Rank rank : {Rank::mean, Rank::lower, Rank::expected}) {
    SimilaritySet set{"s", {}};
    for (std::size_t id = 1; id < 50; ++id) {
      set.pairs.push_back(
          {word(0), word(id), ranked_by(query.similarity(word(0), word(id)), rank)});
    }
    EXPECT_EQ(evaluate_similarity(model, set, {.rank = rank}).correlation, 1.0);
    EXPECT_EQ(evaluate_similarity(model, set).correlation == 1.0, rank == Rank::mean);
  }
}

TEST(EvaluateAnalogies, DoesNotDependOnThreads) {
  const Model model(random_densities());
  const AnalogySet set = random_questions(model, 500);
  const AnalogyResult many = evaluate_analogies(model, set);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const AnalogyResult single = evaluate_analogies(model, set);
  EXPECT_EQ(many.right, single.right);
  EXPECT_EQ(many.by_order_probability->accuracies, single.by_order_probability->accuracies);
  EXPECT_EQ(many.by_cosine->area, single.by_cosine->area);
}

TEST(EvaluateAnalogies, OfPointsHasNoOrderProbability) {
  const Model model(random_points());
  const AnalogyResult result = evaluate_analogies(model, random_questions(model, 20));
  EXPECT_FALSE(result.by_order_probability);
  EXPECT_TRUE(result.by_cosine);
  EXPECT_THROW(evaluate_analogies(model, {}, {.measure = Measure::kl}), ModelError);
  EXPECT_THROW(evaluate_analogies(model, {}, {.representation = Representation::sum}), ModelError);
}

TEST(EvaluateAnalogies, CountsWhatItSkips) {
  const Model model(random_points());
  const AnalogySet set{"q", {{"all unknown", {{"x", "w1", "w2", "w3"}, {"w1", "w2", "w3", "y"}}}}};
  const AnalogyResult result = evaluate_analogies(model, set);
  EXPECT_EQ(result.skipped, 2U);
  EXPECT_EQ(result.groups[0].skipped, 2U);
  EXPECT_EQ(result.used, 0U);
  EXPECT_FALSE(result.accuracy());
  EXPECT_FALSE(result.by_cosine);
}

TEST(EvaluateAnalogies, NeverAnswersWithAWordOfTheQuestion) {
  ModelData data;
  data.dimension = 1;
  data.words = {"a", "b", "c"};
  data.counts = {1, 1, 1};
  data.target_mean = {1, 2, 3};
  const AnalogySet set{"q", {{"", {{"a", "b", "c", "b"}}}}};
  const AnalogyResult result = evaluate_analogies(Model(data), set);
  EXPECT_EQ(result.used, 1U);
  EXPECT_EQ(result.right, 0U);
}

/// Two words at an angle, so that cosines are known.
Model angles(const std::vector<std::string>& words) {
  ModelData data;
  data.dimension = 2;
  for (std::size_t k = 0; k < words.size(); ++k) {
    const float angle = 0.1F * static_cast<float>(k * k);
    data.words.push_back(words[k]);
    data.counts.push_back(1);
    data.target_mean.push_back(std::cos(angle));
    data.target_mean.push_back(std::sin(angle));
  }
  return Model(data);
}

TEST(EvaluateSimilarity, RanksByTheMeasure) {
  const Model model = angles({"a", "b", "c", "d"});
  const SimilaritySet agreeing{"s", {{"a", "b", 3}, {"a", "c", 2}, {"a", "d", 1}, {"a", "z", 9}}};
  const SimilarityResult result = evaluate_similarity(model, agreeing);
  EXPECT_EQ(result.correlation, 1.0);
  EXPECT_EQ(result.used, 3U);
  EXPECT_EQ(result.skipped, 1U);
  EXPECT_FALSE(evaluate_similarity(model, {"s", {{"a", "b", 3}}}).correlation);
}

/// "ab" can be guessed.
Model with_spelling() {
  ModelData data = random_densities();
  data.features = {.shortest = 1,
                   .longest = 1,
                   .names = {"sa"},
                   .weights = std::vector<float>(kDimension, 0.5F),
                   .variances = {0.1F},
                   .variance = 0.5,
                   .unknown_variance = 0.5};
  return Model(data);
}

TEST(EvaluateSimilarity, GuessesTargetsAndSkipsWhatIsNone) {
  const Model model = with_spelling();
  const SimilaritySet set{
      "s", {{"ab", "w1", 3}, {"w1", "ab", 2}, {"w1", "w2", 1}, {"w3", "w4", 4}, {"xyz", "w1", 5}}};
  const auto guessed = [&](Representation representation, bool known_only) {
    const SimilarityResult result = evaluate_similarity(
        model, set, {.representation = representation, .known_only = known_only});
    EXPECT_EQ(result.used, 2 + result.guessed);
    EXPECT_EQ(result.skipped, 3 - result.guessed);
    return result.guessed;
  };
  EXPECT_EQ(guessed(Representation::target, false), 2U);
  EXPECT_EQ(guessed(Representation::target, true), 0U);
  EXPECT_EQ(guessed(Representation::target_context, false), 1U);
  for (const Representation other :
       {Representation::context, Representation::sum, Representation::concat}) {
    EXPECT_EQ(guessed(other, false), 0U);
  }
}

TEST(EvaluateAnalogies, CountsWhatIsGuessed) {
  const Model model = with_spelling();
  const AnalogySet set{"q", {{"", {{"ab", "w1", "w2", "w3"}, {"w1", "w2", "w3", "ab"}}}}};
  const AnalogyResult result = evaluate_analogies(model, set);
  EXPECT_EQ(result.used, 1U);
  EXPECT_EQ(result.guessed, 1U);
  EXPECT_EQ(evaluate_analogies(model, set, {.representation = Representation::sum}).used, 0U);
}

TEST(CheckGuesses, RefusesModelsOfWholeWords) {
  EXPECT_NO_THROW(check_guesses(with_spelling()));
  try {
    check_guesses(Model(random_densities()));
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(error.wording().command_line.find("leave out --oov"), std::string::npos);
    EXPECT_NE(error.wording().python.find("leave out oov"), std::string::npos);
  }
}

TEST(EvaluateSimilarity, TakesAWordAgainstItselfAsTheMostSimilar) {
  const Model model(random_points());
  SimilaritySet set{"s", {}};
  for (std::size_t id = 0; id < 50; ++id) set.pairs.push_back({word(id), word(id), 10});
  for (std::size_t id = 0; id < 50; ++id) set.pairs.push_back({word(id), word(id + 1), 1});
  // Two classes of tied ratings, one of tied scores on top: ranks of the scores below are 1 … 50.
  const double between = 25.5, all = 75.5;
  const double covariance =
      50 * (between - 50.5) * (25.5 - 50.5) + 50 * (all - 50.5) * (all - 50.5);
  double scores = 50 * (all - 50.5) * (all - 50.5);
  for (int rank = 1; rank <= 50; ++rank) scores += (rank - 50.5) * (rank - 50.5);
  const double ratings = 100 * 25.0 * 25.0;
  EXPECT_NEAR(*evaluate_similarity(model, set).correlation,
              covariance / std::sqrt(scores * ratings), 1e-12);
}

TEST(EvaluateSimilarity, FoldsCaseIfAllWordsAreInLowerCase) {
  const SimilaritySet set{"s", {{"Éa", "B", 2}, {"éa", "c", 1}}};
  EXPECT_EQ(evaluate_similarity(angles({"éa", "b", "c"}), set).used, 2U);
  const SimilarityResult mixed = evaluate_similarity(angles({"éa", "b", "c", "D"}), set);
  EXPECT_EQ(mixed.used, 1U);
  EXPECT_EQ(mixed.skipped, 1U);
}

}  // namespace
}  // namespace bsg::tests
