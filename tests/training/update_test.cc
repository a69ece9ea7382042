#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <string>

#include "bsg/checkpoint.h"
#include "bsg/query.h"
#include "bsg/train.h"
#include "training/checkpointed_training.h"
#include "training/update_fixture.h"

namespace bsg {
namespace {

using tests::bytes_of;
using tests::kMore;
using tests::planted_groups;
using tests::repeated;
using tests::TemporaryFolder;
using tests::train_until;
using tests::Update;
using tests::UpdateCase;

INSTANTIATE_TEST_SUITE_P(
    Kinds, Update,
    ::testing::Values(
        UpdateCase{.name = "Kept"}, UpdateCase{.name = "Diagonal", .kept = false},
        UpdateCase{.name = "Drawn", .drawn = true},
        UpdateCase{.name = "Subwords", .subwords = true},
        UpdateCase{.name = "NewAxes", .subwords = true, .new_axes = true},
        UpdateCase{.name = "DiagonalNewAxes", .kept = false, .new_axes = true},
        UpdateCase{.name = "Forgets", .subwords = true, .forget = 0.5},
        UpdateCase{.name = "ForgetsInNewAxes", .subwords = true, .new_axes = true, .forget = 0.5}),
    [](const auto& made) { return std::string(made.param.name); });

bool same(std::span<const float> a, std::span<const float> b) {
  return std::ranges::equal(a, b);
}

TEST_P(Update, IsTheSameOnAnyThreads) {
  TrainingInput in = input();
  in.keep_posterior = folder_ / "one";
  TrainingOptions how = options();
  how.threads = 1;
  const std::string one = bytes_of(train(in, how).model, folder_);
  in.keep_posterior = folder_ / "three";
  how.threads = 3;
  EXPECT_EQ(bytes_of(train(in, how).model, folder_), one);
  EXPECT_EQ(tests::content_of(folder_ / "three"), tests::content_of(folder_ / "one"));
}

TEST_P(Update, KeepsTheFactorsOfItsModel) {
  ASSERT_FALSE(old_.calibration().empty());
  const Model updated = train(input(), options()).model;
  EXPECT_TRUE(std::ranges::equal(updated.calibration(), old_.calibration()));
}

TEST_P(Update, BringsNewWordsToTheirGroups) {
  const Model updated = train(input(), options()).model;
  const Query query(updated);
  for (const std::string group : {"g0", "g1"}) {
    for (const Answer& answer : query.neighbors(group + "new", 4)) {
      EXPECT_TRUE(answer.word.starts_with(group)) << answer.word;
    }
  }
  EXPECT_GT(tests::recovered(updated), 0.9);
}

TEST_P(Update, LeavesWordsWithoutNewTextAsTheyAre) {
  const Model updated = train(input(), options()).model;
  const bool unchanged = !GetParam().new_axes && GetParam().forget == 0;
  for (const char* word : {"g3w0", "g5w7"}) {
    const WordId now = updated.id(word), before = old_.id(word);
    EXPECT_EQ(same(updated.mean(Side::target, now), old_.mean(Side::target, before)), unchanged);
    EXPECT_EQ(same(updated.variance(Side::target, now), old_.variance(Side::target, before)),
              unchanged);
    if (GetParam().drawn) continue;  // any context may be a negative
    EXPECT_EQ(same(updated.mean(Side::context, now), old_.mean(Side::context, before)), unchanged);
  }
  EXPECT_EQ(same(updated.axes(Side::target), old_.axes(Side::target)), !GetParam().new_axes);
}

TEST_P(Update, LeavesWordsThatAreAloneInTheirLinesAsTheyAre) {
  if (GetParam().drawn || GetParam().new_axes || GetParam().forget > 0) {
    GTEST_SKIP() << "changes words that the text does not have, too";
  }
  TrainingInput in = input();
  in.texts.push_back(folder_.write("alone", repeated("g3w0\n", 30)));
  const TrainingResult result = train(in, options());
  const WordId now = result.model.id("g3w0"), before = old_.id("g3w0");
  EXPECT_EQ(result.model.count(now), old_.count(before) + 30);
  for (const Side side : {Side::target, Side::context}) {
    EXPECT_TRUE(same(result.model.mean(side, now), old_.mean(side, before)));
    EXPECT_TRUE(same(result.model.variance(side, now), old_.variance(side, before)));
  }
  EXPECT_EQ(result.report.updated_words, train(input(), options()).report.updated_words);
}

/// Spelling tells them apart from the start; without it, only a start away from 0 does.
TEST_P(Update, TellsNewWordsApartThatOnlyMeetEachOther) {
  TrainingInput in = input();
  in.texts.push_back(folder_.write("islands", repeated("qa qb qc qd\nxa xb xc xd\n", 40)));
  TrainingOptions how = options();
  how.inference.iterations = 10;
  how.inference.burn_in = 6;
  const Query query(train(in, how).model);
  const auto cosine = [&](const char* a, const char* b) { return query.similarity(a, b).cosine; };
  EXPECT_GT(cosine("qa", "qb"), cosine("qa", "xb") + 0.3);
  EXPECT_GT(cosine("xa", "xb"), cosine("xa", "qb") + 0.3);
}

TEST_P(Update, LearnsAllAnewWhereAllIsForgotten) {
  TrainingInput in = input();
  // Groups that trade a word: what was learned of it is wrong now.
  in.texts = {folder_.write(
      "traded", repeated("g0w0 g1w1 g0w2 g0w3\ng1w1 g0w4 g0w5 g0w2\ng1w2 g0w1 g1w3 g1w4\n", 60))};
  TrainingOptions how = options();
  how.update.forget = 1;
  how.inference.iterations = 10;
  how.inference.burn_in = 6;
  const Model updated = train(in, how).model;
  EXPECT_TRUE(Query(updated).neighbors("g1w1", 1).front().word.starts_with("g0"));
  double length = 0;
  for (const float x : updated.mean(Side::target, updated.id("g1w1")))
    length += double{x} * double{x};
  EXPECT_GT(length, 1e-3);
}

TEST_P(Update, GivesTheSameBytesWhenItIsResumed) {
  const std::string uninterrupted = bytes_of(train(input(), options()).model, folder_);
  for (const std::uint32_t last : {1U, 3U}) {
    TrainingInput in = input();
    in.checkpoint.folder = folder_ / ("kept" + std::to_string(last));
    ASSERT_TRUE(train_until(last, in, options()));
    const SavedRun saved = read_checkpoint(in.checkpoint.folder);
    ASSERT_TRUE(saved.input.base);
    EXPECT_EQ(bytes_of(train(saved.input, saved.options).model, folder_), uninterrupted) << last;
  }
}

TEST_P(Update, KeepsThePosteriorOfAFinishedCheckpoint) {
  TrainingInput in = input();
  in.keep_posterior = folder_ / "kept.posterior";
  in.checkpoint.folder = folder_ / "kept";
  const Model model = train(in, options()).model;
  const std::string posterior = tests::content_of(*in.keep_posterior);
  std::filesystem::remove(*in.keep_posterior);
  in.checkpoint.resume = true;
  EXPECT_EQ(bytes_of(train(in, options()).model, folder_), bytes_of(model, folder_));
  EXPECT_EQ(tests::content_of(*in.keep_posterior), posterior);
}

TEST_P(Update, CanBeUpdatedAgain) {
  TrainingInput in = input();
  in.keep_posterior = folder_ / "second.posterior";
  const Model second = train(in, options()).model;
  in.texts.push_back(folder_.write("third", repeated("g2w0 g2new g2w1 g2w2 g2w3\n", 40)));
  in.base = BaseModel{second, "", folder_ / "second.posterior"};
  in.keep_posterior.reset();
  TrainingOptions how = update_options(second);
  EXPECT_EQ(how.inference.iterations, options().inference.iterations);
  EXPECT_EQ(how.inference.burn_in, options().inference.burn_in);
  EXPECT_EQ(how.vocabulary.min_count, options().vocabulary.min_count);
  EXPECT_EQ(how.update.forget, 0);
  EXPECT_FALSE(how.update.new_axes);
  how.update = options().update;
  const Model third = train(in, how).model;
  EXPECT_EQ(third.count(third.id("g0new")), 2 * second.count(second.id("g0new")));
  EXPECT_GT(tests::recovered(third), 0.9);
  for (const Answer& answer : Query(third).neighbors("g2new", 3)) {
    EXPECT_TRUE(answer.word.starts_with("g2")) << answer.word;
  }
  // More evidence makes a density narrower.
  if (GetParam().forget > 0 || GetParam().new_axes) return;
  EXPECT_LT(third.variance(Side::target, third.id("g0new"))[0],
            second.variance(Side::target, second.id("g0new"))[0]);
}

TEST(UpdateOfBaskets, LearnsNewItems) {
  const TemporaryFolder folder;
  TrainingInput input{.texts = {folder.write("old", planted_groups(600))}};
  TrainingOptions options;
  options.corpus.sets = true;
  options.inference.dimension = 6;
  const Model old = train(input, options).model;
  input = {.texts = {folder.write("new", repeated(kMore, 20))}};
  input.base = BaseModel{old};
  const Model updated = train(input, update_options(old)).model;
  for (const Answer& answer : Query(updated).neighbors("g0new", 4)) {
    EXPECT_TRUE(answer.word.starts_with("g0")) << answer.word;
  }
}

}  // namespace
}  // namespace bsg
