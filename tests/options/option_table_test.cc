#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bsg/error.h"
#include "bsg/options.h"

namespace bsg {
namespace {

using Values = std::vector<std::pair<const char*, const char*>>;

void expect_values(const TrainingOptions& options, const Values& values) {
  for (const auto& [name, value] : values) EXPECT_EQ(get_option(options, name), value) << name;
}

const Values kLeftAloneByRecipes{{"sets", "no"},
                                 {"tokenizer", "whitespace"},
                                 {"method", "bsg"},
                                 {"learning-rate", "0.025"},
                                 {"seed", "1"}};

TEST(OptionTable, DefaultsAreTheStandardRecipe) {
  const Values standard{{"recipe", "standard"},
                        {"dimension", "100"},
                        {"iterations", "20"},
                        {"window", "4"},
                        {"vocabulary-size", "30000"},
                        {"min-count", "1"},
                        {"subsample", "3e-05"},
                        {"negatives", "3"},
                        {"negative-mode", "expected"},
                        {"exclude-positives", "no"},
                        {"xi", "exact"},
                        {"negative-groups", "64"},
                        {"gauge", "0.6"},
                        {"subwords", "3-6"},
                        {"prior-precision", "10"},
                        {"context-prior-precision", "1"},
                        {"learn-prior", "no"},
                        {"burn-in", "5"},
                        {"decay", "0.7"},
                        {"tolerance", "0"}};
  TrainingOptions options;
  expect_values(options, standard);
  expect_values(options, kLeftAloneByRecipes);
  set_option(options, "recipe", "paper");
  set_option(options, "recipe", "standard");
  expect_values(options, standard);
}

TEST(OptionTable, ThePapersRecipeIsSection52) {
  TrainingOptions options;
  set_option(options, "recipe", "paper");
  expect_values(options, {{"recipe", "paper"},
                          {"dimension", "40"},
                          {"iterations", "40"},
                          {"window", "4"},
                          {"vocabulary-size", "30000"},
                          {"min-count", "1"},
                          {"subsample", "1e-05"},
                          {"negatives", "1"},
                          {"negative-mode", "sampled"},
                          {"exclude-positives", "yes"},
                          {"xi", "paper"},
                          {"negative-groups", "1"},
                          {"gauge", "0"},
                          {"subwords", "no"},
                          {"prior-precision", "1"},
                          {"context-prior-precision", "1"},
                          {"learn-prior", "no"},
                          {"burn-in", "10"},
                          {"decay", "0.7"},
                          {"tolerance", "0"}});
  expect_values(options, kLeftAloneByRecipes);
}

TEST(OptionTable, EveryOptionIsDescribedOnceAndTakesItsDefault) {
  std::set<std::string_view> names;
  for (const OptionDescription& option : option_table()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    EXPECT_FALSE(option.meaning.empty()) << option.name;
    EXPECT_FALSE(option.range.empty()) << option.name;
    TrainingOptions options;
    EXPECT_NO_THROW(set_option(options, option.name, option.default_value)) << option.name;
    EXPECT_EQ(get_option(options, option.name), option.default_value) << option.name;
  }
}

TEST(OptionTable, OnlyThreadsAndMemoryLeaveTheResultAlone) {
  const std::set<std::string_view> harmless{"threads", "memory", "scratch"};
  for (const OptionDescription& option : option_table()) {
    EXPECT_EQ(option.affects_result, !harmless.contains(option.name)) << option.name;
  }
}

TEST(SetOption, TakesValuesWithinTheRange) {
  TrainingOptions options;
  set_option(options, "dimension", "100");
  set_option(options, "subsample", "1e-3");
  set_option(options, "xi", "exact");
  set_option(options, "sets", "yes");
  set_option(options, "seed", "18446744073709551615");
  set_option(options, "decay", "1");
  EXPECT_EQ(options.inference.dimension, 100U);
  EXPECT_EQ(options.subsample(), 1e-3);
  EXPECT_EQ(options.inference.xi, Xi::exact);
  EXPECT_TRUE(options.corpus.sets);
  EXPECT_EQ(options.seed, 18446744073709551615U);
  EXPECT_EQ(options.inference.decay, 1);
}

struct BadValue {
  const char* name;
  const char* value;

  friend void PrintTo(const BadValue& bad, std::ostream* out) {
    *out << bad.name << ' ' << bad.value;
  }
};

class SetOptionRefuses : public ::testing::TestWithParam<BadValue> {};

TEST_P(SetOptionRefuses, AndNamesOptionAndValue) {
  TrainingOptions options;
  try {
    set_option(options, GetParam().name, GetParam().value);
    FAIL() << "accepted";
  } catch (const OptionError& error) {
    const std::string message = error.what();
    EXPECT_TRUE(message.starts_with(fmt::format("option {}: ", GetParam().name))) << message;
    EXPECT_NE(message.find(GetParam().value), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Values, SetOptionRefuses,
    ::testing::Values(
        BadValue{"dimension", "0"}, BadValue{"dimension", "-1"}, BadValue{"dimension", "4097"},
        BadValue{"dimension", "40x"}, BadValue{"dimension", ""}, BadValue{"dimension", "4.5"},
        BadValue{"iterations", "0"}, BadValue{"window", "0"}, BadValue{"window", "10001"},
        BadValue{"vocabulary-size", "1"}, BadValue{"min-count", "0"}, BadValue{"subsample", "0"},
        BadValue{"subsample", "-1e-5"}, BadValue{"subsample", "1.5"}, BadValue{"subsample", "nan"},
        BadValue{"negatives", "0"}, BadValue{"negatives", "1001"}, BadValue{"decay", "0.5"},
        BadValue{"decay", "1.01"}, BadValue{"decay", "inf"}, BadValue{"tolerance", "-1"},
        BadValue{"prior-precision", "0"}, BadValue{"prior-precision", "inf"},
        BadValue{"context-prior-precision", "-2"}, BadValue{"burn-in", "-1"},
        BadValue{"gauge", "-0.1"}, BadValue{"gauge", "2.1"}, BadValue{"gauge", "nan"},
        BadValue{"learn-prior", "maybe"}, BadValue{"xi", "tight"},
        BadValue{"exclude-positives", "maybe"}, BadValue{"tokenizer", "bpe"},
        BadValue{"recipe", "best"}, BadValue{"method", "glove"}, BadValue{"learning-rate", "0"},
        BadValue{"learning-rate", "1.5"}, BadValue{"learning-rate", "nan"},
        BadValue{"seed", "18446744073709551616"}, BadValue{"threads", "1025"},
        BadValue{"memory", "0"}, BadValue{"memory", ""}, BadValue{"memory", "G"},
        BadValue{"memory", "-1"}, BadValue{"memory", "6GB"}, BadValue{"memory", "1.5G"},
        BadValue{"memory", "Auto"}, BadValue{"memory", "16777216T"},
        BadValue{"memory", "18446744073709551616"}));

TEST(MemoryOption, TakesSizesAndGivesThemBack) {
  TrainingOptions options;
  const std::tuple<const char*, std::uint64_t, const char*> sizes[] = {
      {"6G", 6442450944U, "6G"},
      {"1536M", 1610612736U, "1536M"},
      {"2048m", 2147483648U, "2G"},
      {"1000000", 1000000U, "1000000"},
      {"16777215T", 18446742974197923840U, "16777215T"},
      {"1", 1U, "1"},
      {"auto", 0U, "auto"}};
  for (const auto& [text, bytes, shown] : sizes) {
    set_option(options, "memory", text);
    EXPECT_EQ(options.memory.budget, bytes) << text;
    EXPECT_EQ(get_option(options, "memory"), shown);
    set_option(options, "memory", shown);
    EXPECT_EQ(options.memory.budget, bytes) << text;
  }
}

TEST(MemoryOption, KeepsTheScratchFolderAsItIs) {
  TrainingOptions options;
  set_option(options, "scratch", "/a folder/of mine");
  EXPECT_EQ(options.memory.scratch, "/a folder/of mine");
  EXPECT_EQ(get_option(options, "scratch"), "/a folder/of mine");
}

TEST(SetOption, RefusesUnknownNames) {
  TrainingOptions options;
  EXPECT_THROW(set_option(options, "momentum", "0.1"), OptionError);
  EXPECT_THROW(static_cast<void>(get_option(options, "momentum")), OptionError);
}

TEST(SetOption, RecipeSetsWhatThePaperSpeaksOfAndLeavesTheRest) {
  TrainingOptions options;
  options.inference.dimension = 300;
  options.sampling.window = 9;
  options.corpus.sets = true;
  options.seed = 99;
  options.method = Method::skipgram;
  options.skipgram.learning_rate = 0.1;
  set_option(options, "recipe", "paper");
  EXPECT_EQ(options.inference.dimension, 40U);
  EXPECT_EQ(options.sampling.window, 4U);
  EXPECT_EQ(options.inference.xi, Xi::paper);
  EXPECT_TRUE(options.corpus.sets);
  EXPECT_EQ(options.seed, 99U);
  EXPECT_EQ(options.method, Method::skipgram);
  EXPECT_EQ(options.skipgram.learning_rate, 0.1);
}

TEST(TrainingOptions, UnsetValuesFollowTheOthers) {
  TrainingOptions options;
  EXPECT_EQ(options.subsample(), 3e-5);
  set_option(options, "recipe", "paper");
  EXPECT_EQ(options.subsample(), 1e-5);
  options.corpus.sets = true;
  EXPECT_EQ(options.subsample(), 1);
  options.sampling.subsample = 0.25;
  EXPECT_EQ(options.subsample(), 0.25);
  EXPECT_EQ(options.prior_precision(), 1);
  options.inference.prior_precision = 3;
  EXPECT_EQ(options.prior_precision(), 3);
  EXPECT_EQ(options.context_prior_precision(), 3);
  options.inference.context_prior_precision = 5;
  EXPECT_EQ(options.context_prior_precision(), 5);
}

TEST(TrainingOptions, PriorsOfTheStandardRecipeAreWeakerForSets) {
  TrainingOptions options;
  EXPECT_EQ(options.prior_precision(), 10);
  EXPECT_EQ(options.context_prior_precision(), 1);
  options.corpus.sets = true;
  EXPECT_EQ(options.prior_precision(), 1);
  EXPECT_EQ(options.context_prior_precision(), 1);
  options.inference.prior_precision = 3;
  EXPECT_EQ(options.prior_precision(), 3);
  EXPECT_EQ(options.context_prior_precision(), 1);
}

TEST(CheckOptions, FindsFieldsOutOfRange) {
  TrainingOptions options;
  EXPECT_NO_THROW(check_options(options));
  options.inference.decay = 0.2;
  EXPECT_THROW(check_options(options), OptionError);
  options = {};
  options.inference.dimension = 0;
  EXPECT_THROW(check_options(options), OptionError);
}

}  // namespace
}  // namespace bsg
