#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include "bsg/error.h"
#include "bsg/train.h"
#include "training/checkpointed_training.h"
#include "training/update_fixture.h"

namespace bsg {
namespace {

using tests::kMore;
using tests::planted_groups;
using tests::repeated;
using tests::TemporaryFolder;
using tests::train_until;
using tests::Update;
using tests::UpdateCase;

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

TEST_P(UpdateRefusals, NameUsersWhoseItemsWouldBeLeftBehind) {
  ModelData data;
  data.dimension = 1;
  data.words = {"item"};
  data.counts = {1};
  data.target_mean = data.target_variance = data.context_mean = data.context_variance = {1};
  data.users = {.names = {"ann"}, .starts = {0, 1}, .items = {0}};
  TrainingInput in = input();
  data.options = in.base->model.options();
  in.base->model = Model(data);
  const std::string message =
      "the model was trained with users, and an update cannot add to what each of them had; train "
      "a new model on old and new items together";
  EXPECT_EQ(refusal<OptionError>(in, update_options(in.base->model)), message);
  data.users = {};
  data.options["users"] = "yes";
  in.base->model = Model(data);
  EXPECT_EQ(refusal<OptionError>(in, update_options(in.base->model)), message);
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
            "the checkpoint in '" + in.checkpoint.folder + "' is of an update of another model ('" +
                folder_.path().string() + "/old.bsg'); give that one, or none");
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

std::optional<Advice> advice_of(const TrainingReport& report, AdviceKind kind) {
  const auto found = std::ranges::find(report.advice, kind, &Advice::kind);
  return found == report.advice.end() ? std::nullopt : std::optional(*found);
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
    return advice_of(train(input, how).report, AdviceKind::outdated_axes);
  };
  const std::optional<Advice> advice = outdated();
  ASSERT_TRUE(advice);
  EXPECT_FALSE(advice->warning);
  EXPECT_GT(advice->measured, advice->limit);
  EXPECT_NE(advice->wording.command_line.find("this update with --new-axes"), std::string::npos);
  set_option(how, advice->suggestions.front().option, advice->suggestions.front().value);
  EXPECT_FALSE(outdated());
  how.update.new_axes = false;
  input.texts = {folder.write("little", "g0w0 g0w1\n")};
  EXPECT_FALSE(outdated());
}

TEST(UpdateAdvice, WarnsOfATextThatTheModelHardlyKnows) {
  const TemporaryFolder folder;
  TrainingOptions options;
  options.inference.dimension = 4;
  options.sampling.subsample = 1;
  const Model old = train({.texts = {folder.write("text", planted_groups(200))}}, options).model;
  TrainingInput input{.texts = {folder.write(
                          "capitals", "G0W0 G0W1 G0W2 g0w3\n" + repeated("G1W0 G1W1 G1W2\n", 33))}};
  input.base = BaseModel{old};
  const auto unfamiliar = [&] {
    return advice_of(train(input, update_options(old)).report, AdviceKind::unfamiliar_text);
  };
  const std::optional<Advice> advice = unfamiliar();
  ASSERT_TRUE(advice);
  EXPECT_TRUE(advice->warning);
  EXPECT_NEAR(advice->measured, 1.0 / 103, 1e-9);
  EXPECT_NE(advice->wording.library.find("the model knew 1 % of the text's words"),
            std::string::npos);
  input.texts = {folder.write("known", repeated("g0w0 g0w1 new\n", 10))};
  EXPECT_FALSE(unfamiliar());
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

}  // namespace
}  // namespace bsg
