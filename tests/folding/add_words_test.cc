#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bsg/error.h"
#include "bsg/infer.h"
#include "files/temporary_folder.h"
#include "folding/random_model.h"

namespace bsg {
namespace {

InferredWord inferred(const std::string& word, std::uint64_t count, float value) {
  const std::vector<float> numbers(7, value);
  return {.word = word, .count = count, .evidence = 1, .density = {numbers, numbers}};
}

void expect_same_row(const Model& model, WordId id, const Model& larger, WordId place) {
  EXPECT_EQ(model.count(id), larger.count(place));
  for (const Side side : {Side::target, Side::context}) {
    EXPECT_TRUE(std::ranges::equal(model.mean(side, id), larger.mean(side, place)));
    EXPECT_TRUE(std::ranges::equal(model.variance(side, id), larger.variance(side, place)));
  }
}

/// With records of iterations that learned their priors.
Model model_with_records(const tests::ModelCase& c) {
  ModelData data = tests::random_model(c);
  data.calibration = {{.count = 2, .target = 0.5F, .context = 0.75F}, {.count = 30, .target = 3}};
  for (const std::uint32_t iteration : {1U, 2U}) {
    data.iterations.push_back({.iteration = iteration,
                               .tokens = 1000,
                               .relative_change = 0.5,
                               .target_prior_precision = 3.0 * iteration,
                               .context_prior_precision = 2.0 * iteration});
  }
  return Model(std::move(data));
}

TEST(AddWords, LeavesAllElseAsItWas) {
  for (const bool spelling : {false, true}) {
    const Model model = model_with_records({.spelling = spelling});
    const std::vector<InferredWord> words = {inferred("rare", 1, 0.5F),
                                             inferred("first", 1000000, 0.25F),
                                             inferred("even", 5000, 0.125F)};
    const Model larger = add_words(model, words);
    ASSERT_EQ(larger.size(), model.size() + 3);
    for (WordId id = 0; id < model.size(); ++id) {
      expect_same_row(model, id, larger, larger.id(model.word(id)));
    }
    for (WordId id = 0; id + 1 < larger.size(); ++id) {
      EXPECT_GE(larger.count(id), larger.count(id + 1));
    }
    for (const Side side : {Side::target, Side::context}) {
      EXPECT_TRUE(std::ranges::equal(model.axes(side), larger.axes(side)));
    }
    EXPECT_EQ(model.options(), larger.options());
    EXPECT_TRUE(std::ranges::equal(model.iterations(), larger.iterations()));
    ASSERT_EQ(larger.calibration().size(), 2U);
    EXPECT_TRUE(std::ranges::equal(model.calibration(), larger.calibration()));
    EXPECT_EQ(model.features().names, larger.features().names);
    EXPECT_EQ(model.features().weights, larger.features().weights);
    EXPECT_EQ(model.guess("newest"), larger.guess("newest"));
    EXPECT_EQ(larger.find("first"), 0U);
    for (const InferredWord& word : words) {
      const WordId id = larger.id(word.word);
      EXPECT_EQ(larger.count(id), word.count);
      EXPECT_TRUE(std::ranges::equal(larger.mean(Side::target, id), word.density.mean));
      EXPECT_TRUE(std::ranges::equal(larger.variance(Side::target, id), word.density.variance));
      for (const float mean : larger.mean(Side::context, id)) EXPECT_EQ(mean, 0);
    }
  }
}

TEST(AddWords, GivesThemTheLastPriorOfTheContexts) {
  const Model model = model_with_records({.axes = false});
  const Model larger = add_words(model, std::vector{inferred("new", 1, 0.5F)});
  for (const float variance : larger.variance(Side::context, larger.id("new"))) {
    EXPECT_FLOAT_EQ(variance, 1 / 4.0F);
  }
}

TEST(AddWords, KeepsUsersAndTheirItems) {
  ModelData data = tests::random_model({});
  data.users = {.names = {"ann", "bob"},
                .starts = {0, 3, 4},
                .items = {0, 7, 59, 3},
                .weights = {1, 2, 0.5F, 1}};
  const Model model(data);
  const Model larger =
      add_words(model, std::vector{inferred("first", 1000000, 0.5F), inferred("last", 0, 0.5F)});
  ASSERT_EQ(larger.user_count(), 2U);
  for (std::size_t user = 0; user < 2; ++user) {
    EXPECT_EQ(larger.user(user), model.user(user));
    EXPECT_TRUE(std::ranges::equal(larger.weights_of(user), model.weights_of(user)));
    const auto word_of = [](const Model& of) { return [&of](WordId id) { return of.word(id); }; };
    EXPECT_TRUE(std::ranges::equal(larger.items_of(user), model.items_of(user), {}, word_of(larger),
                                   word_of(model)));
  }
}

TEST(AddWords, DoesNotDependOnTheirOrder) {
  const Model model(tests::random_model({}));
  std::vector<InferredWord> words = {inferred("b", 3, 0.5F), inferred("a", 3, 0.25F),
                                     inferred("c", 5000, 0.5F)};
  const tests::TemporaryFolder folder;
  add_words(model, words).save(folder.path() / "one");
  std::ranges::reverse(words);
  const Model other = add_words(model, words);
  other.save(folder.path() / "other");
  EXPECT_EQ(tests::content_of(folder / "one"), tests::content_of(folder / "other"));
  EXPECT_LT(other.id("a"), other.id("b"));
}

TEST(AddWords, RoundTripsThroughAFile) {
  const Model model(tests::random_model({.spelling = true}));
  const tests::TemporaryFolder folder;
  const Model larger = add_words(model, std::vector{inferred("new", 12, 0.5F)});
  larger.save(folder.path() / "model");
  const Model loaded = Model::load(folder.path() / "model");
  ASSERT_EQ(loaded.size(), larger.size());
  for (WordId id = 0; id < larger.size(); ++id) {
    EXPECT_EQ(larger.word(id), loaded.word(id));
    expect_same_row(larger, id, loaded, id);
  }
}

TEST(AddWords, RefusesWhatCannotBeAdded) {
  const Model model(tests::random_model({}));
  const auto refused = [&](const std::vector<InferredWord>& words) {
    try {
      add_words(model, words);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused({inferred("w3", 1, 1)}), "\"w3\" is in the model already");
  EXPECT_EQ(refused({inferred("a", 1, 1), inferred("b", 2, 1), inferred("a", 3, 1)}),
            "\"a\" is to be added twice");
  InferredWord short_one = inferred("a", 1, 1);
  short_one.density.mean.pop_back();
  EXPECT_EQ(refused({short_one}),
            "\"a\" has a mean of 6 numbers and a variance of 7, and the model is of dimension 7");
  EXPECT_THROW(add_words(model, std::vector{inferred("", 1, 1)}), ModelError);
  EXPECT_EQ(add_words(model, {}).size(), model.size());
}

}  // namespace
}  // namespace bsg
