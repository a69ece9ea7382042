#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "bsg/checkpoint.h"
#include "bsg/error.h"
#include "bsg/query.h"
#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "training/checkpointed_training.h"
#include "training/planted_groups.h"

namespace bsg {
namespace {

using tests::bytes_of;
using tests::planted_groups;
using tests::TemporaryFolder;
using tests::train_until;

/// Two groups of the planted ones, and with each a word of its own that is new.
constexpr std::string_view kMore =
    "g0w0 g0w1 g0new g0w2 g0w3\ng0w4 g0new g0w5 g0w1\ng0new g0w2 g0w3 g0w6\n"
    "g1w0 g1new g1w2 g1w3\ng1w4 g1new g1w5 g1w1\ng1w2 g1w3 g1new g1w6\n";

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int n = 0; n < times; ++n) all += text;
  return all;
}

struct UpdateCase {
  std::string_view name;
  bool kept = true;    ///< the posterior, beside the model
  bool drawn = false;  ///< negatives
  bool subwords = false;
  bool new_axes = false;
  double forget = 0;

  friend void PrintTo(const UpdateCase& update, std::ostream* out) { *out << update.name; }
};

class Update : public ::testing::TestWithParam<UpdateCase> {
 protected:
  Update() {
    TrainingInput input{.texts = {folder_.write("old", planted_groups(600))}};
    input.keep_posterior = folder_ / "old.posterior";
    TrainingOptions options;
    options.inference.dimension = 6;
    options.inference.iterations = 8;
    options.inference.burn_in = 3;
    options.sampling.subsample = 1;
    options.inference.prior_precision = 1;
    if (GetParam().drawn) options.sampling.negative_mode = NegativeMode::sampled;
    options.subwords = GetParam().subwords ? SubwordOptions{2, 3} : SubwordOptions{};
    old_ = train(input, options).model;
    old_.save(folder_ / "old.bsg");
  }

  [[nodiscard]] TrainingInput input() const {
    TrainingInput input{.texts = {folder_.write("new", repeated(kMore, 20))}};
    input.base = BaseModel{old_, folder_ / "old.bsg"};
    if (GetParam().kept) input.base->posterior = folder_ / "old.posterior";
    return input;
  }
  [[nodiscard]] TrainingOptions options() const {
    TrainingOptions options = update_options(old_);
    options.inference.iterations = 4;
    options.inference.burn_in = 2;
    options.update = {.forget = GetParam().forget, .new_axes = GetParam().new_axes};
    options.threads = 2;
    return options;
  }

  TemporaryFolder folder_;
  Model old_ = tests::smallest_model();
};

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

class UpdateRefusals : public Update {};

INSTANTIATE_TEST_SUITE_P(Kinds, UpdateRefusals, ::testing::Values(UpdateCase{.name = "Kept"}),
                         [](const auto& made) { return std::string(made.param.name); });

template <class Error>
std::string refusal(const TrainingInput& input, const TrainingOptions& options) {
  try {
    train(input, options);
    return "none";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST_P(UpdateRefusals, NameWhatTheModelDecides) {
  TrainingOptions how = options();
  how.inference.dimension = 7;
  EXPECT_EQ(refusal<OptionError>(input(), how),
            "option dimension: the model was trained with 6, and an update cannot change it to 7; "
            "leave it out, or train a new model");
  TrainingInput in = input();
  in.vocabulary = folder_.write("words", "g0w0\ng0w1\n");
  EXPECT_NE(refusal<OptionError>(in, options()).find("option vocabulary: an update"),
            std::string::npos);
  how = options();
  how.update.new_axes = true;
  how.inference.gauge = 0;
  EXPECT_EQ(refusal<OptionError>(input(), how),
            "option new-axes needs a gauge above 0, and it is 0; give one");
  how.update.new_axes = false;
  EXPECT_EQ(refusal<OptionError>(input(), how),
            "option gauge has no effect without new-axes; give both, or leave it out");
}

TEST_P(UpdateRefusals, NameTextsThatNothingConnects) {
  TrainingInput in = input();
  in.texts = {folder_.write("foreign", "quite other words here\nand quite other words there\n")};
  EXPECT_NE(refusal<InputError>(in, options()).find("no word that the model has learned"),
            std::string::npos);
}

TEST_P(UpdateRefusals, NameAPosteriorOfAnotherModel) {
  TrainingInput in = input();
  const Model other = train(in, options()).model;
  in.base->model = other;
  EXPECT_NE(refusal<ModelError>(in, update_options(other)).find("belongs to another model"),
            std::string::npos);
}

TEST_P(UpdateRefusals, NamePoints) {
  TrainingInput in = input();
  in.base.reset();
  TrainingOptions points;
  points.method = Method::skipgram;
  points.inference.dimension = 3;
  points.inference.iterations = 1;
  points.sampling.subsample = 1;
  const Model model = train(in, points).model;
  EXPECT_THROW(update_options(model), ModelError);
  in.keep_posterior = folder_ / "none";
  EXPECT_NE(refusal<OptionError>(in, points).find("option keep-posterior belongs to"),
            std::string::npos);
}

TEST_P(UpdateRefusals, NameOptionsOfUpdatesWithoutOne) {
  TrainingInput in = input();
  in.base.reset();
  EXPECT_EQ(refusal<OptionError>(in,
                                 [] {
                                   TrainingOptions how;
                                   how.update.forget = 0.5;
                                   return how;
                                 }()),
            "option forget belongs to updates of a model; leave it out");
}

TEST_P(UpdateRefusals, NameAnotherModelThanTheCheckpoints) {
  TrainingInput in = input();
  in.checkpoint.folder = folder_ / "kept";
  ASSERT_TRUE(train_until(1, in, options()));
  in.checkpoint.resume = true;
  in.base->posterior.reset();
  EXPECT_EQ(tests::refusal_of(in, options()), "the update in '" + in.checkpoint.folder +
                                                  "' started from a posterior; give posterior");
  const Model other = train({.texts = in.texts}, TrainingOptions()).model;
  in.base = BaseModel{other};
  EXPECT_EQ(tests::refusal_of(in, update_options(other)),
            "the checkpoint in '" + in.checkpoint.folder +
                "' is of an update of another model; give that one");
  in.base.reset();
  TrainingOptions how = options();
  how.update = {};
  EXPECT_EQ(tests::refusal_of(in, how), "the checkpoint in '" + in.checkpoint.folder +
                                            "' is of an update of a model; give that model");
}

TEST_P(UpdateRefusals, NameAPosteriorThatAFinishedCheckpointDoesNotHave) {
  TrainingInput in = input();
  in.checkpoint.folder = folder_ / "kept";
  train(in, options());
  in.checkpoint.resume = true;
  in.keep_posterior = folder_ / "posterior";
  EXPECT_EQ(tests::refusal_of(in, options()),
            "the training in '" + in.checkpoint.folder +
                "' is finished, and its checkpoint has no posterior; leave out keep-posterior, or "
                "train anew with it in another folder");
  EXPECT_FALSE(std::filesystem::exists(*in.keep_posterior));
}

TEST_P(UpdateRefusals, LeaveNoCheckpointBehind) {
  TrainingInput in = input();
  in.texts = {folder_.write("foreign", "quite other words here\n")};
  in.checkpoint.folder = folder_ / "made";
  EXPECT_NE(refusal<InputError>(in, options()), "none");
  EXPECT_FALSE(std::filesystem::exists(in.checkpoint.folder));
  in = input();
  in.base->posterior = folder_.write("damaged", "no posterior");
  in.checkpoint.folder = folder_ / "there";
  std::filesystem::create_directory(in.checkpoint.folder);
  EXPECT_NE(refusal<ModelError>(in, options()), "none");
  EXPECT_TRUE(std::filesystem::is_empty(in.checkpoint.folder));
}

TEST(UpdateAdvice, SaysWhereAModelHasOutgrownItsAxes) {
  const TemporaryFolder folder;
  TrainingOptions options;
  options.inference.dimension = 6;
  options.sampling.subsample = 1;
  options.subwords = SubwordOptions{};
  const Model old = train({.texts = {folder.write("text", planted_groups(60))}}, options).model;
  TrainingInput input{.texts = {folder.write("more", repeated(kMore, 300))}};
  input.base = BaseModel{old};
  TrainingOptions how = update_options(old);
  const auto outdated = [&] {
    const TrainingReport report = train(input, how).report;
    const auto found = std::ranges::find(report.advice, AdviceKind::outdated_axes, &Advice::kind);
    return found == report.advice.end() ? std::nullopt : std::optional(*found);
  };
  const std::optional<Advice> advice = outdated();
  ASSERT_TRUE(advice);
  EXPECT_FALSE(advice->warning);
  EXPECT_GT(advice->measured, advice->limit);
  EXPECT_NE(advice->wording.command_line.find("update with --new-axes"), std::string::npos);
  set_option(how, advice->suggestions.front().option, advice->suggestions.front().value);
  EXPECT_FALSE(outdated());
  how.update.new_axes = false;
  input.texts = {folder.write("little", "g0w0 g0w1\n")};
  EXPECT_FALSE(outdated());
}

TEST(UpdateOptions, AreTheModelsForAQuarterOfTheIterations) {
  const TemporaryFolder folder;
  TrainingOptions options;
  options.inference.dimension = 3;
  options.inference.iterations = 6;
  options.inference.burn_in = 2;
  options.inference.learn_prior = true;
  options.sampling.window = 2;
  options.sampling.subsample = 0.5;
  const Model model = train({.texts = {folder.write("text", planted_groups(100))}}, options).model;
  const TrainingOptions update = update_options(model);
  EXPECT_EQ(update.inference.dimension, 3U);
  EXPECT_EQ(update.inference.iterations, 2U);
  EXPECT_EQ(update.inference.burn_in, 1U);
  EXPECT_FALSE(update.inference.learn_prior);
  EXPECT_EQ(update.sampling.window, 2U);
  EXPECT_EQ(update.subsample(), 0.5);
  EXPECT_EQ(update.vocabulary.min_count, 5U);
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
