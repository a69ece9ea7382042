#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "files/temporary_folder.h"
#include "training/checkpointed_training.h"
#include "training/planted_groups.h"

namespace bsg {
namespace {

using tests::bytes_of;
using tests::checkpointed_options;
using tests::kIterations;
using tests::planted_groups;
using tests::TemporaryFolder;
using tests::train_until;

struct ResumeCase {
  std::string_view name;
  Method method = Method::bsg;
  NegativeMode mode = NegativeMode::sampled;
  bool in_files = false;
  bool learns_prior_and_changes_axes = false;
  bool standard = false;  ///< the recipe, in place of all the others
  bool features = false;  ///< spelling and tags beside the text
  bool calibrates = false;

  friend void PrintTo(const ResumeCase& resume, std::ostream* out) { *out << resume.name; }
};

class Resume : public ::testing::TestWithParam<ResumeCase> {
 protected:
  [[nodiscard]] TrainingInput input() const {
    TrainingInput input = whole_input();
    input.checkpoint.folder = folder_ / "kept";
    return input;
  }
  [[nodiscard]] TrainingInput whole_input() const {
    TrainingInput input{.texts = {text_}};
    if (GetParam().features) input.features = tags_;
    return input;
  }
  [[nodiscard]] TrainingOptions options() const {
    if (GetParam().features) {
      TrainingOptions options = checkpointed_options(TrainingOptions{});
      options.subwords = SubwordOptions{2, 3};
      options.inference.learn_prior = true;
      return options;
    }
    if (GetParam().standard) return checkpointed_options(TrainingOptions{});
    TrainingOptions options = checkpointed_options();
    options.method = GetParam().method;
    options.sampling.negative_mode = GetParam().mode;
    options.threads = options.method == Method::bsg ? 2 : 1;
    options.inference.learn_prior = GetParam().learns_prior_and_changes_axes;
    options.inference.gauge = options.inference.learn_prior ? 0.5 : 0;
    options.inference.calibrate = GetParam().calibrates ? Calibrate::yes : Calibrate::no;
    return options;
  }
  [[nodiscard]] std::string uninterrupted() const {
    return bytes_of(train(whole_input(), options()).model, folder_);
  }
  /// The least memory: precisions and the text in files.
  void use_files(TrainingOptions& options) const {
    const MemoryPlan plan = train({.texts = {text_}}, options).report.memory;
    for (const MemoryPart& part : plan.parts) {
      const bool movable = part.name == "text" || part.name.starts_with("precisions");
      if (!movable && part.name != "model") options.memory.budget += part.bytes;
    }
    options.memory.scratch = folder_.path().string();
  }

  TemporaryFolder folder_;
  std::string text_ = folder_.write("text", planted_groups(300));
  std::string tags_ = folder_.write("tags", "g0w1\tx\ng0w2\tx\ng1w1\ty\ng1w2\ty x\nnew\ty\n");
};

TEST_P(Resume, GivesTheSameBytesAfterAStopInEveryIteration) {
  const std::string expected = uninterrupted();
  TrainingOptions chosen = options();
  if (GetParam().in_files) use_files(chosen);
  ASSERT_TRUE(train_until(1, input(), chosen));
  for (std::uint32_t last = 2; last < kIterations; ++last) {
    const SavedRun saved = read_checkpoint(folder_ / "kept");
    EXPECT_EQ(saved.iteration, last - 1);
    ASSERT_TRUE(train_until(last, saved.input, saved.options));
  }
  const SavedRun saved = read_checkpoint(folder_ / "kept");
  const TrainingResult result = train(saved.input, saved.options);
  EXPECT_EQ(result.report.resumed_after, kIterations - 1);
  EXPECT_EQ(result.report.memory.disk > 0, GetParam().in_files);
  EXPECT_EQ(result.model.calibration().empty(), options().inference.calibrate != Calibrate::yes);
  EXPECT_EQ(bytes_of(result.model, folder_), expected);
}

TEST_P(Resume, GivesTheModelAgainOnceItIsFinished) {
  const std::string expected = uninterrupted();
  train(input(), options());
  const SavedRun saved = read_checkpoint(folder_ / "kept");
  EXPECT_EQ(saved.iteration, kIterations);
  const TrainingResult result = train(saved.input, saved.options);
  EXPECT_EQ(result.report.resumed_after, kIterations);
  EXPECT_EQ(result.report.row_entries, 0U);
  EXPECT_EQ(result.model.calibration().empty(), options().inference.calibrate != Calibrate::yes);
  EXPECT_EQ(bytes_of(result.model, folder_), expected);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Resume,
    ::testing::Values(ResumeCase{"sampled"},
                      ResumeCase{"sampled_in_files", Method::bsg, NegativeMode::sampled, true},
                      ResumeCase{"expected", Method::bsg, NegativeMode::expected},
                      ResumeCase{"expected_in_files", Method::bsg, NegativeMode::expected, true},
                      ResumeCase{"other_axes", Method::bsg, NegativeMode::expected, false, true},
                      ResumeCase{.name = "standard_recipe", .standard = true},
                      ResumeCase{.name = "features", .features = true},
                      ResumeCase{.name = "calibrated", .calibrates = true},
                      ResumeCase{
                          .name = "calibrated_in_files", .in_files = true, .calibrates = true},
                      ResumeCase{"skipgram", Method::skipgram}),
    [](const auto& one) { return std::string(one.param.name); });

class ResumeOnce : public ::testing::Test {
 protected:
  [[nodiscard]] std::string kept() const { return folder_ / "kept"; }
  [[nodiscard]] TrainingInput input() const {
    return {.texts = {text_}, .checkpoint = {.folder = kept()}};
  }
  [[nodiscard]] std::string uninterrupted() const {
    return bytes_of(train({.texts = {text_}}, checkpointed_options()).model, folder_);
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(kept())) {
      found.push_back(entry.path().filename());
    }
    return found;
  }

  TemporaryFolder folder_;
  std::string text_ = folder_.write("text", planted_groups(300));
};

TEST_F(ResumeOnce, HasSomethingToGoOnFromBeforeTheTextIsRead) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(train(input(), checkpointed_options(), {.stop = source.get_token()}), Interrupted);
  EXPECT_EQ(names(), std::vector<std::string>{"iteration-0.checkpoint"});
  const SavedRun saved = read_checkpoint(kept());
  EXPECT_EQ(saved.iteration, 0U);
  EXPECT_EQ(saved.input.texts, std::vector<std::string>{text_});
  EXPECT_EQ(bytes_of(train(saved.input, saved.options).model, folder_), uninterrupted());
}

TEST_F(ResumeOnce, KeepsOneCheckpointEverySoOften) {
  TrainingInput every_third = input();
  every_third.checkpoint.every = 3;
  std::vector<std::string> seen;
  TrainingObserver observer;
  observer.progress = [&](const Progress& progress) {
    if (progress.stage != Stage::targets) return;
    ASSERT_EQ(names().size(), 1U);
    seen.push_back(names().front());
  };
  EXPECT_GT(train(every_third, checkpointed_options(), observer).report.checkpoint_time.count(), 0);
  const std::string none = "iteration-0.checkpoint", third = "iteration-3.checkpoint";
  EXPECT_EQ(seen, (std::vector<std::string>{none, none, none, third, third, third}));
  EXPECT_EQ(names(), std::vector<std::string>{"iteration-6.checkpoint"});
}

TEST_F(ResumeOnce, AStopIsKeptBetweenCheckpoints) {
  TrainingInput seldom = input();
  seldom.checkpoint.every = 100;
  ASSERT_TRUE(train_until(4, seldom, checkpointed_options()));
  const SavedRun saved = read_checkpoint(kept());
  EXPECT_EQ(saved.iteration, 4U);
  EXPECT_EQ(saved.input.checkpoint.every, 100U);
  EXPECT_EQ(bytes_of(train(saved.input, saved.options).model, folder_), uninterrupted());
}

TEST_F(ResumeOnce, ThreadsMemoryAndIntervalMayChange) {
  ASSERT_TRUE(train_until(3, input(), checkpointed_options()));
  SavedRun saved = read_checkpoint(kept());
  saved.options.threads = 3;
  saved.options.memory.budget = std::uint64_t{1} << 30;
  saved.options.memory.scratch = folder_.path().string();
  saved.input.checkpoint.every = 2;
  saved.input.output = "elsewhere.bsg";
  EXPECT_EQ(bytes_of(train(saved.input, saved.options).model, folder_), uninterrupted());
}

TEST_F(ResumeOnce, RemembersSettingsAndPathsOfAnyBytes) {
  TrainingInput odd = input();
  odd.texts = {folder_.write("t\xFFxt %41\n\"", planted_groups(300))};
  odd.output = folder_ / "m\xC0.bsg";
  TrainingOptions options = checkpointed_options();
  options.threads = 2;
  options.memory.budget = std::uint64_t{3} << 30;
  options.memory.scratch = folder_.path().string();
  ASSERT_TRUE(train_until(1, odd, options));
  const SavedRun saved = read_checkpoint(kept());
  EXPECT_EQ(saved.input.texts, odd.texts);
  EXPECT_EQ(saved.input.output, odd.output);
  EXPECT_EQ(saved.input.checkpoint.folder, kept());
  EXPECT_TRUE(saved.input.checkpoint.resume);
  for (const OptionDescription& option : option_table()) {
    if (!option.belongs_to(Method::bsg)) continue;
    EXPECT_EQ(get_option(saved.options, option.name), get_option(options, option.name));
  }
}

TEST_F(ResumeOnce, AConvergedTrainingStaysSo) {
  TrainingOptions options = checkpointed_options();
  options.inference.tolerance = 1e12;
  const TrainingResult first = train(input(), options);
  EXPECT_EQ(first.model.iterations().size(), 2U);
  const SavedRun saved = read_checkpoint(kept());
  const TrainingResult again = train(saved.input, saved.options);
  EXPECT_TRUE(again.report.converged);
  EXPECT_EQ(bytes_of(again.model, folder_), bytes_of(first.model, folder_));
}

TEST_F(ResumeOnce, SentencesInMemoryAreGivenAgain) {
  const auto sentences = [](std::string_view last) {
    auto gathered = std::make_shared<Sentences>();
    for (int k = 0; k < 40; ++k) {
      gathered->add(std::array<std::string_view, 3>{"tea", "milk", "sugar"});
      gathered->add(std::array<std::string_view, 3>{"nails", "hammer", last});
    }
    return gathered;
  };
  TrainingOptions options = checkpointed_options();
  options.sampling.subsample = 1;
  const TrainingInput first{.sentences = sentences("saw"), .checkpoint = {.folder = kept()}};
  const std::string expected =
      bytes_of(train({.sentences = sentences("saw")}, options).model, folder_);
  ASSERT_TRUE(train_until(3, first, options));
  SavedRun saved = read_checkpoint(kept());
  EXPECT_TRUE(saved.in_memory);
  saved.input.sentences = sentences("drill");
  EXPECT_NE(tests::refusal_of(saved.input, options).find("the sentences differ"),
            std::string::npos);
  saved.input.sentences = sentences("saw");
  EXPECT_EQ(bytes_of(train(saved.input, saved.options).model, folder_), expected);
}

TEST_F(ResumeOnce, DiscardingLeavesAnEmptyFolder) {
  train(input(), checkpointed_options());
  discard_checkpoint(kept());
  EXPECT_TRUE(names().empty());
  EXPECT_THROW(read_checkpoint(kept()), CheckpointError);
  EXPECT_NO_THROW(discard_checkpoint(kept()));
}

}  // namespace
}  // namespace bsg
