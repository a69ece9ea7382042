#include "bsg/advice.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "training/planted_groups.h"

namespace bsg {
namespace {

using tests::planted_groups;
using tests::TemporaryFolder;

TrainingOptions small_options() {
  TrainingOptions options;
  options.inference.dimension = 4;
  options.inference.iterations = 4;
  options.sampling.subsample = 1;
  return options;
}

/// Lines of two words that are seen once, and a word alone: fewer pairs than words.
std::string seldom_words() {
  std::string text = "alone\n";
  for (int i = 0; i < 60; ++i) text += fmt::format("a{} b{}\n", i, i);
  return text;
}

std::vector<Advice> advice_on(const std::string& text, const TrainingOptions& options) {
  const TemporaryFolder folder;
  return train({.texts = {folder.write("text", text)}}, options).report.advice;
}

TEST(AdviceOnTraining, IsNoneWhereThereIsEnoughToLearnFrom) {
  EXPECT_TRUE(advice_on(planted_groups(300), small_options()).empty());
}

TEST(AdviceOnTraining, WhereAllIsKeptAsksForMoreData) {
  TrainingOptions options = small_options();
  options.corpus.sets = true;
  const std::vector<Advice> all = advice_on(seldom_words(), options);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].kind, AdviceKind::few_pairs);
  EXPECT_TRUE(all[0].warning);
  EXPECT_EQ(all[0].measured, 120);
  EXPECT_EQ(all[0].limit, 121);
  EXPECT_EQ(all[0].suggestions, (std::vector<Suggestion>{{Remedy::more_data}}));
  EXPECT_EQ(all[0].wording.python, all[0].wording.command_line);
}

TEST(AdviceOnTraining, SuggestsAnOptionThatSetOptionTakes) {
  TrainingOptions options = small_options();
  options.sampling.subsample = 9e-4;
  const std::vector<Advice> all = advice_on(seldom_words(), options);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].kind, AdviceKind::few_pairs);
  EXPECT_EQ(all[0].suggestions,
            (std::vector<Suggestion>{{Remedy::set_option, "subsample", "1e-3"}}));
  EXPECT_NO_THROW(set_option(options, all[0].suggestions[0].option, all[0].suggestions[0].value));
  EXPECT_TRUE(all[0].wording.library.ends_with("; subsample 1e-3 keeps more of a small text"));
  EXPECT_TRUE(
      all[0].wording.command_line.ends_with("; --subsample 1e-3 keeps more of a small text"));
  EXPECT_TRUE(all[0].wording.python.ends_with("; subsample=1e-3 keeps more of a small text"));
}

TEST(AdviceOnTraining, NamesThePriorThatOutweighsTheData) {
  TrainingOptions options = small_options();
  options.inference.prior_precision = 1e4;
  const std::vector<Advice> all = advice_on("a b c\na b c\na b c\n", options);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].kind, AdviceKind::prior_alone);
  EXPECT_LT(all[0].measured, all[0].limit);
  EXPECT_EQ(all[0].suggestions,
            (std::vector<Suggestion>{{Remedy::more_data},
                                     {Remedy::lower_option, "prior-precision", "10000"}}));
  EXPECT_TRUE(all[0].wording.python.ends_with(", or choose a prior_precision below 10000"));
}

TEST(AdviceOnTraining, NamesLargeBaskets) {
  std::string baskets;
  for (int i = 0; i < 1200; ++i) baskets += fmt::format("i{} ", i);
  for (int i = 0; i < 40; ++i) baskets += "\ni1 i2";
  TrainingOptions options = small_options();
  options.corpus.sets = true;
  options.sampling.basket_weight = BasketWeight::pairs;
  const std::vector<Advice> all = advice_on(baskets, options);
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all[0].kind, AdviceKind::dominating_baskets);
  EXPECT_GT(all[0].measured, 0.99);
  EXPECT_EQ(all[0].limit, 0.5);
  EXPECT_EQ(all[0].suggestions, (std::vector<Suggestion>{{Remedy::divide_baskets}}));
  EXPECT_NE(all[0].wording.library.find("100 % of all pairs (the largest has 1,200 items)"),
            std::string::npos)
      << all[0].wording.library;
}

/// A basket's pairs then weigh as many units as it has items.
TEST(AdviceOnTraining, TakesNoBasketForLargeThatWeighsNoMoreThanTheOthers) {
  std::string baskets;
  for (int i = 0; i < 60; ++i) baskets += fmt::format("i{} ", i);
  for (int i = 0; i < 40; ++i) baskets += "\ni1 i2";
  TrainingOptions options = small_options();
  options.corpus.sets = true;
  const auto names_large_baskets = [&](BasketWeight each) {
    options.sampling.basket_weight = each;
    return std::ranges::count(advice_on(baskets, options), AdviceKind::dominating_baskets,
                              &Advice::kind) > 0;
  };
  EXPECT_TRUE(names_large_baskets(BasketWeight::pairs));   // 3540 pairs of 3620
  EXPECT_FALSE(names_large_baskets(BasketWeight::items));  // 60 units of 140
}

TEST(AdviceOnTraining, NotesThatThreadsOfSkipgramRace) {
  TrainingOptions options = small_options();
  options.method = Method::skipgram;
  options.threads = 1;
  EXPECT_TRUE(advice_on(planted_groups(300), options).empty());
  options.threads = 2;
  const std::vector<Advice> all = advice_on(planted_groups(300), options);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].kind, AdviceKind::differing_runs);
  EXPECT_FALSE(all[0].warning);
  EXPECT_EQ(all[0].suggestions, (std::vector<Suggestion>{{Remedy::set_option, "threads", "1"}}));
  EXPECT_EQ(all[0].wording.python,
            "on several threads another run of method='skipgram' will differ a little; threads=1 "
            "gives the same model each time");
}

}  // namespace
}  // namespace bsg
