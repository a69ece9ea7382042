#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "bsg/query.h"
#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "training/planted_groups.h"

namespace bsg {
namespace {

using tests::bytes_of;
using tests::TemporaryFolder;

const std::vector<std::string> kStems{"bakon", "timur", "selopa", "rugini"};
const std::vector<std::string> kEndings{"", "s", "ed", "ing", "er", "ers", "able", "ment"};

/// Families of words that share a stem; words of one family appear together, and only together. The
/// last family has no "ing".
std::string families(std::size_t lines) {
  std::mt19937 random(11);
  std::string text;
  for (std::size_t line = 0; line < lines; ++line) {
    const std::size_t family = random() % kStems.size();
    for (int k = 0; k < 8; ++k) {
      std::string ending = kEndings[random() % kEndings.size()];
      if (family + 1 == kStems.size() && ending == "ing") ending = "s";
      text += kStems[family] + ending + " ";
    }
    text += "\n";
  }
  return text;
}

/// Items a0 … and b0 …, bought with their own kind.
std::string baskets(std::size_t lines) {
  std::mt19937 random(5);
  std::string text;
  for (std::size_t line = 0; line < lines; ++line) {
    const char kind = random() % 2 == 0 ? 'a' : 'b';
    for (int k = 0; k < 5; ++k) text += kind + std::to_string(random() % 10) + " ";
    text += "\n";
  }
  return text;
}

std::string tags_of_items() {
  std::string tags = "cold\tred round\nblank\t\nother\tunheard\n";
  for (int item = 0; item < 10; ++item) {
    tags += "a" + std::to_string(item) + "\tred round\n";
    tags += "b" + std::to_string(item) + "\tblue\n";
  }
  return tags;
}

TrainingOptions small_options() {
  TrainingOptions options;
  options.inference.dimension = 8;
  options.inference.iterations = 10;
  options.inference.burn_in = 3;
  options.sampling.subsample = 1;
  return options;
}

TrainingOptions with_spelling() {
  TrainingOptions options = small_options();
  options.subwords = {3, 6};
  return options;
}

double total(std::span<const float> values) {
  double sum = 0;
  for (const float value : values) sum += double{value};
  return sum;
}

TEST(TrainWithSubwords, GuessesAWordThatItNeverSaw) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", families(3000))}};
  const Model model = train(input, with_spelling()).model;
  EXPECT_TRUE(model.knows_spelling());
  EXPECT_FALSE(model.find("ruginiing"));
  const Query query(model);
  for (const Answer& answer : query.neighbors("ruginiing", 5)) {
    EXPECT_TRUE(answer.word.starts_with("rugini")) << answer.word;
  }
  EXPECT_GT(query.similarity("ruginiing", "ruginis").value,
            query.similarity("ruginiing", "bakoning").value);
}

TEST(TrainWithSubwords, AGuessIsWiderThanWhatIsKnown) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", families(3000))}};
  const Model model = train(input, with_spelling()).model;
  const double of_known = total(model.variance(Side::target, model.id("ruginis")));
  const double of_relative = total(model.guess("ruginiing")->variance);
  const double of_stranger = total(model.guess("xyzing")->variance);
  EXPECT_LT(of_known, of_relative);
  EXPECT_LT(of_relative, of_stranger);
  EXPECT_FALSE(model.guess("qqq"));
}

TEST(TrainWithSubwords, AQuestionCanBeKeptToKnownWords) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", families(500))}};
  const Model model = train(input, with_spelling()).model;
  EXPECT_THROW(static_cast<void>(Query(model, {.known_only = true}).neighbors("ruginiing", 1)),
               UnknownWordError);
  EXPECT_THROW(static_cast<void>(
                   Query(model, {.representation = Representation::sum}).neighbors("ruginiing", 1)),
               UnknownWordError);
  EXPECT_EQ(Query(model, {.representation = Representation::target_context})
                .neighbors("ruginiing", 1)
                .size(),
            1U);
  EXPECT_THROW(static_cast<void>(Query(model).neighbors("qqq", 1)), UnknownWordError);
  const Score itself = Query(model).similarity("ruginiing", "ruginiing");
  EXPECT_NEAR(itself.cosine, 1, 1e-6);
  EXPECT_NEAR(itself.cosine_deviation, 0, 1e-6);
}

TEST(TrainWithSubwords, GivesTheSameBytesOnAnyNumberOfThreads) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", families(500))},
                            .features = folder.write("tags", "bakon\tx\ntimur\tx\nselopa\ty\n")};
  TrainingOptions options = with_spelling();
  options.threads = 1;
  const std::string one = bytes_of(train(input, options).model, folder);
  options.threads = 3;
  EXPECT_EQ(bytes_of(train(input, options).model, folder), one);
}

TEST(TrainWithSubwords, RecordsThePriorAndPlansItsMemory) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", families(500))}};
  const TrainingResult result = train(input, with_spelling());
  for (const IterationRecord& record : result.model.iterations()) {
    EXPECT_GT(record.target_prior_precision.value_or(0), 0);
  }
  EXPECT_EQ(std::ranges::count(result.report.memory.parts, "features", &MemoryPart::name), 1);
  EXPECT_EQ(result.model.options().at("subwords"), "3-6");
}

TEST(TrainWithSubwords, TakesWordsThatHaveNothingInCommonAsWholeForms) {
  const TemporaryFolder folder;
  TrainingInput input{.texts = {folder.write("text", "ab cd ab cd\nab cd\n")}};
  EXPECT_FALSE(train(input, with_spelling()).model.knows_spelling());
  input.features = folder.write("tags", "ab\tx\ncd\ty\n");
  EXPECT_THROW(train(input, with_spelling()), InputError);
}

TEST(TrainWithFeatures, KnowsItemsThatNoBasketHas) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("baskets", baskets(2000))},
                            .features = folder.write("tags", tags_of_items())};
  TrainingOptions options = small_options();
  options.corpus.sets = true;
  const Model model = train(input, options).model;
  ASSERT_TRUE(model.find("cold"));
  EXPECT_EQ(model.count(model.id("cold")), 0U);
  EXPECT_FALSE(model.find("blank")) << "has no tags";
  EXPECT_FALSE(model.find("other")) << "has a tag that no other item has";
  for (const Answer& answer : Query(model).neighbors("cold", 10)) {
    EXPECT_EQ(answer.word[0], 'a') << answer.word;
  }
  EXPECT_GT(total(model.variance(Side::target, model.id("cold"))),
            total(model.variance(Side::target, model.id("a1"))));
  for (const Representation representation :
       {Representation::target_context, Representation::context, Representation::sum}) {
    const Query query(model, {.representation = representation});
    for (const Answer& answer : query.neighbors("a1", model.size())) {
      EXPECT_NE(answer.word, "cold") << "has no context";
    }
  }
  EXPECT_FALSE(model.knows_spelling());
  EXPECT_FALSE(model.guess("a99"));
  EXPECT_EQ(model.options().at("features"), "given");
}

TEST(TrainWithFeatures, BelongsToDensities) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("baskets", baskets(20))},
                            .features = folder.write("tags", tags_of_items())};
  TrainingOptions options = small_options();
  options.method = Method::skipgram;
  EXPECT_THROW(train(input, options), OptionError);
}

}  // namespace
}  // namespace bsg
