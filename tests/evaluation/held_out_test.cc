#include "bsg/held_out.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bsg/error.h"
#include "bsg/train.h"
#include "evaluation/expected_sigmoid.h"

namespace bsg::tests {
namespace {

constexpr std::size_t kWords = 30;  // fewer than draws: negatives are summed over all of them
constexpr std::size_t kDimension = 5;

using Lines = std::vector<std::vector<std::string>>;

std::string word(std::size_t id) {
  return "w" + std::to_string(id);
}

std::shared_ptr<const Sentences> sentences(const Lines& lines) {
  auto gathered = std::make_shared<Sentences>();
  for (const std::vector<std::string>& line : lines) {
    gathered->add(std::vector<std::string_view>(line.begin(), line.end()));
  }
  return gathered;
}

ModelData random_data(std::map<std::string, std::string> options) {
  std::mt19937_64 random(11);
  std::normal_distribution<float> normal;
  std::uniform_real_distribution<float> variance(0.05F, 0.9F);
  ModelData data;
  data.dimension = kDimension;
  data.options = std::move(options);
  for (std::size_t id = 0; id < kWords; ++id) {
    data.words.push_back(word(id));
    data.counts.push_back(3000 / (id + 1));
    for (std::size_t k = 0; k < kDimension; ++k) {
      data.target_mean.push_back(normal(random));
      data.context_mean.push_back(normal(random));
      data.target_variance.push_back(variance(random));
      data.context_variance.push_back(variance(random));
    }
  }
  return data;
}

Lines random_lines(std::size_t lines, unsigned seed) {
  std::mt19937_64 random(seed);
  Lines drawn(lines);
  for (auto& line : drawn) {
    for (std::size_t length = 2 + random() % 7; length > 0; --length) {
      line.push_back(word(random() % (1 + random() % kWords)));
    }
  }
  return drawn;
}

/// What is to be found, by going through every token and every word.
struct Explicit {
  double pairs = 0, integrated = 0, points = 0, frequencies = 0;
  std::map<WordId, double> points_of{};  ///< by centre word
};

struct Rule {
  std::size_t window;
  double negatives;
  bool sets;
};

Explicit explicit_result(const Model& model, const Lines& lines, const Rule& rule) {
  std::vector<double> share(kWords), kept(kWords);
  double sum = 0, total = 0;
  for (WordId z = 0; z < kWords; ++z) {
    share[z] = std::pow(model.count(z), 0.75);
    sum += share[z];
    total += kept[z] = static_cast<double>(model.count(z));
  }
  for (double& one : share) one /= sum;
  Explicit result;
  const auto add = [&](double weight, double d, WordId i, WordId j) {
    double mean = 0, variance = 0;
    for (std::size_t k = 0; k < kDimension; ++k) {
      const double mu = model.mean(Side::target, i)[k], mv = model.mean(Side::context, j)[k];
      const double su = model.variance(Side::target, i)[k];
      const double sv = model.variance(Side::context, j)[k];
      mean += mu * mv;
      variance += su * sv + su * mv * mv + sv * mu * mu;
    }
    const double score = std::log(kept[j] / total / (rule.negatives * share[j]));
    result.integrated += weight * evaluation::log_expected_sigmoid(d * mean, variance);
    result.points += weight * -std::log(1 + std::exp(-d * mean));
    result.points_of[i] += weight * -std::log(1 + std::exp(-d * mean));
    result.frequencies += weight * -std::log(1 + std::exp(-d * score));
  };
  for (const auto& line : lines) {
    for (std::size_t a = 0; a < line.size(); ++a) {
      for (std::size_t b = 0; b < line.size(); ++b) {
        const std::size_t distance = a > b ? a - b : b - a;
        if (distance == 0 || (!rule.sets && distance > rule.window)) continue;
        const double weight = rule.sets ? 1
                                        : static_cast<double>(rule.window - distance + 1) /
                                              static_cast<double>(rule.window);
        const WordId i = model.id(line[a]), j = model.id(line[b]);
        result.pairs += weight;
        add(weight, 1, i, j);
        for (WordId z = 0; z < kWords; ++z) add(weight * rule.negatives * share[z], -1, i, z);
      }
    }
  }
  return result;
}

void expect_same(const HeldOutResult& result, const Explicit& expected) {
  EXPECT_NEAR(result.positive_pairs, expected.pairs, 1e-5 * expected.pairs);
  EXPECT_NEAR(result.integrated->mean, expected.integrated / expected.pairs, 1e-5);
  EXPECT_NEAR(result.points.mean, expected.points / expected.pairs, 1e-5);
  EXPECT_NEAR(result.frequencies.mean, expected.frequencies / expected.pairs, 1e-5);
  EXPECT_NEAR(result.gain->mean, (expected.integrated - expected.points) / expected.pairs, 1e-5);
}

const std::map<std::string, std::string> kText{
    {"subsample", "1"}, {"window", "3"}, {"negatives", "4"}};

TEST(HeldOut, IsTheSumOverTokensAndAllWords) {
  const Model model(random_data(kText));
  const Lines lines = random_lines(40, 1);
  expect_same(evaluate_held_out(model, {.sentences = sentences(lines)}),
              explicit_result(model, lines, {3, 4, false}));
}

TEST(HeldOut, TakesTheWholeLineOfSets) {
  const Model model(random_data({{"subsample", "1"}, {"sets", "yes"}, {"negatives", "2"}}));
  Lines lines = random_lines(30, 2);
  for (auto& line : lines) {  // an item twice in a line counts once
    std::ranges::sort(line);
    line.erase(std::unique(line.begin(), line.end()), line.end());
  }
  expect_same(evaluate_held_out(model, {.sentences = sentences(lines)}),
              explicit_result(model, lines, {0, 2, true}));
}

/// Both words of a pair must have been kept.
TEST(HeldOut, WeighsPairsByHowOftenTheirWordsAreKept) {
  auto options = kText;
  options["subsample"] = "0.02";
  const Model model(random_data(options));
  double total = 0;
  for (WordId id = 0; id < kWords; ++id) total += static_cast<double>(model.count(id));
  const auto keep = [&](WordId id) {
    return std::min(1.0, std::sqrt(0.02 * total / static_cast<double>(model.count(id))));
  };
  ASSERT_LT(keep(0), 0.5);
  const HeldOutResult result = evaluate_held_out(model, {.sentences = sentences({{"w0", "w9"}})});
  EXPECT_NEAR(result.positive_pairs, 2 * keep(0) * keep(9), 1e-6);
}

TEST(HeldOut, HasNothingToIntegrateOutOfPoints) {
  ModelData data = random_data(kText);
  const Lines lines = random_lines(20, 3);
  const HeldOutResult densities = evaluate_held_out(Model(data), {.sentences = sentences(lines)});
  data.target_variance.clear();
  data.context_variance.clear();
  const HeldOutResult points = evaluate_held_out(Model(data), {.sentences = sentences(lines)});
  EXPECT_FALSE(points.integrated || points.gain);
  EXPECT_EQ(points.points.mean, densities.points.mean);
  EXPECT_EQ(points.points.error, densities.points.error);
}

TEST(HeldOut, LeavesOutWordsThatTheModelHasNotLearned) {
  ModelData data = random_data(kText);
  std::fill_n(&data.context_mean[29 * kDimension], kDimension, 0.0F);  // known by its tags alone
  const Model model(std::move(data));
  const HeldOutResult result = evaluate_held_out(
      model, {.sentences = sentences({{"w1", "new", "w2", "w29"}, {"new", "other", "w3"}})});
  const HeldOutResult known =
      evaluate_held_out(model, {.sentences = sentences({{"w1", "w2"}, {"w3"}})});
  EXPECT_EQ(result.tokens, 7U);
  EXPECT_EQ(result.left_out_tokens, 4U);
  EXPECT_EQ(result.left_out_words, 3U);
  EXPECT_EQ(result.points.mean, known.points.mean);
  EXPECT_EQ(known.left_out_tokens, 0U);
}

/// With L_i and n_i of the centre words i, √Σ (L_i − n_i Σ L / Σ n)² / Σ n.
TEST(HeldOut, ErrorIsThatOfAQuotientOverCentreWords) {
  const Model model(random_data(kText));
  const Lines one{{"w4", "w4"}}, two{{"w4", "w5"}};
  EXPECT_NEAR(evaluate_held_out(model, {.sentences = sentences(one)}).points.error, 0, 1e-12);
  const Explicit expected = explicit_result(model, two, {3, 4, false});
  const double difference = expected.points_of.at(4) - expected.points_of.at(5);
  EXPECT_GT(std::abs(difference), 0.1);
  EXPECT_NEAR(evaluate_held_out(model, {.sentences = sentences(two)}).points.error,
              std::abs(difference) / 2 / std::sqrt(2.0), 1e-6);
}

TEST(HeldOut, DoesNotDependOnThreads) {
  const Model model(random_data(kText));
  const auto text = sentences(random_lines(50, 4));
  const auto run = [&](std::size_t threads) {
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
    return evaluate_held_out(model, {.sentences = text});
  };
  const HeldOutResult one = run(1), two = run(2);
  EXPECT_EQ(one.integrated->mean, two.integrated->mean);
  EXPECT_EQ(one.points.error, two.points.error);
}

TEST(HeldOut, RefusesTextsWithoutPairs) {
  const Model model(random_data(kText));
  const auto refuses = [&](const Lines& lines) {
    EXPECT_THROW(evaluate_held_out(model, {.sentences = sentences(lines)}), InputError);
  };
  refuses({{"w1"}, {"w2"}});
  refuses({{"w1", "unknown"}});
  refuses({{"unknown", "words"}});
  EXPECT_THROW(evaluate_held_out(model, {.texts = {"/no/such/file"}}), FileError);
  EXPECT_THROW(evaluate_held_out(model, {}), InputError);
}

TEST(HeldOut, RefusesModelsThatDoNotTellHowTheyWereTrained) {
  const auto text = sentences(random_lines(3, 1));
  EXPECT_THROW(evaluate_held_out(Model(random_data({})), {.sentences = text}), ModelError);
  ModelData data = random_data(kText);
  for (auto* array : {&data.target_variance, &data.context_mean, &data.context_variance}) {
    array->clear();
  }
  EXPECT_THROW(evaluate_held_out(Model(std::move(data)), {.sentences = text}), ModelError);
}

/// u and v of a model are in different axes, those of its gauge; every uᵀv is as it was trained.
TEST(HeldOut, DoesNotChangeWithTheAxesButForTheDiagonals) {
  const auto text = sentences(random_lines(400, 5)), held_out = sentences(random_lines(100, 6));
  const auto judged = [&](double gauge) {
    TrainingOptions options;
    options.sampling.subsample = 1;
    options.subwords = SubwordOptions{};
    options.inference.dimension = 4;
    options.inference.iterations = 8;
    options.inference.gauge = gauge;
    const Model model = train({.sentences = text}, options).model;
    EXPECT_EQ(model.axes(Side::target).empty(), gauge == 0);
    return evaluate_held_out(model, {.sentences = held_out});
  };
  const HeldOutResult with = judged(0.6), without = judged(0);
  EXPECT_NEAR(with.points.mean, without.points.mean, 1e-5);
  EXPECT_NEAR(with.integrated->mean, without.integrated->mean, 0.05);
  EXPECT_GT(with.points.mean, with.frequencies.mean - 0.5);
}

}  // namespace
}  // namespace bsg::tests
