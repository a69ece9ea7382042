#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "paper_options.h"
#include "sampling/sampled_text.h"
#include "training/generated_text.h"
#include "training/learn_skipgram.h"
#include "training/planted_groups.h"

namespace bsg {
namespace {

using tests::bytes_of;
using tests::planted_groups;
using tests::recovered;
using tests::TemporaryFolder;

TrainingOptions small_options() {
  TrainingOptions options = tests::paper_options();
  options.method = Method::skipgram;
  options.inference.dimension = 10;
  options.inference.iterations = 14;
  options.sampling.subsample = 1e-2;
  options.sampling.negatives = 3;
  options.skipgram.learning_rate = 0.05;
  options.threads = 1;
  return options;
}

TEST(TrainSkipgram, OnOneThreadGivesTheSameBytesEachTime) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(1000))}};
  const std::string one = bytes_of(train(input, small_options()).model, folder);
  EXPECT_EQ(one, bytes_of(train(input, small_options()).model, folder));
  TrainingOptions other = small_options();
  other.seed = 2;
  EXPECT_NE(one, bytes_of(train(input, other).model, folder));
}

TEST(TrainSkipgram, NeighboursRecoverPlantedGroupsOnAnyNumberOfThreads) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(6000))}};
  for (const std::uint32_t threads : {1U, 2U}) {
    TrainingOptions options = small_options();
    options.threads = threads;
    const TrainingResult result = train(input, options);
    EXPECT_GE(recovered(result.model), 0.95) << threads << " threads";
    EXPECT_EQ(result.report.threads, threads);
  }
}

TEST(TrainSkipgram, BasketsRecoverPlantedGroups) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("baskets", planted_groups(6000))}};
  TrainingOptions options = small_options();
  options.corpus.sets = true;
  options.sampling.subsample.reset();
  const TrainingResult result = train(input, options);
  EXPECT_GE(recovered(result.model), 0.95);
  EXPECT_GT(result.report.largest_basket, 1U);
}

TEST(TrainSkipgram, LossFallsFromPassToPass) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(3000))}};
  const Model model = train(input, small_options()).model;
  const auto records = model.iterations();
  ASSERT_EQ(records.size(), 14U);
  EXPECT_GT(records.front().mean_loss.value(), records.back().mean_loss.value() + 0.1);
  EXPECT_NEAR(records.front().step, 0.05, 1e-12);
  EXPECT_NEAR(records.back().step, 0.05 / 14, 1e-12);
}

TEST(TrainSkipgram, MakesPointsAndRecordsOnlyItsOwnOptions) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(100))}};
  const Model model = train(input, small_options()).model;
  EXPECT_FALSE(model.has_variances());
  for (const OptionDescription& option : option_table()) {
    const bool set = !get_option(small_options(), option.name).empty();
    EXPECT_EQ(model.options().contains(std::string(option.name)),
              set && option.affects_result && option.belongs_to(Method::skipgram))
        << option.name;
  }
  EXPECT_EQ(model.options().at("method"), "skipgram");
  EXPECT_EQ(model.options().at("learning-rate"), "0.05");
  model.save(folder.path() / "model.bsg");
  const Model loaded = Model::load(folder.path() / "model.bsg");
  EXPECT_FALSE(loaded.has_variances());
  EXPECT_TRUE(std::ranges::equal(loaded.iterations(), model.iterations()));
}

/// |I_P| of one iteration, from nothing but its sampled text.
struct SampledSize {
  std::uint64_t tokens = 0;
  std::uint64_t pairs = 0;
};

SampledSize sampled_size(const tests::GeneratedText& text, const TrainingOptions& options,
                         std::uint32_t iteration) {
  const sampling::TextSampler sampler(text.corpus, text.vocabulary, options.sampling,
                                      options.subsample(), options.corpus.sets, options.seed);
  sampling::SampledText sampled;
  sampler.sample(iteration, sampled);
  SampledSize size{.tokens = sampled.size()};
  for (const sampling::Token& token : sampled)
    size.pairs += std::uint64_t{token.left} + token.right;
  return size;
}

TEST(LearnSkipgram, MakesAllPairsOfAllPassesThatOtherMethodsWouldMake) {
  for (const bool sets : {false, true}) {
    const tests::GeneratedText text =
        tests::generate_text({.words = 50, .sentences = 2000, .sets = sets});
    TrainingOptions options = small_options();
    options.corpus.sets = sets;
    const TrainingObserver observer;
    training::Run run(observer, options.inference.iterations);
    const ModelData data = training::learn_skipgram(text.vocabulary, text.corpus, options, run);
    ASSERT_EQ(data.iterations.size(), 14U);
    for (const IterationRecord& record : data.iterations) {
      const SampledSize expected = sampled_size(text, options, record.iteration);
      EXPECT_EQ(record.tokens, expected.tokens);
      EXPECT_EQ(record.positive_pairs, expected.pairs);
    }
  }
}

TEST(TrainSkipgram, HasTheSamePositivePairsAsDensities) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(2000))}};
  for (const std::uint32_t threads : {1U, 2U, 5U}) {
    TrainingOptions options = small_options();
    options.threads = threads;
    const Model points = train(input, options).model;
    options.method = Method::bsg;
    const Model densities = train(input, options).model;
    for (std::size_t k = 0; k < 14; ++k) {
      EXPECT_EQ(points.iterations()[k].tokens, densities.iterations()[k].tokens);
      EXPECT_EQ(points.iterations()[k].positive_pairs, densities.iterations()[k].positive_pairs);
    }
  }
}

TEST(TrainSkipgram, TellsItsStages) {
  const TemporaryFolder folder;
  std::vector<Stage> stages;
  std::vector<IterationRecord> records;
  TrainingObserver observer;
  observer.progress = [&](const Progress& progress) {
    if (stages.empty() || stages.back() != progress.stage) stages.push_back(progress.stage);
    if (progress.finished != nullptr) records.push_back(*progress.finished);
  };
  const TrainingInput input{.texts = {folder.write("text", planted_groups(100))}};
  TrainingOptions options = small_options();
  options.inference.iterations = 2;
  const TrainingResult result = train(input, options, observer);
  EXPECT_EQ(stages, (std::vector{Stage::counting, Stage::encoding, Stage::sampling, Stage::passes,
                                 Stage::sampling, Stage::passes}));
  EXPECT_TRUE(std::ranges::equal(records, result.model.iterations()));
  EXPECT_EQ(result.report.row_entries, 0U);
}

TEST(TrainSkipgram, StopsOnRequest) {
  const TemporaryFolder folder;
  std::stop_source source;
  TrainingObserver observer;
  observer.stop = source.get_token();
  observer.progress = [&](const Progress& progress) {
    if (progress.stage == Stage::passes && progress.iteration == 3) source.request_stop();
  };
  const TrainingInput input{.texts = {folder.write("text", planted_groups(100))}};
  EXPECT_THROW(train(input, small_options(), observer), Interrupted);
}

TEST(TrainSkipgram, RefusesATextWithoutPairs) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", "a\nb\na\n")}};
  EXPECT_THROW(train(input, small_options()), InputError);
}

TEST(TrainSkipgram, SaysThatStepsWereTooLong) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(300))}};
  TrainingOptions options = small_options();
  options.skipgram.learning_rate = 1;
  options.sampling.negatives = 1000;
  options.inference.iterations = 50;
  try {
    train(input, options);
    FAIL() << "no divergence";
  } catch (const NumericalError& error) {
    EXPECT_NE(std::string(error.what()).find("try a smaller learning-rate"), std::string::npos);
  }
}

}  // namespace
}  // namespace bsg
