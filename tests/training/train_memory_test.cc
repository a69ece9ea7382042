#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "paper_options.h"
#include "training/planted_groups.h"

namespace bsg {
namespace {

using tests::bytes_of;
using tests::planted_groups;
using tests::TemporaryFolder;

TrainingOptions small_options() {
  TrainingOptions options = tests::paper_options();
  options.inference.dimension = 24;
  options.inference.iterations = 8;
  options.inference.burn_in = 3;
  options.sampling.subsample = 1e-2;
  return options;
}

/// The least that a plan can do with: all in files that can be there.
std::uint64_t least_budget(const MemoryPlan& plan) {
  std::uint64_t sum = 0;
  for (const MemoryPart& part : plan.parts) {
    const bool movable = part.name == "text" || part.name.starts_with("precisions");
    if (!movable && part.name != "model") sum += part.bytes;
  }
  return sum;
}

std::vector<std::string_view> parts_in_files(const MemoryPlan& plan) {
  std::vector<std::string_view> names;
  for (const MemoryPart& part : plan.parts) {
    if (part.in_file) names.push_back(part.name);
  }
  return names;
}

TEST(TrainWithinMemory, GivesTheSameBytesFromFilesAsFromMemory) {
  const TemporaryFolder folder, scratch;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(3000))}};
  for (const NegativeMode mode : {NegativeMode::sampled, NegativeMode::expected}) {
    for (const std::uint32_t threads : {1U, 2U}) {
      TrainingOptions options = small_options();
      options.sampling.negative_mode = mode;
      options.threads = threads;
      const TrainingResult in_memory = train(input, options);
      EXPECT_EQ(in_memory.report.memory.disk, 0U);
      options.memory.budget = least_budget(in_memory.report.memory);
      options.memory.scratch = scratch.path().string();
      const TrainingResult in_files = train(input, options);
      EXPECT_EQ(parts_in_files(in_files.report.memory),
                (std::vector<std::string_view>{"text", "precisions of targets",
                                               "precisions of contexts"}));
      EXPECT_EQ(bytes_of(in_memory.model, folder), bytes_of(in_files.model, folder));
      EXPECT_TRUE(scratch.names().empty());
      options.memory.budget -= 1;
      EXPECT_THROW(train(input, options), ResourceError);
    }
  }
}

TEST(TrainWithinMemory, TellsThePlanBeforeTheWorkBegins) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(1000))}};
  std::vector<Stage> before;
  bool planned = false;
  TrainingObserver observer;
  observer.progress = [&](const Progress& progress) {
    if (!planned) before.push_back(progress.stage);
  };
  MemoryPlan told;
  observer.planned = [&](const MemoryPlan& plan) {
    EXPECT_FALSE(planned);
    planned = true;
    told = plan;
  };
  const TrainingResult result = train(input, small_options(), observer);
  ASSERT_TRUE(planned);
  EXPECT_EQ(told, result.report.memory);
  EXPECT_TRUE(std::ranges::all_of(before, [](Stage stage) { return stage == Stage::counting; }));
  EXPECT_LE(told.memory, told.budget);
}

TEST(TrainWithinMemory, PlansAgainForATextThatWasNotCounted) {
  const TemporaryFolder folder;
  const std::string text = folder.write("text", planted_groups(2000));
  TrainingInput input{.texts = {text}, .save_vocabulary = folder / "words"};
  TrainingOptions options = small_options();
  const TrainingResult counted = train(input, options);
  input = {.texts = {text, text, text}, .vocabulary = folder / "words"};
  const TrainingResult in_memory = train(input, options);
  const auto text_bytes = [](const TrainingResult& result) {
    const auto& parts = result.report.memory.parts;
    return std::ranges::find(parts, "text", &MemoryPart::name)->bytes;
  };
  EXPECT_EQ(text_bytes(in_memory),
            4 * in_memory.report.vocabulary_tokens + 8 * (in_memory.report.sentences + 1));
  EXPECT_GT(text_bytes(in_memory), 2 * text_bytes(counted));
  options.memory.budget = least_budget(in_memory.report.memory) + text_bytes(counted);
  options.memory.scratch = folder.path().string();
  const TrainingResult in_files = train(input, options);
  EXPECT_EQ(parts_in_files(in_files.report.memory).front(), "text");
  EXPECT_EQ(bytes_of(in_memory.model, folder), bytes_of(in_files.model, folder));
}

TEST(TrainWithinMemory, HoldsForSkipgram) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(2000))}};
  TrainingOptions options = small_options();
  options.method = Method::skipgram;
  options.threads = 1;
  const TrainingResult in_memory = train(input, options);
  options.memory.budget = least_budget(in_memory.report.memory);
  options.memory.scratch = folder.path().string();
  const TrainingResult in_files = train(input, options);
  EXPECT_EQ(parts_in_files(in_files.report.memory), std::vector<std::string_view>{"text"});
  EXPECT_EQ(bytes_of(in_memory.model, folder), bytes_of(in_files.model, folder));
}

TEST(TrainWithinMemory, NamesAScratchFolderThatIsNotThere) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(500))}};
  TrainingOptions options = small_options();
  options.memory.budget = least_budget(train(input, options).report.memory);
  options.memory.scratch = folder / "none";
  EXPECT_THROW(train(input, options), FileError);
}

}  // namespace
}  // namespace bsg
