#include "bsg/train.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bsg/error.h"
#include "bsg/query.h"
#include "bsg/threads.h"
#include "files/temporary_folder.h"
#include "paper_options.h"
#include "training/planted_groups.h"

namespace bsg {
namespace {

using tests::bytes_of;
using tests::planted_groups;
using tests::recovered;
using tests::TemporaryFolder;

TrainingOptions small_options() {
  TrainingOptions options = tests::paper_options();
  options.inference.dimension = 10;
  options.inference.iterations = 14;
  options.inference.burn_in = 6;
  options.sampling.subsample = 1e-2;
  return options;
}

TEST(Train, GivesTheSameBytesOnAnyNumberOfThreads) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(3000))}};
  for (const NegativeMode mode : {NegativeMode::sampled, NegativeMode::expected}) {
    TrainingOptions options = small_options();
    options.sampling.negative_mode = mode;
    options.inference.negative_groups = 8;
    options.threads = 1;
    const std::string one = bytes_of(train(input, options).model, folder);
    for (const std::uint32_t threads : {2U, 3U, 7U}) {
      options.threads = threads;
      EXPECT_EQ(one, bytes_of(train(input, options).model, folder)) << threads << " threads";
    }
  }
}

TEST(Train, GivesTheSameBytesForOneFileOrItsLinesInSeveral) {
  const TemporaryFolder folder;
  const std::string text = planted_groups(1000);
  const std::size_t cut = text.find('\n', text.size() / 3) + 1;
  const TrainingInput whole{.texts = {folder.write("whole", text)}};
  const TrainingInput parts{.texts = {folder.write("part1", text.substr(0, cut)),
                                      folder.write("part2", text.substr(cut))}};
  EXPECT_EQ(bytes_of(train(whole, small_options()).model, folder),
            bytes_of(train(parts, small_options()).model, folder));
}

/// The lines of a text, for training without a file.
std::shared_ptr<const Sentences> sentences_of(const std::string& text) {
  auto sentences = std::make_shared<Sentences>();
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream tokens(line);
    std::vector<std::string> words{std::istream_iterator<std::string>(tokens), {}};
    sentences->add(std::vector<std::string_view>(words.begin(), words.end()));
  }
  return sentences;
}

TEST(Train, GivesTheSameBytesForAFileOrItsSentencesInMemory) {
  const TemporaryFolder folder;
  const std::string text = planted_groups(1000);
  for (const bool sets : {false, true}) {
    TrainingOptions options = small_options();
    options.corpus.sets = sets;
    EXPECT_EQ(bytes_of(train({.texts = {folder.write("text", text)}}, options).model, folder),
              bytes_of(train({.sentences = sentences_of(text)}, options).model, folder));
  }
}

TEST(Train, RefusesTextsAndSentencesAtOnce) {
  const TemporaryFolder folder;
  const TrainingInput both{.texts = {folder.write("text", "a b\n")},
                           .sentences = sentences_of("a b\n")};
  EXPECT_THROW(train(both, small_options()), InputError);
}

TEST(Train, GoesOnAfterItsThreadsWereReleased) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(300))}};
  const std::string before = bytes_of(train(input, small_options()).model, folder);
  EXPECT_TRUE(release_threads());
  EXPECT_EQ(before, bytes_of(train(input, small_options()).model, folder));
}

TEST(Train, DependsOnTheSeed) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(300))}};
  TrainingOptions options = small_options();
  const Model one = train(input, options).model;
  options.seed = 2;
  const Model other = train(input, options).model;
  EXPECT_NE(one.mean(Side::target, 0)[0], other.mean(Side::target, 0)[0]);
}

TEST(Train, NeighboursRecoverPlantedGroups) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(6000))}};
  for (const Xi xi : {Xi::paper, Xi::exact}) {
    TrainingOptions options = small_options();
    options.inference.xi = xi;
    EXPECT_GE(recovered(train(input, options).model), 0.95);
  }
}

TEST(Train, ExpectedNegativesRecoverPlantedGroups) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(3000))}};
  TrainingOptions options = small_options();
  options.sampling.negative_mode = NegativeMode::expected;
  for (const bool exclude : {false, true}) {
    options.sampling.exclude_positives = exclude;
    EXPECT_GT(recovered(train(input, options).model), 0.9) << exclude;
  }
}

TEST(Train, BasketsRecoverPlantedGroups) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("baskets", planted_groups(6000))}};
  TrainingOptions options = small_options();
  options.corpus.sets = true;
  options.sampling.subsample.reset();
  const TrainingResult result = train(input, options);
  EXPECT_GE(recovered(result.model), 0.95);
  EXPECT_LE(result.report.largest_basket, 7U);
  EXPECT_GT(result.report.largest_baskets_share, 0);
  EXPECT_EQ(result.model.options().at("subsample"), "1");
}

TEST(Train, RareWordsAreLessCertainThanFrequentOnes) {
  const TemporaryFolder folder;
  std::string text = planted_groups(4000);
  for (int n = 0; n < 3; ++n) text += "g1w1 seldom g1w2\n";
  const Model model = train({.texts = {folder.write("text", text)}}, small_options()).model;
  const auto total = [&model](const char* word) {
    double sum = 0;
    for (const float v : model.variance(Side::target, model.id(word))) sum += double{v};
    return sum;
  };
  EXPECT_GT(total("seldom"), 3 * total("g1w1"));
}

TEST(Train, ReportsWhatItMet) {
  const TemporaryFolder folder;
  std::vector<Stage> stages;
  std::vector<IterationRecord> records;
  TrainingObserver observer;
  observer.progress = [&](const Progress& progress) {
    if (stages.empty() || stages.back() != progress.stage) stages.push_back(progress.stage);
    if (progress.finished != nullptr) records.push_back(*progress.finished);
  };
  TrainingOptions options = small_options();
  options.vocabulary.min_count = 2;
  options.inference.iterations = 3;
  const TrainingInput input{.texts = {folder.write("text", "a b c\n\na b a\xFF\nb a once a\n")}};
  const TrainingResult result = train(input, options, observer);
  EXPECT_EQ(result.report.tokens, 10U);
  EXPECT_EQ(result.report.vocabulary_tokens, 7U);
  EXPECT_EQ(result.report.distinct_words, 5U);
  EXPECT_EQ(result.report.sentences, 3U);
  EXPECT_EQ(result.report.invalid_utf8_sequences, 1U);
  EXPECT_EQ(result.model.size(), 2U);
  EXPECT_EQ(result.model.count(0), 4U);
  ASSERT_EQ(records.size(), 3U);
  EXPECT_TRUE(std::ranges::equal(records, result.model.iterations()));
  EXPECT_EQ((std::vector(stages.begin(), stages.begin() + 5)),
            (std::vector{Stage::counting, Stage::encoding, Stage::sampling, Stage::targets,
                         Stage::contexts}));
}

/// Names of columns have no value where there is no table.
TEST(Train, RecordsEveryOptionThatAffectsTheResult) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(50))}};
  TrainingOptions options = small_options();
  options.threads = 2;
  const Model model = train(input, options).model;
  for (const OptionDescription& option : option_table()) {
    const bool has_value = !get_option(options, option.name).empty();
    EXPECT_EQ(model.options().contains(std::string(option.name)),
              option.affects_result && option.belongs_to(Method::bsg) && has_value)
        << option.name;
  }
  EXPECT_EQ(model.options().at("dimension"), "10");
  EXPECT_EQ(model.options().at("subsample"), "0.01");
  EXPECT_EQ(model.options().at("input-format"), "lines");
}

TEST(Train, AVocabularyWithCountsIsUsedAsItIs) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(200))},
                            .vocabulary = folder.write("words", "g0w0\t5\ng0w1\t70\nabsent\t6\n")};
  const Model model = train(input, small_options()).model;
  ASSERT_EQ(model.size(), 3U);
  EXPECT_EQ(model.word(0), "g0w1");
  EXPECT_EQ(model.count(0), 70U);
  EXPECT_EQ(model.word(1), "absent");
  EXPECT_EQ(model.options().at("vocabulary"), "given");
  for (const float mean : model.mean(Side::target, 1)) EXPECT_EQ(mean, 0);
}

TEST(Train, AListOfWordsIsCountedInTheTexts) {
  const TemporaryFolder folder;
  const std::string saved = (folder.path() / "saved").string();
  const TrainingInput input{.texts = {folder.write("text", "b a b\nb c\n")},
                            .vocabulary = folder.write("words", "absent\na\nb\n"),
                            .save_vocabulary = saved};
  TrainingOptions options = small_options();
  options.sampling.subsample = 1;
  const Model model = train(input, options).model;
  ASSERT_EQ(model.size(), 3U);
  EXPECT_EQ(model.word(0), "b");
  EXPECT_EQ(model.count(0), 3U);
  EXPECT_EQ(model.count(2), 0U);
  // What was saved gives the same model again.
  const TrainingInput again{.texts = input.texts, .vocabulary = saved};
  EXPECT_EQ(bytes_of(model, folder), bytes_of(train(again, options).model, folder));
}

TEST(Train, StopsEarlyByTheTolerance) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(100))}};
  TrainingOptions options = small_options();
  options.inference.tolerance = 1e9;
  const TrainingResult result = train(input, options);
  EXPECT_TRUE(result.report.converged);
  EXPECT_EQ(result.model.iterations().size(), 2U);  // never in the first
}

TEST(Train, StopsWhenAskedTo) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(1000))}};
  std::stop_source stop;
  TrainingObserver observer;
  observer.stop = stop.get_token();
  observer.progress = [&](const Progress& progress) {
    if (progress.iteration == 3) stop.request_stop();
  };
  EXPECT_THROW(train(input, small_options(), observer), Interrupted);
}

TEST(Train, RefusesWhatCannotBeTrained) {
  const TemporaryFolder folder;
  const TrainingOptions options = small_options();
  EXPECT_THROW(train({}, options), InputError);
  EXPECT_THROW(train({.texts = {"/missing/text"}}, options), FileError);
  EXPECT_THROW(train({.texts = {folder.write("empty", "")}}, options), InputError);
  EXPECT_THROW(train({.texts = {folder.write("one", "word word word\n")}}, options), InputError);
  EXPECT_THROW(train({.texts = {folder.write("text", "a b\n")},
                      .vocabulary = folder.write("words", "x\t1\ny\t2\n")},
                     options),
               InputError);
  EXPECT_THROW(train({.texts = {folder.write("lonely", "a\nb\na\nb\n")}}, options), InputError);
  TrainingOptions bad = options;
  bad.inference.decay = 2;
  EXPECT_THROW(train({.texts = {folder.write("text", "a b\n")}}, bad), OptionError);
}

TEST(Train, WordsWithoutPairsFallBackToTheirPrior) {
  const TemporaryFolder folder;
  TrainingOptions options = small_options();
  options.inference.prior_precision = 4;
  options.inference.iterations = 2;
  options.inference.burn_in = 2;
  options.sampling.subsample = 1;
  const TrainingInput input{.texts = {folder.write("text", "a b a b\nalone\n")}};
  const Model model = train(input, options).model;
  const WordId alone = model.id("alone");
  for (std::size_t k = 0; k < model.dimension(); ++k) {
    EXPECT_EQ(model.mean(Side::target, alone)[k], 0);
    EXPECT_FLOAT_EQ(model.variance(Side::target, alone)[k], 0.25F);
  }
  EXPECT_EQ(Query(model).similarity("alone", "a").cosine, 0);
}

}  // namespace
}  // namespace bsg
