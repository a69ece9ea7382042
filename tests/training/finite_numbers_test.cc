// Training never yields NaN or infinity: extreme options and degenerate texts, in every mode.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "bsg/query.h"
#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "paper_options.h"
#include "training/planted_groups.h"

namespace bsg {
namespace {

using tests::TemporaryFolder;

struct Mode {
  Method method = Method::bsg;
  NegativeMode negatives = NegativeMode::sampled;
  Xi xi = Xi::paper;
  bool exclude_positives = true;
  bool sets = false;
  double gauge = 0;  ///< other than 0: with learned priors too
  std::uint32_t groups = 1;

  [[nodiscard]] std::string name() const {
    const char* const text = sets ? "Sets" : "Text";
    if (method == Method::skipgram) return fmt::format("{}Skipgram", text);
    if (method == Method::gibbs) return fmt::format("{}Gibbs", text);
    return fmt::format(
        "{}{}{}{}{}{}", text, negatives == NegativeMode::sampled ? "Sampled" : "Expected",
        xi == Xi::paper ? "PaperXi" : "ExactXi", exclude_positives ? "ExcludingPositives" : "",
        gauge != 0 ? "LearnedPriorAndGauge" : "", groups > 1 ? "InGroups" : "");
  }
  friend void PrintTo(const Mode& mode, std::ostream* out) { *out << mode.name(); }
};

std::vector<Mode> modes() {
  std::vector<Mode> all;
  for (const bool sets : {false, true}) {
    for (const NegativeMode negatives : {NegativeMode::sampled, NegativeMode::expected}) {
      for (const Xi xi : {Xi::paper, Xi::exact}) {
        for (const bool exclude : {true, false}) {
          all.push_back({Method::bsg, negatives, xi, exclude, sets});
        }
      }
    }
    all.push_back({Method::bsg, NegativeMode::expected, Xi::exact, false, sets, 1, 8});
    all.push_back({Method::bsg, NegativeMode::expected, Xi::exact, true, sets, 0, 8});
    all.push_back({Method::bsg, NegativeMode::expected, Xi::paper, true, sets, 0, 8});
    all.push_back({.method = Method::skipgram, .sets = sets});
    all.push_back({.method = Method::gibbs, .sets = sets});
  }
  return all;
}

std::string name_of(const testing::TestParamInfo<Mode>& info) {
  return info.param.name();
}

std::string repeated(const std::string& line, int times) {
  std::string text;
  for (int k = 0; k < times; ++k) text += line;
  return text;
}

/// Each of them has a pair of words, and hardly anything else.
std::vector<std::string> degenerate_texts() {
  std::string each_once;
  for (int word = 0; word < 40; ++word) each_once += fmt::format("w{} ", word);
  return {"a b\n",
          repeated("a b\n", 20000),
          repeated("a a a a a a a a a a b\n", 300),
          "x y\n" + repeated("a a a a\n", 300) + repeated("b b b b\n", 300),
          each_once,
          "x y\n" + repeated("alone\n", 500)};
}

TrainingOptions extreme_options(const Mode& mode, double tau, std::uint32_t dimension) {
  TrainingOptions options = tests::paper_options();
  options.method = mode.method;
  options.corpus.sets = mode.sets;
  options.sampling.negative_mode = mode.negatives;
  options.sampling.exclude_positives = mode.exclude_positives;
  options.inference.gauge = mode.gauge;
  options.inference.learn_prior = mode.gauge != 0;
  options.inference.negative_groups = mode.groups;
  options.sampling.negatives = 20;
  options.sampling.subsample = 1;
  options.inference.xi = mode.xi;
  options.inference.prior_precision = tau;
  options.inference.dimension = dimension;
  options.inference.iterations = 4;
  options.inference.burn_in = 2;
  options.gibbs = {.sweeps = 4, .warm_up = 2};
  return options;
}

void expect_finite(const Model& model) {
  for (const Side side : {Side::target, Side::context}) {
    for (const float mean : model.means(side)) ASSERT_TRUE(std::isfinite(mean));
    for (const float variance : model.variances(side)) {
      ASSERT_TRUE(std::isfinite(variance) && variance > 0);
    }
  }
  for (const IterationRecord& record : model.iterations()) {
    ASSERT_TRUE(std::isfinite(record.relative_change) && std::isfinite(record.target_change) &&
                std::isfinite(record.context_change) &&
                std::isfinite(record.mean_loss.value_or(0)));
  }
  const Query query(model);
  for (const Answer& answer : query.neighbors(std::string(model.word(0)), 10)) {
    ASSERT_TRUE(std::isfinite(answer.score.value)) << answer.word;
  }
}

void expect_finite_numbers(const Mode& mode, const std::string& text, std::uint32_t dimension) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", text)}};
  // A precision of points, fewer than dimensions, has nothing but the prior in some directions: it
  // must not drown in the rounding of the others.
  const double widest = mode.method == Method::gibbs ? 1 : 1e-6;
  for (const double tau : {widest, 1.0, 1e6}) {
    SCOPED_TRACE(fmt::format("tau {}, m {}, text {}", tau, dimension, text.substr(0, 24)));
    expect_finite(train(input, extreme_options(mode, tau, dimension)).model);
  }
}

void expect_finite_numbers_from_two_words(const Mode& mode, std::uint32_t dimension) {
  for (const std::string& text : {degenerate_texts().at(0), degenerate_texts().at(2)}) {
    expect_finite_numbers(mode, text, dimension);
  }
}

class FiniteNumbers : public testing::TestWithParam<Mode> {};

TEST_P(FiniteNumbers, FromDegenerateTexts) {
  for (const std::string& text : degenerate_texts()) {
    for (const std::uint32_t dimension : {1U, 10U}) {
      expect_finite_numbers(GetParam(), text, dimension);
    }
  }
}

TEST_P(FiniteNumbers, FromExtremeOptions) {
  for (const std::uint32_t dimension : {1U, 70U}) {
    expect_finite_numbers(GetParam(), tests::planted_groups(100), dimension);
  }
}

TEST_P(FiniteNumbers, FromFarMoreDimensionsThanWords) {
  expect_finite_numbers_from_two_words(GetParam(), 128);
}

INSTANTIATE_TEST_SUITE_P(Modes, FiniteNumbers, testing::ValuesIn(modes()), name_of);

class NightlyFiniteNumbers : public testing::TestWithParam<Mode> {};

TEST_P(NightlyFiniteNumbers, FromFarMoreDimensionsThanWords) {
  expect_finite_numbers_from_two_words(GetParam(), 512);
}

INSTANTIATE_TEST_SUITE_P(Modes, NightlyFiniteNumbers, testing::ValuesIn(modes()), name_of);

/// A prior that is 0 as a float leaves nothing to invert for a word without pairs.
TEST(NumbersOutOfRange, AreReportedWithTheWord) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", "a b a b\nalone\n")}};
  for (const NegativeMode negatives : {NegativeMode::sampled, NegativeMode::expected}) {
    try {
      train(input, extreme_options({.negatives = negatives}, 1e-300, 3));
      ADD_FAILURE() << "nothing was thrown";
    } catch (const NumericalError& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("'alone'"), std::string::npos) << message;
      EXPECT_NE(message.find("try a larger prior-precision and "), std::string::npos) << message;
    }
  }
}

}  // namespace
}  // namespace bsg
