#include <fmt/format.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "bsg/infer.h"
#include "bsg/query.h"
#include "files/temporary_folder.h"
#include "folding/random_model.h"

namespace bsg {
namespace {

using Lines = std::vector<std::vector<std::string>>;

InferenceInput lines(const Lines& all, std::vector<std::string> words = {},
                     std::uint64_t min_count = 1) {
  auto sentences = std::make_shared<Sentences>();
  for (const auto& line : all) {
    sentences->add(std::vector<std::string_view>(line.begin(), line.end()));
  }
  return {.texts = {}, .sentences = sentences, .words = std::move(words), .min_count = min_count};
}

const Lines kLines = {{"w1", "new", "w2", "w3"},
                      {"w4", "other", "new", "w5"},
                      {"other", "other", "w2", "w30"},
                      {"rare", "w7"}};

Model model_of(const tests::ModelCase& c = {}) {
  return Model(tests::random_model(c));
}

std::vector<std::string> names(const std::vector<InferredWord>& words) {
  std::vector<std::string> names;
  for (const InferredWord& word : words) names.push_back(word.word);
  return names;
}

double width(const TargetDensity& density) {
  double sum = 0;
  for (const float variance : density.variance) sum += std::sqrt(double{variance});
  return sum;
}

std::string refusal_of(const auto& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(TargetInference, FindsWordsByTheirCount) {
  const TargetInference inference(model_of());
  const std::vector<InferredWord> words = inference.words(lines(kLines));
  EXPECT_EQ(names(words), (std::vector<std::string>{"other", "new", "rare"}));
  EXPECT_EQ(words[0].count, 3U);
  EXPECT_GT(words[0].evidence, 0);
  EXPECT_EQ(names(inference.words(lines(kLines, {}, 2))),
            (std::vector<std::string>{"other", "new"}));
  EXPECT_EQ(names(inference.words(lines(kLines, {"rare", "new", "rare"}))),
            (std::vector<std::string>{"new", "rare"}));
}

TEST(TargetInference, IsSurerOfWhatItSeesMore) {
  const TargetInference inference(model_of());
  Lines many;
  for (int k = 0; k < 100; ++k) many.push_back({"w40", "new", "w50"});
  const InferredWord two = inference.words(lines({{"w40", "new", "w50"}})).front();
  const InferredWord all = inference.words(lines(many)).front();
  EXPECT_NEAR(all.evidence, 100 * two.evidence, 1e-3);
  EXPECT_LT(width(all.density), 0.7 * width(two.density));
}

/// On an axis of the model, of the targets taught: all but the last.
double mean_square(const Model& model, std::size_t axis) {
  double sum = 0;
  for (WordId id = 0; id + 1 < model.size(); ++id) {
    const double mean = double{model.mean(Side::target, id)[axis]};
    sum += mean * mean + double{model.variance(Side::target, id)[axis]};
  }
  return sum / static_cast<double>(model.size() - 1);
}

/// What is inferred of a word with nothing around it.
TargetDensity of_nothing(const Model& model, const std::string& name) {
  const InferredWord word = TargetInference(model).words(lines({{name}, {"w1", "w2"}})).front();
  EXPECT_EQ(word.evidence, 0);
  return word.density;
}

TEST(TargetInference, TakesWordsThatItKnowsNothingOfToSpreadLikeItsOwn) {
  for (const bool axes : {false, true}) {
    const Model model = model_of({.axes = axes});
    const TargetDensity density = of_nothing(model, "new");
    const std::span<const float> A = model.axes(Side::target);
    std::vector<double> stretches(7, 1);
    for (std::size_t k = 0; axes && k < 7; ++k) {
      stretches[k] = std::inner_product(&A[k * 7], &A[k * 7] + 7, &A[k * 7], 0.0);
    }
    double spread = 0;
    for (std::size_t k = 0; k < 7; ++k) spread += mean_square(model, k) / stretches[k] / 7;
    for (std::size_t k = 0; k < 7; ++k) {
      EXPECT_EQ(density.mean[k], 0);
      EXPECT_NEAR(density.variance[k], spread * stretches[k], 1e-4 * spread * stretches[k]);
    }
  }
}

TEST(TargetInference, TakesWordsOfUnknownSpellingForThePriorFromFeatures) {
  const Model model = model_of({.axes = false, .spelling = true});
  for (const float variance : of_nothing(model, "xyz").variance) EXPECT_NEAR(variance, 0.8, 1e-6);
}

InferredWord find(const std::vector<InferredWord>& words, std::string_view word) {
  return *std::ranges::find(words, word, &InferredWord::word);
}

/// Whether they are inferred as well or not.
TEST(TargetInference, LetsNoWordWithoutAContextTakeAPlaceInWindows) {
  const TargetInference inference(model_of());
  const InferredWord alone = inference.words(lines({{"w9", "new", "w8"}})).front();
  const Lines beside = {{"w9", "x", "x", "new", "w59", "w8"}};
  EXPECT_EQ(inference.words(lines(beside, {"new"})).front(), alone);
  EXPECT_EQ(find(inference.words(lines(beside)), "new"), alone);
}

TEST(TargetInference, DependsNeitherOnOtherWordsNorOnThreads) {
  const TargetInference inference(model_of({.spelling = true}));
  const Lines shared = {{"w1", "new", "w2"},
                        {"w4", "news", "new", "w5", "newer", "w20"},
                        {"w4", "new", "w9", "newer", "news", "w30", "new"},
                        {"w7", "newest", "new"}};
  const std::vector<InferredWord> all = inference.words(lines(shared));
  EXPECT_EQ(all.size(), 4U);
  for (const std::size_t threads : {1U, 4U}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    EXPECT_EQ(inference.words(lines(shared)), all);
  }
  for (const InferredWord& word : all) {
    EXPECT_EQ(inference.words(lines(shared, {word.word})).front(), word);
  }
  for (const InferredWord& word : inference.words(lines(shared, {}, 2))) {
    EXPECT_EQ(word, find(all, word.word));
  }
}

/// Each with its own lines alone.
TEST(TargetInference, DependsOnAWordsOwnLinesAlone) {
  const TargetInference inference(model_of());
  const Lines own = {{"w4", "news", "new", "w5"}, {"new", "w9"}}, others = {{"news", "w1", "w2"}};
  Lines all = own;
  all.insert(all.begin(), others.begin(), others.end());
  EXPECT_EQ(find(inference.words(lines(all)), "new"), find(inference.words(lines(own)), "new"));
}

TEST(TargetInference, ReadsFilesAsItReadsSentences) {
  const TargetInference inference(model_of());
  const tests::TemporaryFolder folder;
  std::string text;
  for (const auto& line : kLines) {
    for (const std::string& word : line) text += word + " ";
    text += "\n";
  }
  EXPECT_EQ(inference.words({.texts = {folder.write("text", text)}}),
            inference.words(lines(kLines)));
}

TEST(TargetInference, TakesSentencesWhateverTokenizerTheModelHad) {
  ModelData data = tests::random_model({});
  data.options["tokenizer"] = "words";
  EXPECT_EQ(TargetInference(Model(data)).words(lines(kLines)),
            TargetInference(model_of()).words(lines(kLines)));
}

TEST(TargetInference, WhatWasInferredChangesNothingThatIsInferredNext) {
  for (const bool spelling : {false, true}) {
    const Model model = model_of({.spelling = spelling});
    const TargetInference before(model);
    const Model larger = add_words(model, before.words(lines({{"w1", "first", "w2", "w3"}})));
    const TargetInference after(larger);
    const Lines apart = {{"w1", "new", "w2", "w3"}, {"w4", "w5", "new"}};
    EXPECT_EQ(after.words(lines(apart)), before.words(lines(apart)));
    // Nothing is known of what appears around an inferred word.
    const Lines beside = {{"w1", "new", "first", "w2", "w3"}, {"w4", "w5", "new"}};
    EXPECT_EQ(after.words(lines(beside)), before.words(lines(apart)));
  }
}

TEST(TargetInference, OfABagDependsOnItsWordsAlone) {
  const TargetInference inference(model_of());
  const std::vector<std::string> bag = {"w3", "w20", "w3", "unknown", "w7", "w59"};
  const std::vector<std::string> shuffled = {"w59", "w7", "w3", "w3", "w20"};
  const std::vector<std::string> once = {"w3", "w20", "w7"};
  EXPECT_EQ(inference.bag(bag), inference.bag(shuffled));
  EXPECT_NE(inference.bag(bag), inference.bag(once));
  const TargetInference of_sets(model_of({.sets = true}));
  EXPECT_EQ(of_sets.bag(bag), of_sets.bag(once));
}

TEST(TargetInference, OfManyBagsIsThatOfEach) {
  const TargetInference inference(model_of());
  std::vector<std::vector<std::string>> bags;
  for (int k = 0; k < 70; ++k) {
    bags.push_back({"w" + std::to_string(k % 50)});
    for (int other = 0; other < k % 9; ++other) bags.back().push_back("w" + std::to_string(other));
  }
  const std::vector<TargetDensity> all = inference.bags(bags);
  for (std::size_t k = 0; k < bags.size(); ++k) EXPECT_EQ(inference.bag(bags[k]), all[k]) << k;
}

TEST(TargetInference, LeavesOutBagsThatTellNothing) {
  const TargetInference inference(model_of());
  const std::vector<std::vector<std::string>> bags = {{"x"}, {"w3", "w20"}, {}, {"w59"}, {"w7"}};
  const auto known = inference.known_bags(bags);
  ASSERT_EQ(known.size(), 5U);
  for (const std::size_t cold : {0U, 2U, 3U}) EXPECT_FALSE(known[cold]);
  EXPECT_EQ(known[1], inference.bag(bags[1]));
  EXPECT_EQ(known[4], inference.bag(bags[4]));
  EXPECT_EQ(inference.known_bags(std::span(bags).first(1)).front(), std::nullopt);
  EXPECT_TRUE(inference.known_bags({}).empty());
}

/// Of models of sets that keep every item.
TargetInference of_sets(const std::string& basket_weight, const std::string& pair_weight) {
  ModelData data = tests::random_model({.sets = true});
  data.options["basket-weight"] = basket_weight;
  data.options["pair-weight"] = pair_weight;
  data.options["subsample"] = "1";
  return TargetInference(Model(data));
}

const std::vector<std::string> kBag = {"w3", "w20", "w7"};
/// Each of the bag's items counts once.
const Lines kBasketOfBag = {{"w3", "new", "w20", "w7", "new", "w3"}};

/// A basket is a bag of the items beside the one inferred.
TEST(TargetInference, OfABasketWhosePairsAreWholeIsThatOfItsBag) {
  for (const std::string pair_weight : {"1", "2.5"}) {
    const TargetInference inference = of_sets("pairs", pair_weight);
    const InferredWord word = inference.words(lines(kBasketOfBag)).front();
    EXPECT_EQ(word.density, inference.bag(kBag));
    EXPECT_EQ(word.evidence, 3 * std::stod(pair_weight));
  }
  const TargetInference subsampled([] {
    ModelData data = tests::random_model({.sets = true});
    data.options["basket-weight"] = "pairs";
    return Model(data);
  }());
  EXPECT_EQ(subsampled.words(lines(kBasketOfBag)).front().density, subsampled.bag(kBag));
}

/// A bag has its items whole, a basket shares c between them: each of three counts c / 3.
TEST(TargetInference, OfABasketThatSharesItsWeightIsThatOfItsBagWithAShareOfIt) {
  for (const std::uint64_t mean_partners : {1U, 2U}) {
    ModelData data = tests::random_model({.sets = true});
    data.options["basket-weight"] = "items";
    data.options["subsample"] = "1";
    data.iterations = {{.iteration = 1, .tokens = 100, .positive_pairs = 100 * mean_partners}};
    const TargetInference inference{Model(data)};
    const InferredWord word = inference.words(lines(kBasketOfBag)).front();
    const auto c = static_cast<double>(mean_partners);
    EXPECT_NEAR(word.evidence, c, 1e-6);
    EXPECT_EQ(word.density, of_sets("items", fmt::format("{}", c / 3)).bag(kBag));
    EXPECT_EQ(inference.bag(kBag), of_sets("pairs", "1").bag(kBag));
    EXPECT_GT(width(word.density), width(inference.bag(kBag)));
  }
}

TEST(TargetInference, RefusesWhatItCannotInfer) {
  const TargetInference inference(model_of());
  const auto refused = [&](const InferenceInput& input) {
    return refusal_of([&] { (void)inference.words(input); });
  };
  EXPECT_EQ(refused(lines(kLines, {"new", "w1"})),
            "\"w1\" is in the model already; update the model with the text to learn more of it");
  EXPECT_EQ(refused(lines(kLines, {"new", "a\nb"})),
            "\"a\\nb\" is not in the text; give lines that have it, spelled the same way");
  const std::string nothing_new = "the model has every word of the text already";
  EXPECT_EQ(refused(lines({{"w1", "w2"}})), nothing_new);
  EXPECT_EQ(refused(lines({{"w1", "w2"}}, {}, 9)), nothing_new);
  EXPECT_EQ(refused(lines(kLines, {}, 9)),
            "no word that the model does not have occurs 9 times in the text; use a smaller "
            "min-count");
  EXPECT_EQ(refused(lines({})), "there is no sentence with a word in it");
  EXPECT_EQ(refused({}), "no text was given");
  const std::string unknown =
      "the text has no word that the model has learned; check that it is tokenized as the model's "
      "own text was";
  EXPECT_EQ(refused(lines({{"x", "y"}})), unknown);
  EXPECT_EQ(refused(lines({{"x", "w59"}})), unknown);
}

TEST(TargetInference, RefusesBagsThatTellNothing) {
  const TargetInference inference(model_of());
  const auto refused = [&](std::vector<std::vector<std::string>> bags) {
    return refusal_of([&] { (void)inference.bags(bags); });
  };
  EXPECT_EQ(refused({{}}), "there is nothing to infer from: it has no words");
  EXPECT_EQ(refused({{"x"}}),
            "the model has learned none of the words (\"x\"): there is nothing to infer from");
  EXPECT_EQ(refused({{"w59", "x"}}),
            "the model has learned none of the words (\"w59\", …): there is nothing to infer from");
  EXPECT_EQ(refused({{"w1"}, {"w59", "x"}}),
            "the model has learned none of the words of bag 1 (counted from 0): leave it out, or "
            "call known_bags()");
  EXPECT_EQ(refused({{}, {"w1"}, {"w59", "x"}}),
            "the model has learned none of the words of bags 0, 2 (counted from 0): leave them "
            "out, or call known_bags()");
  EXPECT_TRUE(inference.bags({}).empty());
}

TEST(TargetInference, RefusesModelsOfPointsAndThoseOfOtherPrograms) {
  ModelData points = tests::random_model({});
  points.target_variance.clear();
  points.context_variance.clear();
  points.target_axes.clear();
  points.context_axes.clear();
  EXPECT_THROW(TargetInference{Model(points)}, ModelError);
  ModelData untaught = tests::random_model({});
  std::ranges::fill(untaught.context_mean, 0.0F);
  EXPECT_THROW(TargetInference{Model(untaught)}, ModelError);
  ModelData unrecorded = tests::random_model({});
  unrecorded.options.clear();
  EXPECT_THROW(TargetInference{Model(unrecorded)}, ModelError);
}

TEST(QueryOfDensities, AnswersAsForTheWordThatHasThem) {
  const Model model = model_of();
  const TargetDensity density{
      {model.mean(Side::target, 4).begin(), model.mean(Side::target, 4).end()},
      {model.variance(Side::target, 4).begin(), model.variance(Side::target, 4).end()}};
  for (const Measure measure : {Measure::cosine, Measure::probability, Measure::kl}) {
    const Query query(model, {.measure = measure});
    std::vector<Answer> of_density =
        query.neighbors(Composition{.positive = {}, .negative = {}, .densities = {density}}, 60);
    std::vector<Answer> of_word = query.neighbors("w4", 60);
    ASSERT_EQ(of_density.size(), of_word.size() + 1);  // the word itself is an answer
    const auto itself = std::ranges::find(of_density, "w4", &Answer::word);
    ASSERT_NE(itself, of_density.end());
    of_density.erase(itself);
    for (std::size_t k = 0; k < of_word.size(); ++k) {
      EXPECT_EQ(of_density[k].word, of_word[k].word);
      EXPECT_DOUBLE_EQ(of_density[k].score.value, of_word[k].score.value);
    }
  }
  const Query query(model);
  const Composition mixed{.positive = {"w9"}, .negative = {"w11"}, .densities = {density}};
  EXPECT_EQ(query.neighbors(mixed, 3).front().word,
            query.neighbors({.positive = {"w9", "w4"}, .negative = {"w11"}}, 3).front().word);
}

TEST(QueryOfDensities, RefusesOtherDimensionsAndRepresentations) {
  const Model model = model_of();
  const std::vector<float> ones(7, 1);
  const auto refused = [&](const TargetDensity& density, Representation representation) {
    const Composition question{.positive = {}, .negative = {}, .densities = {density}};
    return refusal_of(
        [&] { (void)Query(model, {.representation = representation}).neighbors(question, 3); });
  };
  EXPECT_EQ(
      refused({ones, {1, 2}}, Representation::target),
      "a density with a mean of 7 numbers and a variance of 2 cannot be asked of a model of 7 "
      "dimensions");
  EXPECT_EQ(
      refused({{1, 2}, {1, 2}}, Representation::target),
      "a density with a mean of 2 numbers and a variance of 2 cannot be asked of a model of 7 "
      "dimensions");
  EXPECT_EQ(refused({ones, ones}, Representation::sum),
            "an inferred density stands for a target: use representation target or representation "
            "target-context");
  const Composition fine{.positive = {}, .negative = {}, .densities = {{ones, ones}}};
  EXPECT_EQ(
      Query(model, {.representation = Representation::target_context}).neighbors(fine, 100).size(),
      59U);  // all but the word without a context
}

}  // namespace
}  // namespace bsg
