#include "planning/memory_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>

#include "bsg/error.h"
#include "files/temporary_folder.h"
#include "options/method_settings.h"
#include "paper_options.h"
#include "small_vocabulary.h"

namespace bsg::planning {
namespace {

using tests::TemporaryFolder;

constexpr MemoryNeed kNeed{.program = 10,
                           .vocabulary = 20,
                           .text = 400,
                           .sample = 50,
                           .densities = 100,
                           .r = 30,
                           .precision = 1000,
                           .workspaces = 40,
                           .model = 60};
/// Of two threads, without a posterior that is kept.
MemoryNeed need_of(const TextSize& text, std::size_t words, const FeatureSize& features,
                   const TrainingOptions& options) {
  return memory_need(text, words, features, {.needed_at_end = options.inference.gauge != 0},
                     options, 2);
}

constexpr std::uint64_t kImmovable = 10 + 20 + 50 + 100 + 30 + 40;

struct PlanCase {
  std::uint64_t budget;
  std::uint64_t memory;
  std::uint64_t disk;
  bool text, targets, contexts;  ///< in files

  friend void PrintTo(const PlanCase& plan, std::ostream* out) { *out << "budget " << plan.budget; }
};

class PlanMemory : public ::testing::TestWithParam<PlanCase> {};

TEST_P(PlanMemory, KeepsInMemoryWhatFits) {
  const TemporaryFolder folder;
  const MemoryPlan plan =
      plan_memory(kNeed, {.budget = GetParam().budget, .scratch = folder.path().string()});
  EXPECT_EQ(plan.budget, GetParam().budget);
  EXPECT_EQ(plan.memory, GetParam().memory);
  EXPECT_EQ(plan.disk, GetParam().disk);
  EXPECT_EQ(plan.scratch, folder.path().string());
  EXPECT_EQ(place_of_text(plan, true).most_in_memory, GetParam().text ? 0 : UINT64_MAX);
  EXPECT_EQ(place_of_precision(plan, Side::target).has_value(), GetParam().targets);
  EXPECT_EQ(place_of_precision(plan, Side::context).has_value(), GetParam().contexts);
}

INSTANTIATE_TEST_SUITE_P(
    Budgets, PlanMemory,
    ::testing::Values(PlanCase{kImmovable, kImmovable, 2400, true, true, true},
                      PlanCase{kImmovable + 400, kImmovable + 400, 2000, false, true, true},
                      PlanCase{kImmovable + 1000, kImmovable + 1000, 1400, true, false, true},
                      PlanCase{kImmovable + 1400, kImmovable + 1400, 1000, false, false, true},
                      PlanCase{kImmovable + 2399, kImmovable + 2000, 400, true, false, false},
                      PlanCase{kImmovable + 2400, kImmovable + 2400, 0, false, false, false}));

TEST(PlanMemoryOnce, CountsTheModelWhereMakingItNeedsMore) {
  MemoryNeed need = kNeed;
  need.precision = 0;
  need.model = 1000;
  const MemoryPlan plan = plan_memory(need, {.budget = 100000, .scratch = "/"});
  EXPECT_EQ(plan.memory, 10U + 20 + 400 + 100 + 1000);
}

TEST(PlanMemoryOnce, LeavesATextInItsFile) {
  const MemoryPlan plan = plan_memory(kNeed, {.budget = 100000, .scratch = "/"}, true);
  EXPECT_EQ(plan.disk, 400U);
}

TEST(PlanMemoryOnce, LetsATextOfUnknownSizeGrowToAFile) {
  const MemoryPlan plan = plan_memory(kNeed, {.budget = kImmovable + 2600, .scratch = "/"});
  EXPECT_EQ(place_of_text(plan, false).most_in_memory, 400U + 100);
}

std::string refusal(const MemoryNeed& need, const MemoryOptions& options) {
  try {
    plan_memory(need, options);
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "accepted";
  return {};
}

TEST(PlanMemoryOnce, SaysWhatDoesNotFit) {
  MemoryNeed need = kNeed;
  need.densities = 3000000000;
  EXPECT_EQ(refusal(need, {.budget = 2000000000, .scratch = "/"}),
            "training needs 3.00 GB of memory with all in files that can be there, and memory "
            "allows 2.00 GB (the largest parts: densities 3.00 GB, model 60 B, an iteration's "
            "data 50 B); choose a smaller dimension or vocabulary-size, or a larger memory");
  EXPECT_THROW(plan_memory(need, {.budget = 2000000000, .scratch = "/"}), ResourceError);
  need.densities = std::uint64_t{1} << 60;
  EXPECT_NE(refusal(need, {}).find("this machine has"), std::string::npos);
}

TEST(PlanMemoryOnce, NamesGroupsOfNegativesWhereTheyAreALargePart) {
  MemoryNeed need = kNeed;
  need.densities = 3000000000;
  need.negatives = 900000000;
  const MemoryOptions options{.budget = 2000000000, .scratch = "/"};
  EXPECT_TRUE(refusal(need, options)
                  .ends_with("; choose a smaller dimension or vocabulary-size, or a larger memory"))
      << refusal(need, options);
  need.negatives = 1100000000;
  EXPECT_TRUE(refusal(need, options)
                  .ends_with("(the largest parts: densities 3.00 GB, expected negatives 1.10 GB, "
                             "model 60 B); choose a smaller dimension or vocabulary-size, fewer "
                             "negative-groups, or a larger memory"))
      << refusal(need, options);
}

TEST(PlanMemoryOnce, RefusesAFolderWithoutRoom) {
  const TemporaryFolder folder;
  MemoryNeed need = kNeed;
  need.precision = std::uint64_t{1} << 58;
  const std::string message = refusal(need, {.budget = 1000000, .scratch = folder.path().string()});
  EXPECT_NE(message.find("training needs 576460752.30 GB of scratch files in '" +
                         folder.path().string() + "', which has "),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("another folder with scratch"), std::string::npos);
  EXPECT_NE(message.find("or raise memory ("), std::string::npos);
  EXPECT_THROW(plan_memory(need, {.budget = 1000000, .scratch = folder / "none"}), FileError);
}

TEST(PlanMemoryOnce, CountsTwoCheckpoints) {
  const TemporaryFolder folder;
  MemoryNeed need = kNeed;
  need.checkpoint = 5000;
  const MemoryOptions options{.budget = 100000, .scratch = folder.path().string()};
  EXPECT_EQ(plan_memory(need, options).checkpoints, 0U);
  const MemoryPlan plan = plan_memory(need, options, false, {folder.path().string()});
  EXPECT_EQ(plan.checkpoints, 10000U);
  EXPECT_EQ(plan.checkpoint_folder, folder.path().string());
  EXPECT_EQ(plan.disk, 0U);

  need.checkpoint = std::uint64_t{1} << 58;
  try {
    plan_memory(need, options, false, {folder.path().string()});
    ADD_FAILURE() << "accepted";
  } catch (const ResourceError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("training needs 576460752.30 GB of disk for checkpoints in '" +
                           folder.path().string() + "' (two of 288230376.15 GB), which has "),
              std::string::npos)
        << message;
  }
  EXPECT_NO_THROW(plan_memory(need, options, false, {folder.path().string(), need.checkpoint * 2}));
  EXPECT_THROW(plan_memory(need, options, false, {folder / "none"}), FileError);
}

TEST(PlanMemoryOnce, CountsTheKeptPosteriorBesideWhatSharesItsDisk) {
  const TemporaryFolder folder;
  const std::string here = folder.path().string();
  MemoryNeed need = kNeed;
  need.posterior = 7000;
  const MemoryOptions options{.budget = 100000, .scratch = here};
  EXPECT_EQ(plan_memory(need, options).posterior, 0U);
  EXPECT_EQ(plan_memory(need, options, false, {.posterior = here}).posterior, 7000U);

  need.posterior = std::uint64_t{1} << 57;
  need.checkpoint = std::uint64_t{1} << 56;
  try {
    plan_memory(need, options, false,
                {.checkpoints = here, .checkpoints_held = need.checkpoint * 2, .posterior = here});
    ADD_FAILURE() << "accepted";
  } catch (const ResourceError& error) {
    const std::string message = error.what();
    EXPECT_NE(
        message.find("the posterior takes 144115188.08 GB of disk in '" + here + "', which has "),
        std::string::npos)
        << message;
  }
  need.posterior = 7000;
  EXPECT_NO_THROW(plan_memory(
      need, options, false,
      {.checkpoints = here, .checkpoints_held = need.checkpoint * 2, .posterior = here}));
}

TEST(PlanMemoryOnce, KeepingThePosteriorKeepsItsPrecisionsWhileTheModelIsMade) {
  MemoryNeed need = kNeed;
  need.base = 500;
  const MemoryOptions options{.budget = 100000, .scratch = "/"};
  need.model = 5000;
  const std::uint64_t making = 10 + 20 + 100 + 500 + 5000 + 400;
  EXPECT_EQ(plan_memory(need, options).memory, making);
  need.keeps_posterior = true;
  EXPECT_EQ(plan_memory(need, options).memory, making + 30 + 2000);
}

TEST(MemoryNeedOf, CountsTheFileOfTheKeptPosterior) {
  const TrainingOptions options;
  const TextSize text{.tokens = 5000, .sentences = 200, .kept = 1000, .positive_pairs = 5000};
  const FeatureSize spelled{.features = 7000, .bytes = 300000};
  const auto need = [&](const FeatureSize& features, bool kept) {
    return memory_need(text, 1000, features, {.needed_at_end = true, .kept = kept}, options, 2);
  };
  EXPECT_EQ(need({}, false).posterior, 0U);
  EXPECT_GE(need({}, true).posterior, 4U * (2 * 1000 * (5050 + 100) + 2 * 100 * 100));
  EXPECT_LE(need({}, true).posterior, 4U * (2 * 1000 * (5050 + 100) + 2 * 100 * 100) + 100000);
  EXPECT_EQ(need(spelled, true).posterior, need({}, true).posterior + 4U * 1000 * 101);
  EXPECT_EQ(need(spelled, true).checkpoint, need(spelled, false).checkpoint + 4U * 1000 * 100);
}

TEST(MemoryNeedOf, GrowsAsDocumented) {
  TrainingOptions options = tests::paper_options();
  options.inference.dimension = 100;
  options.vocabulary.size = 10000;
  const TextSize text{
      .tokens = 5000000, .sentences = 200000, .kept = 1000000, .positive_pairs = 5000000};
  const MemoryNeed need = need_of(text, 10000, {}, options);
  EXPECT_EQ(need.text, 4U * 5000000 + 8 * 200001);
  EXPECT_EQ(need.precision, 4U * 10000 * 5050);
  EXPECT_EQ(need.r, 2U * 4 * 10000 * 100);
  EXPECT_EQ(need.densities, 4U * 4 * 10000 * 112);
  EXPECT_GE(need.checkpoint, 4U * 10000 * (6 * 100 + 2 * 5050));
  EXPECT_LE(need.checkpoint, 4U * 10000 * (6 * 100 + 2 * 5050) + 100000);
  EXPECT_GE(need.sample, 12U * 1000000 + 8 * 5000000);
  EXPECT_LE(need.sample, 16U * 1000000 + 9 * 5000000 + 40000000);

  options.sampling.negative_mode = NegativeMode::expected;
  EXPECT_LE(need_of(text, 10000, {}, options).sample, need.sample - 8 * 5000000);
  options.inference.burn_in = options.inference.iterations;
  EXPECT_EQ(need_of(text, 10000, {}, options).precision, 0U);
  options.inference.burn_in = options.inference.iterations - 1;
  EXPECT_EQ(need_of(text, 10000, {}, options).precision, 0U);
  options.method = Method::skipgram;
  const MemoryNeed points = need_of(text, 10000, {}, options);
  EXPECT_EQ(points.r + points.precision, 0U);
  EXPECT_EQ(points.densities, 2U * 4 * 10000 * 112);
}

TEST(MemoryNeedOf, CountsTheMomentsAndDrawsOfAChain) {
  TrainingOptions options;
  options.method = Method::gibbs;
  options.gibbs = {.sweeps = 1000, .warm_up = 200, .thinning = 30};
  options = options::method_settings(options);
  const TextSize text{.tokens = 5000, .sentences = 200, .kept = 1000, .positive_pairs = 5000};
  const MemoryNeed need = need_of(text, 1000, {}, options);
  EXPECT_EQ(need.draws, 4U * 4 * 1000 * 112);
  EXPECT_EQ(need.precision + need.negatives, 0U);
  const MemoryNeed kept = memory_need(text, 1000, {}, {.draws = true}, options, 1);
  EXPECT_EQ(kept.draws, need.draws + 33U * 2 * 4 * 1000 * 100);
  EXPECT_EQ(kept.checkpoint, need.checkpoint + 33U * 2 * 4 * 1000 * 100);
  EXPECT_GT(plan_memory(kept, {}).memory, kept.draws + kept.densities);
}

TEST(MemoryNeedOf, CountsWhatCalibrationKeeps) {
  TrainingOptions calibrated, plain;
  plain.inference.calibrate = Calibrate::no;
  const TextSize text{.tokens = 5000, .sentences = 200, .kept = 1000, .positive_pairs = 5000};
  for (const auto& [words, measured] : {std::pair{1000U, 1000U}, {6400U, 6400U}, {90000U, 6400U}}) {
    const MemoryNeed with = need_of(text, words, {}, calibrated);
    const MemoryNeed without = need_of(text, words, {}, plain);
    // Means of halfway, sums, moves and their variances, and moves in the axes of the model.
    EXPECT_GE(with.workspaces, without.workspaces + std::uint64_t{5} * 4 * 100 * measured);
    EXPECT_LE(with.workspaces,
              without.workspaces + std::uint64_t{7} * 4 * 100 * measured + 8 * words);
    EXPECT_EQ(with.checkpoint, without.checkpoint + std::uint64_t{4} * 100 * measured);
  }
}

TEST(MemoryNeedOf, CountsFeaturesAndWordsThatHaveTagsAlone) {
  const TrainingOptions options;
  const TextSize text{.tokens = 5000, .sentences = 200, .kept = 1000, .positive_pairs = 5000};
  const MemoryNeed plain = need_of(text, 1000, {}, options);
  EXPECT_EQ(plain.features, 0U);
  const FeatureSize spelled{.features = 7000, .bytes = 300000};
  const MemoryNeed features = need_of(text, 1000, spelled, options);
  // w, its residual and two directions, and the means of two iterations.
  EXPECT_GE(features.features, 300000U + 4U * 100 * (4 * 7000 + 2 * 1000));
  EXPECT_EQ(features.checkpoint, plain.checkpoint + 4U * (7000 * 100 + 1000));
  FeatureSize tagged = spelled;
  tagged.cold_words = 500000;
  EXPECT_GE(need_of(text, 1000, tagged, options).model, features.model + 2U * 4 * 4 * 100 * 500000);
}

TEST(TextSizeOf, BasketsAreEstimatedFromTheMeanAndMeasuredOneByOne) {
  const corpus::Vocabulary vocabulary = tests::vocabulary_with_counts({4, 3, 2, 1});
  TrainingOptions options = tests::paper_options();
  options.corpus.sets = true;
  EXPECT_EQ(estimate_text(vocabulary, vocabulary.total(), 5, options).positive_pairs, 10.0 * 2);
  corpus::EncodedCorpus text;
  for (const std::uint32_t id : {0, 1, 2, 3, 0, 1, 2, 0, 1, 0}) text.ids.push_back(id);
  for (const std::uint64_t end : {4, 7, 9, 10}) text.sentences.push_back(end);
  const TextSize size = measure_text(text, vocabulary, options);
  EXPECT_EQ(size.tokens, 10U);
  EXPECT_EQ(size.sentences, 4U);
  EXPECT_EQ(size.kept, 10);
  EXPECT_EQ(size.positive_pairs, 12 + 6 + 2);
}

TEST(TextSizeOf, SubsamplingIsExpectedByWord) {
  const corpus::Vocabulary vocabulary = tests::vocabulary_with_counts({900, 100});
  TrainingOptions options = tests::paper_options();
  options.sampling.subsample = 0.09;
  options.sampling.window = 4;
  const TextSize size = estimate_text(vocabulary, vocabulary.total(), 10, options);
  const double kept = 900 * std::sqrt(0.1) + 100 * std::sqrt(0.9);
  EXPECT_NEAR(size.kept, kept, 1e-3);
  EXPECT_NEAR(size.positive_pairs, 5 * kept, 1e-2);
}

}  // namespace
}  // namespace bsg::planning
