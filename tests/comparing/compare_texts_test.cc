#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bsg/compare.h"
#include "bsg/error.h"
#include "bsg/train.h"
#include "files/temporary_folder.h"

namespace bsg {
namespace {

using tests::TemporaryFolder;

/// So many words that one that moves changes next to nothing around the others.
constexpr int kGroups = 4, kWords = 50, kLines = 2500;

/// Lines that each take their words from one group. Words of `moved` belong to the next group.
std::string lines(int count, unsigned seed, const std::set<std::string>& moved,
                  int groups = kGroups) {
  std::mt19937 random(seed);
  std::ostringstream text;
  for (int line = 0; line < count; ++line) {
    const auto group = static_cast<int>(random() % static_cast<unsigned>(groups));
    for (int n = 0; n < 8; ++n) {
      const auto member = static_cast<int>(random() % kWords);
      const auto name = [&](int of) {
        return "g" + std::to_string((of + groups) % groups) + "w" + std::to_string(member);
      };
      if (moved.contains(name(group))) continue;
      const bool takes = moved.contains(name(group - 1)) && random() % 2 == 0;
      text << name(takes ? group - 1 : group) << ' ';
    }
    text << '\n';
  }
  return text.str();
}

class CompareTexts : public ::testing::Test {
 protected:
  static Model model_of(const std::vector<std::string>& texts) {
    TrainingOptions options;
    options.inference.dimension = 8;
    options.inference.iterations = 12;
    options.sampling.subsample = 1;
    options.inference.prior_precision = 1;
    options.subwords = SubwordOptions{};
    return train({.texts = texts}, options).model;
  }

  [[nodiscard]] TextComparison compare(const ComparisonOptions& options = {.min_count = 20}) const {
    return compare_texts(model_, {.texts = {a_}}, {.texts = {b_}}, options);
  }

  static Model nothing() {
    ModelData data;
    data.dimension = 1;
    data.words = {"-"};
    data.counts = {1};
    data.target_mean = {1};
    return Model(std::move(data));
  }

  TemporaryFolder folder_;
  std::set<std::string> moved_{"g1w3", "g1w7"};
  std::string a_ = folder_.write("a", lines(kLines, 1, {}));
  std::string b_ = folder_.write("b", lines(kLines, 2, moved_));
  Model model_ = model_of({a_, b_});
};

/// Words found that neither moved nor have, or lost, one that did around them: g1 and g2 changed.
std::size_t found_far_away(const TextComparison& comparison) {
  return static_cast<std::size_t>(
      std::ranges::count_if(comparison.words, [](const WordChange& word) {
        const bool touched = word.word.starts_with("g1w") || word.word.starts_with("g2w");
        return !touched && word.false_discovery_rate <= 0.05;
      }));
}

void expect_the_surest_first(const TextComparison& comparison) {
  for (std::size_t place = 1; place < comparison.words.size(); ++place) {
    EXPECT_GE(comparison.words[place].false_discovery_rate,
              comparison.words[place - 1].false_discovery_rate);
  }
}

TEST_F(CompareTexts, FindsTheWordsThatMovedAndNoOther) {
  const TextComparison comparison = compare();
  ASSERT_EQ(comparison.words.size(), std::size_t{kGroups * kWords});
  expect_the_surest_first(comparison);
  EXPECT_LE(found_far_away(comparison), 2U);  // of 100
  for (std::size_t place = 0; place < comparison.words.size(); ++place) {
    const WordChange& word = comparison.words[place];
    SCOPED_TRACE(word.word);
    const bool moved = moved_.contains(word.word);
    EXPECT_EQ(place < moved_.size(), moved);
    EXPECT_EQ(word.distance > 0.2, moved) << word.distance;
    EXPECT_EQ(word.probability > 0.9, moved) << word.probability;
    EXPECT_EQ(word.probability > 0.1, moved) << word.probability;
    if (moved) {
      EXPECT_LT(word.false_discovery_rate, 0.01);
    }
  }
}

/// More words than are looked at at once, and than have one scale of noise.
TEST_F(CompareTexts, FindsThemAmongManyWords) {
  constexpr int kMany = 12;
  const std::string a = folder_.write("many a", lines(3 * kLines, 5, {}, kMany));
  const std::string b = folder_.write("many b", lines(3 * kLines, 6, moved_, kMany));
  const TextComparison comparison =
      compare_texts(model_of({a, b}), {.texts = {a}}, {.texts = {b}}, {.min_count = 20});
  ASSERT_EQ(comparison.words.size(), std::size_t{kMany * kWords});
  expect_the_surest_first(comparison);
  EXPECT_LE(found_far_away(comparison), 3U);  // of 500
  EXPECT_TRUE(moved_.contains(comparison.words[0].word));
  EXPECT_TRUE(moved_.contains(comparison.words[1].word));
}

/// 200 long documents, each on a subject of its own, in both texts: lines are documents.
TEST_F(CompareTexts, FindsNothingInLongDocumentsOfOneSource) {
  const auto documents = [](unsigned seed) {
    std::mt19937 random(seed);
    std::ostringstream text;
    for (int document = 0; document < 200; ++document) {
      const auto group = random() % kGroups, favourite = random() % kWords;
      for (int n = 0; n < 300; ++n) {
        const auto member =
            random() % 3 == 0 ? (favourite + random() % 4) % kWords : random() % kWords;
        text << 'g' << group << 'w' << member << ' ';
      }
      text << '\n';
    }
    return text.str();
  };
  const std::string a = folder_.write("documents a", documents(7));
  const std::string b = folder_.write("documents b", documents(8));
  const TextComparison comparison =
      compare_texts(model_of({a, b}), {.texts = {a}}, {.texts = {b}}, {.min_count = 20});
  double mean = 0;
  for (const WordChange& word : comparison.words) {
    mean += word.z / static_cast<double>(comparison.words.size());
    EXPECT_GT(word.false_discovery_rate, 0.05) << word.word;
  }
  EXPECT_NEAR(mean, 0, 0.25);
}

TEST_F(CompareTexts, FindsNothingInTwoTextsOfOneSource) {
  const std::string again = folder_.write("again", lines(kLines, 3, {}));
  const TextComparison comparison = compare_texts(model_, {.texts = {a_}}, {.texts = {again}});
  const auto found = std::ranges::count_if(
      comparison.words, [](const WordChange& word) { return word.false_discovery_rate <= 0.05; });
  EXPECT_LE(found, 1);
}

TEST_F(CompareTexts, TakesTheSidesForWhatTheyAre) {
  const TextComparison one_way = compare();
  const TextComparison other =
      compare_texts(model_, {.texts = {b_}}, {.texts = {a_}}, {.min_count = 20});
  ASSERT_EQ(one_way.words.size(), other.words.size());
  EXPECT_EQ(one_way.words[0].word, other.words[0].word);
  EXPECT_EQ(one_way.words[0].count_a, other.words[0].count_b);
  EXPECT_NEAR(one_way.words[0].distance, other.words[0].distance, 1e-4);
  EXPECT_EQ(one_way.words[0].a.mean, other.words[0].b.mean);
}

TEST_F(CompareTexts, IsTheSameOnAnyThreadsAndInMemory) {
  const TextComparison usual = compare();
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const auto sentences = std::make_shared<Sentences>();
  std::istringstream text(lines(kLines, 1, {}));
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::vector<std::string> list{std::istream_iterator<std::string>(words), {}};
    sentences->add(std::vector<std::string_view>(list.begin(), list.end()));
  }
  const TextComparison in_memory =
      compare_texts(model_, {.sentences = sentences}, {.texts = {b_}}, {.min_count = 20});
  ASSERT_EQ(in_memory.words.size(), usual.words.size());
  for (std::size_t place = 0; place < usual.words.size(); ++place) {
    EXPECT_EQ(in_memory.words[place].word, usual.words[place].word);
    EXPECT_EQ(in_memory.words[place].z, usual.words[place].z);
    EXPECT_EQ(in_memory.words[place].a, usual.words[place].a);
  }
}

template <class Error>
std::string refusal(const Model& model, const std::string& a, const std::string& b,
                    const ComparisonOptions& options = {}) {
  try {
    compare_texts(model, {.texts = {a}}, {.texts = {b}}, options);
    return "none";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST_F(CompareTexts, RefusesWhatCannotBeCompared) {
  EXPECT_EQ(refusal<OptionError>(model_, a_, b_, {.threshold = 3}),
            "option threshold must be a number from 0 to 2, not 3");
  EXPECT_EQ(refusal<InputError>(model_, a_, b_, {.min_count = 1000000}),
            "no word of the model occurs at least 1000000 times in each text; give more text, or a "
            "smaller min-count");
  const std::string foreign = folder_.write("foreign", "quite other words\n");
  EXPECT_NE(refusal<InputError>(model_, a_, foreign).find("no word that the model has learned"),
            std::string::npos);
  EXPECT_NE(refusal<FileError>(model_, a_, folder_ / "none").find("cannot open"),
            std::string::npos);
  EXPECT_EQ(refusal<InputError>(model_, "-", "-"),
            "standard input cannot be both texts; save one of them to a file");
  EXPECT_NE(refusal<ModelError>(nothing(), a_, b_).find("points instead of densities"),
            std::string::npos);
}

TEST_F(CompareTexts, StopsOnRequest) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(compare_texts(model_, {.texts = {a_}}, {.texts = {b_}}, {}, source.get_token()),
               Interrupted);
}

}  // namespace
}  // namespace bsg
