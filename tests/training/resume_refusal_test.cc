#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "bsg/version.h"
#include "checkpoint/checkpoint_file.h"
#include "files/folder_lock.h"
#include "files/temporary_folder.h"
#include "training/checkpointed_training.h"
#include "training/planted_groups.h"

namespace bsg {
namespace {

using tests::bytes_of;
using tests::checkpointed_options;
using tests::content_of;
using tests::planted_groups;
using tests::refusal_of;
using tests::TemporaryFolder;
using tests::train_until;

void put(const TemporaryFolder& folder, std::string_view name, std::string_view content) {
  std::ofstream(folder / name, std::ios::binary) << content;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// A training that was stopped after iteration 3.
class ResumeRefusal : public ::testing::Test {
 protected:
  void SetUp() override {
    const TrainingInput input{.texts = {text_, second_}, .checkpoint = {.folder = kept()}};
    ASSERT_TRUE(train_until(3, input, checkpointed_options()));
    saved_ = read_checkpoint(kept());
  }

  [[nodiscard]] std::string kept() const { return folder_ / "kept"; }
  [[nodiscard]] std::string state() const { return folder_ / "kept/iteration-3.checkpoint"; }
  [[nodiscard]] std::string refusal() const { return refusal_of(saved_.input, saved_.options); }
  [[nodiscard]] std::string resumed() const {
    return bytes_of(train(saved_.input, saved_.options).model, folder_);
  }
  [[nodiscard]] std::string uninterrupted() const {
    return bytes_of(train({.texts = {text_, second_}}, checkpointed_options()).model, folder_);
  }

  TemporaryFolder folder_;
  std::string text_ = folder_.write("text", planted_groups(300));
  std::string second_ = folder_.write("second", planted_groups(100));
  SavedRun saved_;
};

TEST_F(ResumeRefusal, NamesEveryOptionThatChangesTheResult) {
  const std::map<std::string, std::string> others{{"tokenizer", "words"},
                                                  {"sets", "yes"},
                                                  {"vocabulary-size", "29"},
                                                  {"min-count", "2"},
                                                  {"subwords", "3-6"},
                                                  {"subsample", "0.02"},
                                                  {"window", "5"},
                                                  {"negatives", "2"},
                                                  {"negative-mode", "expected"},
                                                  {"exclude-positives", "no"},
                                                  {"dimension", "6"},
                                                  {"iterations", "7"},
                                                  {"burn-in", "3"},
                                                  {"decay", "0.8"},
                                                  {"tolerance", "1"},
                                                  {"xi", "exact"},
                                                  {"negative-groups", "3"},
                                                  {"prior-precision", "2"},
                                                  {"context-prior-precision", "2"},
                                                  {"learn-prior", "yes"},
                                                  {"calibrate", "yes"},
                                                  {"gauge", "0.5"},
                                                  {"input-format", "csv"},
                                                  {"user-column", "a"},
                                                  {"item-column", "b"},
                                                  {"order-column", "c"},
                                                  {"negative-exponent", "0.5"},
                                                  {"basket-weight", "items"},
                                                  {"pair-weight", "2"},
                                                  {"seed", "2"}};
  for (const OptionDescription& option : option_table()) {
    if (!option.affects_result || !option.belongs_to(Method::bsg)) continue;
    if (option.name == "recipe" || option.name == "method") continue;
    // Users change other options, which are named first; weights are theirs.
    if (option.name == "users" || option.name == "weight-column") continue;
    const std::string name(option.name);
    TrainingOptions options = saved_.options;
    ASSERT_TRUE(others.contains(name)) << name;
    set_option(options, name, others.at(name));
    const std::string message = refusal_of(saved_.input, options);
    EXPECT_TRUE(has(message, "option " + name + ": ")) << message;
    const std::string before = get_option(saved_.options, name);
    EXPECT_TRUE(has(message, "made with " + (before.empty() ? "none" : before) +
                                 ", and now it is " + others.at(name)))
        << message;
  }
  EXPECT_EQ(resumed(), uninterrupted());
}

TEST_F(ResumeRefusal, NamesTheRecipe) {
  saved_.options.recipe = Recipe::standard;
  EXPECT_TRUE(has(refusal(), "option recipe: ")) << refusal();
  set_option(saved_.options, "recipe", "standard");
  EXPECT_TRUE(has(refusal(), "option recipe: ")) << refusal();
}

TEST_F(ResumeRefusal, NamesTheMethod) {
  saved_.options.method = Method::skipgram;
  EXPECT_TRUE(has(refusal(), "option method: ")) << refusal();
}

TEST_F(ResumeRefusal, NamesTheTextThatHasChanged) {
  const std::string before = content_of(second_);
  std::string after = before;
  after.back() = ' ';
  put(folder_, "second", after);
  EXPECT_TRUE(has(refusal(), "'" + second_ + "' differs from what the checkpoint in '" + kept()))
      << refusal();
  put(folder_, "second", before);
  EXPECT_EQ(resumed(), uninterrupted());
}

TEST_F(ResumeRefusal, AMovedTextIsTheSame) {
  const std::string expected = uninterrupted();
  std::filesystem::rename(text_, folder_ / "moved");
  EXPECT_THROW(refusal(), FileError);
  saved_.input.texts[0] = folder_ / "moved";
  EXPECT_EQ(resumed(), expected);
}

TEST_F(ResumeRefusal, CountsTheTexts) {
  saved_.input.texts.pop_back();
  EXPECT_TRUE(has(refusal(), "was made from 2 text(s), and 1 are given now")) << refusal();
}

TEST_F(ResumeRefusal, NamesAVocabulary) {
  saved_.input.vocabulary = folder_.write("words", "g0w0\t5\ng0w1\t4\n");
  EXPECT_TRUE(has(refusal(), "option vocabulary: ")) << refusal();
}

TEST(ResumeWithVocabulary, NamesAVocabularyThatHasChanged) {
  const TemporaryFolder folder;
  const std::string text = folder.write("text", planted_groups(300));
  train({.texts = {text}, .save_vocabulary = folder / "words"}, checkpointed_options());
  const TrainingInput input{
      .texts = {text}, .vocabulary = folder / "words", .checkpoint = {.folder = folder / "kept"}};
  ASSERT_TRUE(train_until(2, input, checkpointed_options()));
  const std::string before = content_of(folder / "words");
  put(folder, "words",
      before.substr(0, before.size() / 2 + before.substr(before.size() / 2).find('\n') + 1));
  const SavedRun saved = read_checkpoint(folder / "kept");
  const std::string message = refusal_of(saved.input, saved.options);
  EXPECT_TRUE(has(message, "the vocabulary '" + (folder / "words") + "' differs")) << message;
}

TEST_F(ResumeRefusal, AFolderInUseIsLeftAlone) {
  const files::FolderLock lock(kept());
  ASSERT_TRUE(lock.is_held());
  EXPECT_TRUE(has(refusal(), "another training keeps its checkpoints in '" + kept())) << refusal();
}

TEST_F(ResumeRefusal, ACheckpointIsNotOverwritten) {
  saved_.input.checkpoint.resume = false;
  EXPECT_TRUE(has(refusal(), "holds a checkpoint of iteration 3 already")) << refusal();
  EXPECT_TRUE(has(refusal(), "to resume from it: set resume in ")) << refusal();
  saved_.input.checkpoint.resume = true;
  EXPECT_EQ(resumed(), uninterrupted());
}

TEST_F(ResumeRefusal, AFolderWithoutCheckpointSaysHowToBegin) {
  saved_.input.checkpoint.folder = folder_ / "none";
  EXPECT_TRUE(has(refusal(), "there is no checkpoint in '" + folder_ / "none")) << refusal();
  EXPECT_FALSE(std::filesystem::exists(folder_ / "none"));
}

/// The same checkpoint with one fact of its description changed, and the arrays left out.
void change(const std::string& path, const std::string& key, const std::string& value) {
  checkpoint::Metadata metadata = checkpoint::CheckpointFile(path).metadata();
  metadata[key] = value;
  std::erase_if(metadata, [](const auto& item) {
    return item.first.starts_with("checksum.") && item.first != "checksum.header";
  });
  checkpoint::write_checkpoint_file(path, metadata, {});
}

TEST_F(ResumeRefusal, NamesBothInstructionSets) {
  change(state(), "bsg.simd", "ABACUS");
  EXPECT_TRUE(
      has(refusal(), "instruction set ABACUS, and here it is " + std::string(simd_target())))
      << refusal();
}

TEST_F(ResumeRefusal, NamesBothVersions) {
  change(state(), "bsg.version", "0.0.0");
  EXPECT_TRUE(has(refusal(), "made by bsg 0.0.0, and this is bsg " + std::string(version())))
      << refusal();
}

TEST_F(ResumeRefusal, NamesBothFormatsOfANewerOne) {
  std::string bytes = content_of(state());
  const std::string key = R"("bsg.checkpoint":"1")";
  bytes.replace(bytes.find(key), key.size(), R"("bsg.checkpoint":"7")");
  put(folder_, "kept/iteration-3.checkpoint", bytes);
  EXPECT_TRUE(has(refusal(), "checkpoint format 7, and this bsg reads formats up to 1"))
      << refusal();
  EXPECT_THROW(read_checkpoint(kept()), CheckpointError);
}

TEST_F(ResumeRefusal, ACheckpointThatLacksItsArraysIsRefused) {
  change(state(), "output", "m.bsg");
  EXPECT_TRUE(has(refusal(), "cannot be resumed from: it lacks \"target.mean\"")) << refusal();
}

TEST_F(ResumeRefusal, DamageOfTheOnlyCheckpointIsNamed) {
  std::string bytes = content_of(state());
  bytes.back() = static_cast<char>(bytes.back() + 1);
  put(folder_, "kept/iteration-3.checkpoint", bytes);
  EXPECT_TRUE(has(refusal(), "'" + state() + "' cannot be resumed from: the checksum of"))
      << refusal();
}

TEST_F(ResumeRefusal, ADamagedCheckpointIsLeftOutIfThereIsAnOlderOne) {
  std::string bytes = content_of(state());
  put(folder_, "kept/iteration-4.checkpoint", bytes.substr(0, bytes.size() / 2));
  put(folder_, "kept/iteration-5.checkpoint", "");
  EXPECT_EQ(read_checkpoint(kept()).iteration, 3U);
  std::vector<std::string> notes;
  TrainingObserver observer;
  std::vector<std::string> warnings;
  observer.noted = [&](std::string_view note) { notes.emplace_back(note); };
  observer.warned = [&](std::string_view warning) { warnings.emplace_back(warning); };
  const TrainingResult result = train(saved_.input, saved_.options, observer);
  EXPECT_EQ(result.report.resumed_after, 3U);
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_TRUE(has(warnings[0], "iteration-5.checkpoint' is damaged and left out")) << warnings[0];
  EXPECT_TRUE(has(warnings[1], "iteration-4.checkpoint' is damaged and left out")) << warnings[1];
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_TRUE(has(notes[0], "resuming after iteration 3")) << notes[0];
  EXPECT_EQ(bytes_of(result.model, folder_), uninterrupted());
}

TEST_F(ResumeRefusal, AFolderThatVanishesEndsTheTraining) {
  TrainingObserver observer;
  observer.progress = [&](const Progress& progress) {
    if (progress.iteration == 5) std::filesystem::remove_all(kept());
  };
  try {
    train(saved_.input, saved_.options, observer);
    FAIL() << "went on";
  } catch (const FileError& error) {
    EXPECT_TRUE(has(error.what(), "kept/iteration-5.checkpoint': No such file or directory"))
        << error.what();
  }
}

TEST(ResumeWithFeatures, RefusesOtherTags) {
  const TemporaryFolder folder;
  TrainingInput input{.texts = {folder.write("text", planted_groups(300))},
                      .features = folder.write("tags", "g0w1\tx\ng0w2\tx\n"),
                      .checkpoint = {.folder = folder / "kept"}};
  const TrainingOptions options = checkpointed_options(TrainingOptions{});
  ASSERT_TRUE(train_until(3, input, options));
  input.checkpoint.resume = true;
  put(folder, "tags", "g0w1\tx\ng0w2\tx\ng0w3\tx\n");
  EXPECT_TRUE(has(refusal_of(input, options), "tags' differ")) << refusal_of(input, options);
  input.features.reset();
  EXPECT_TRUE(has(refusal_of(input, options), "features")) << refusal_of(input, options);
}

}  // namespace
}  // namespace bsg
