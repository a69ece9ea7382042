#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>

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

/// With a setting of the other option that does not leave this one idle, as the default may do.
TrainingOptions in_effect(TrainingOptions options, const OptionDescription& option) {
  if (!option.idle_with) return options;
  const auto& [other, value] = *option.idle_with;
  if (get_option(options, other) != value) return options;
  set_option(options, other, other == "input-format" ? "csv" : "yes");
  return options;
}

TEST(CheckApplies, KnowsTheOptionsOfEachMethod) {
  const std::set<std::string_view> densities_only{"negative-mode",   "exclude-positives",
                                                  "burn-in",         "decay",
                                                  "tolerance",       "xi",
                                                  "prior-precision", "context-prior-precision",
                                                  "learn-prior",     "gauge",
                                                  "negative-groups", "subwords",
                                                  "calibrate",       "users",
                                                  "weight-column",   "basket-weight",
                                                  "pair-weight"};
  const std::set<std::string_view> of_gibbs_too{"exclude-positives", "prior-precision",
                                                "context-prior-precision"};
  const std::set<std::string_view> gibbs_only{"sweeps", "warm-up", "thinning"};
  for (const OptionDescription& option : option_table()) {
    const auto in_use = [&](Method method) { return in_effect(with(method), option); };
    const bool densities = densities_only.contains(option.name);
    const bool drawn = gibbs_only.contains(option.name), steps = option.name == "learning-rate";
    const bool both = of_gibbs_too.contains(option.name);
    for (const auto& [method, expected] : {std::pair{Method::bsg, !drawn && !steps},
                                           {Method::skipgram, !drawn && !densities},
                                           {Method::gibbs, !steps && (!densities || both)}}) {
      EXPECT_EQ(option.belongs_to(method), expected) << option.name;
      EXPECT_EQ(refusal(in_use(method), option.name).empty(), expected) << option.name;
    }
  }
}

TEST(CheckApplies, NamesTheOptionAndItsMethod) {
  EXPECT_EQ(refusal(with(Method::skipgram), "xi"),
            "option xi belongs to method bsg; leave it out or change the method");
  EXPECT_EQ(refusal(with(Method::bsg), "learning-rate"),
            "option learning-rate belongs to method skipgram; leave it out or change the method");
  EXPECT_EQ(refusal(with(Method::gibbs), "gauge"),
            "option gauge belongs to method bsg; leave it out or change the method");
  EXPECT_EQ(refusal(with(Method::skipgram), "prior-precision"),
            "option prior-precision belongs to method bsg or method gibbs; leave it out or change "
            "the method");
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
  EXPECT_EQ(refusal({}, "basket-weight"),
            "option basket-weight has no effect without sets; give both, or leave it out");
  EXPECT_EQ(refusal({}, "user-column"),
            "option user-column has no effect with input-format lines; leave it out or change "
            "input-format");
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
    if (!option.methods.empty()) options.method = option.methods.front();
    options = in_effect(options, option);
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
