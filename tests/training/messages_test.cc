#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bsg/checkpoint.h"
#include "bsg/error.h"
#include "bsg/options.h"
#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "planning/memory_plan.h"
#include "training/checkpointed_training.h"
#include "training/planted_groups.h"

/// Messages name options as each front writes them.

namespace bsg {
namespace {

using tests::checkpointed_options;
using tests::planted_groups;
using tests::TemporaryFolder;
using tests::train_until;

Wording refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), error.wording().library);
    return error.wording();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Only the command line writes -- before a name, and it does so for each of `options`; others do
/// not mention its program.
void expect_own_names(const Wording& message, const std::vector<std::string_view>& options) {
  EXPECT_FALSE(has(message.library, "--") || has(message.library, "bsg train")) << message.library;
  EXPECT_FALSE(has(message.python, "--") || has(message.python, "bsg train")) << message.python;
  for (const std::string_view name : options) {
    const Wording option = option_wording(name);
    EXPECT_TRUE(has(message.library, option.library)) << message.library << " lacks " << name;
    EXPECT_TRUE(has(message.command_line, option.command_line))
        << message.command_line << " lacks " << name;
    EXPECT_TRUE(has(message.python, option.python)) << message.python << " lacks " << name;
  }
}

TEST(Messages, OfEveryOptionOutOfRange) {
  for (const OptionDescription& option : option_table()) {
    if (option.kind == "FOLDER" || option.kind == "COLUMN") continue;  // any text may be one
    TrainingOptions options;
    const Wording message = refusal([&] { set_option(options, option.name, "nonsense"); });
    expect_own_names(message, {option.name});
    EXPECT_EQ(message.command_line, "option --" + std::string(option.name) +
                                        ": 'nonsense' is not " + std::string(option.range));
  }
}

TEST(Messages, OfEveryOptionWithoutEffect) {
  for (const OptionDescription& option : option_table()) {
    TrainingOptions options;
    if (!option.methods.empty()) {
      options.method = option.belongs_to(Method::skipgram) ? Method::bsg : Method::skipgram;
      expect_own_names(refusal([&] { check_applies(options, option.name); }),
                       {option.name, "method"});
      options.method = option.methods.front();
    }
    if (option.idle_with) {
      set_option(options, option.idle_with->name, option.idle_with->value);
      expect_own_names(refusal([&] { check_applies(options, option.name); }),
                       {option.name, option.idle_with->name});
    }
  }
  expect_own_names(refusal([] { check_applies({}, "no-such-thing"); }), {"no-such-thing"});
}

TEST(Messages, OfTables) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("x.csv", "user,item\na,x\na,y\n")}};
  const auto refusal_of = [&](const CorpusOptions& corpus) {
    TrainingOptions options;
    options.corpus = corpus;
    return refusal([&] { train(input, options); });
  };
  expect_own_names(refusal_of({.sets = true}), {"input-format", "user-column", "item-column"});
  expect_own_names(refusal_of({.format = InputFormat::csv}), {"input-format", "user-column"});
  expect_own_names(
      refusal_of({.format = InputFormat::csv, .columns = {.user = "user", .item = "film"}}),
      {"item-column"});
  expect_own_names(refusal_of({.format = InputFormat::csv,
                               .columns = {.user = "user", .item = "item", .weight = "2"}}),
                   {"weight-column", "users"});
}

TEST(Messages, OfTextsThatCannotBeLearned) {
  const TemporaryFolder folder;
  TrainingOptions options;
  const TrainingInput one_word{.texts = {folder.write("one", "a a\n")}};
  const Wording too_few = refusal([&] { train(one_word, options); });
  expect_own_names(too_few, {"min-count", "vocabulary-size"});
  EXPECT_TRUE(has(too_few.command_line, ", and --min-count 1 with --vocabulary-size 30000 leaves"))
      << too_few.command_line;
  EXPECT_TRUE(has(too_few.python, ", and min_count=1 with vocabulary_size=30000 leaves"))
      << too_few.python;

  const TrainingInput apart{.texts = {folder.write("apart", "a\nb\na\n")}};
  expect_own_names(refusal([&] { train(apart, options); }), {"subsample"});

  const auto sentences = std::make_shared<Sentences>();
  sentences->add(std::vector<std::string_view>{"a", "b"});
  options.corpus.tokenizer = Tokenizer::words;
  expect_own_names(refusal([&] { train({.sentences = sentences}, options); }), {"tokenizer"});
}

TEST(Messages, OfNumbersOutOfRange) {
  const TemporaryFolder folder;
  TrainingOptions options = checkpointed_options();
  options.inference.prior_precision = options.inference.context_prior_precision = 1e-300;
  const TrainingInput alone{.texts = {folder.write("alone", "a b a b\nalone\n")}};
  expect_own_names(refusal([&] { train(alone, options); }),
                   {"prior-precision", "context-prior-precision", "negatives"});

  options = checkpointed_options();
  options.method = Method::skipgram;
  options.skipgram.learning_rate = 1;
  options.sampling.negatives = 1000;
  options.inference.iterations = 50;
  const TrainingInput groups{.texts = {folder.write("groups", planted_groups(300))}};
  expect_own_names(refusal([&] { train(groups, options); }), {"learning-rate", "negatives"});
}

TEST(Messages, OfMemoryAndDisk) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(50))}};
  TrainingOptions options = checkpointed_options();
  options.memory.budget = 1 << 20;
  const Wording too_large = refusal([&] { train(input, options); });
  expect_own_names(too_large, {"memory", "dimension", "vocabulary-size"});
  EXPECT_TRUE(too_large.command_line.ends_with(
      "; choose a smaller --dimension or --vocabulary-size, or a larger --memory"))
      << too_large.command_line;

  expect_own_names(planning::describe_shortage({}), {"memory"});
  expect_own_names(planning::describe_shortage({.parts = {{"densities", 5}}, .memory = 5}),
                   {"dimension", "vocabulary-size", "threads"});
  const std::uint64_t endless = std::uint64_t{1} << 58;
  const MemoryOptions memory{.budget = 1000, .scratch = folder.path().string()};
  expect_own_names(
      refusal([&] { planning::plan_memory({.text = 8, .precision = endless}, memory); }),
      {"scratch", "memory"});
  expect_own_names(refusal([&] {
                     planning::plan_memory({.text = 8, .checkpoint = endless}, memory, false,
                                           {folder.path().string()});
                   }),
                   {"checkpoint"});
}

TEST(Messages, OfCheckpoints) {
  const TemporaryFolder folder;
  const std::string kept = folder / "kept";
  TrainingInput input{.texts = {folder.write("text", planted_groups(100))},
                      .checkpoint = {.folder = kept, .every = 0}};
  expect_own_names(refusal([&] { train(input, checkpointed_options()); }), {"checkpoint-every"});
  input.checkpoint.every = 1;
  ASSERT_TRUE(train_until(3, input, checkpointed_options()));

  const Wording taken = refusal([&] { train(input, checkpointed_options()); });
  expect_own_names(taken, {});
  EXPECT_TRUE(has(taken.command_line, "; to resume from it: bsg train --resume '" + kept + "'; to"))
      << taken.command_line;
  EXPECT_TRUE(has(taken.python, "; to resume from it: bsg.resume('" + kept + "'); to"))
      << taken.python;

  SavedRun saved = read_checkpoint(kept);
  set_option(saved.options, "burn-in", "1");
  expect_own_names(refusal([&] { train(saved.input, saved.options); }), {"burn-in"});

  const Wording none = refusal([&] { read_checkpoint(folder / "none"); });
  expect_own_names(none, {});
  EXPECT_TRUE(none.command_line.ends_with(
      "bsg train TEXT (or bsg update MODEL TEXT) -o MODEL --checkpoint FOLDER"));
  EXPECT_TRUE(none.python.ends_with("bsg.train(texts, checkpoint='" + folder / "none" + "')"))
      << none.python;
}

}  // namespace
}  // namespace bsg
