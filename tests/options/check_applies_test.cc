#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "bsg/error.h"
#include "bsg/options.h"

namespace bsg {
namespace {

TrainingOptions with(Method method) {
  TrainingOptions options;
  options.method = method;
  return options;
}

/// What check_applies() says; empty if the option applies.
std::string refusal(const TrainingOptions& options, std::string_view name) {
  try {
    check_applies(options, name);
    return {};
  } catch (const OptionError& error) {
    return error.what();
  }
}

TEST(CheckApplies, KnowsTheOptionsOfEachMethod) {
  const std::set<std::string_view> densities_only{"negative-mode",   "exclude-positives",
                                                  "burn-in",         "decay",
                                                  "tolerance",       "xi",
                                                  "prior-precision", "context-prior-precision",
                                                  "learn-prior",     "gauge",
                                                  "negative-groups", "subwords"};
  for (const OptionDescription& option : option_table()) {
    const bool bsg = option.name != "learning-rate";
    const bool skipgram = !densities_only.contains(option.name);
    EXPECT_EQ(option.belongs_to(Method::bsg), bsg) << option.name;
    EXPECT_EQ(option.belongs_to(Method::skipgram), skipgram) << option.name;
    EXPECT_EQ(refusal(with(Method::bsg), option.name).empty(), bsg) << option.name;
    EXPECT_EQ(refusal(with(Method::skipgram), option.name).empty(), skipgram) << option.name;
  }
}

TEST(CheckApplies, NamesTheOptionAndItsMethod) {
  EXPECT_EQ(refusal(with(Method::skipgram), "xi"),
            "option xi belongs to method bsg; leave it out or change the method");
  EXPECT_EQ(refusal(with(Method::bsg), "learning-rate"),
            "option learning-rate belongs to method skipgram; leave it out or change the method");
}

TEST(CheckApplies, RefusesUnknownNames) {
  EXPECT_EQ(refusal({}, "momentum"), "there is no option momentum");
}

TEST(CheckApplies, NamesBothOptionsWhereOneLeavesTheOtherNoEffect) {
  TrainingOptions options;
  set_option(options, "sets", "yes");
  EXPECT_EQ(refusal(options, "window"),
            "option window has no effect with sets; leave out one of them");
  EXPECT_EQ(refusal(options, "negative-groups"), "");
  set_option(options, "negative-mode", "sampled");
  EXPECT_EQ(refusal(options, "negative-groups"),
            "option negative-groups has no effect with negative-mode sampled; leave it out or "
            "change negative-mode");
}

TEST(CheckApplies, WindowsOfSkipgramAreNotUsedWithSetsEither) {
  TrainingOptions options = with(Method::skipgram);
  EXPECT_EQ(refusal(options, "window"), "");
  options.corpus.sets = true;
  EXPECT_NE(refusal(options, "window"), "");
}

TEST(CheckApplies, TakesEveryOptionThatIsIdleOnlyWithTheSettingThatTheTableNames) {
  for (const OptionDescription& option : option_table()) {
    TrainingOptions options;
    if (option.method) options.method = *option.method;
    EXPECT_EQ(refusal(options, option.name), "") << option.name;
    if (!option.idle_with) continue;
    set_option(options, option.idle_with->name, option.idle_with->value);
    EXPECT_NE(refusal(options, option.name), "") << option.name;
    EXPECT_EQ(refusal(options, option.idle_with->name), "") << option.name;
  }
}

TEST(CheckApplies, WhatARecipeSetsMayLieIdle) {
  TrainingOptions options;
  set_option(options, "recipe", "paper");
  EXPECT_EQ(get_option(options, "negative-mode"), "sampled");
  EXPECT_EQ(get_option(options, "negative-groups"), "1");
  EXPECT_NO_THROW(check_options(options));
  EXPECT_EQ(refusal(options, "recipe"), "");
}

}  // namespace
}  // namespace bsg
