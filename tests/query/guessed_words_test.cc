#include <gtest/gtest.h>

#include <string>

#include "bsg/error.h"
#include "bsg/query.h"
#include "query/random_model.h"

namespace bsg::tests {
namespace {

/// "ab" can be guessed.
Model with_spelling() {
  ModelData data = random_data(20, 3, 0.3F, 5);
  data.features = {.shortest = 1,
                   .longest = 1,
                   .names = {"sa"},
                   .weights = {1, 2, 3},
                   .variances = {0.1F},
                   .variance = 0.5,
                   .unknown_variance = 0.5};
  return Model(data);
}

Wording refusal_of(const Query& query, const std::string& a, const std::string& b) {
  try {
    static_cast<void>(query.similarity(a, b));
    return {};
  } catch (const UnknownWordError& error) {
    EXPECT_EQ(error.word(), "ab");
    return error.wording();
  }
}

TEST(QueryOfGuesses, TakesThemWhereTargetsStandForWords) {
  const Model model = with_spelling();
  const Query targets(model);
  EXPECT_NO_THROW(static_cast<void>(targets.similarity("w1", "ab")));
  EXPECT_EQ(targets.neighbors("ab", 3).size(), 3U);
  const Query around(model, {.representation = Representation::target_context});
  EXPECT_EQ(refusal_of(around, "ab", "w1"), Wording());
  EXPECT_NE(refusal_of(around, "w1", "ab"), Wording());
  EXPECT_NE(refusal_of(around, "ab", "ab"), Wording());
}

TEST(QueryOfGuesses, SaysWhichRepresentationCouldGuess) {
  const Query query(with_spelling(), {.representation = Representation::sum});
  const Wording refusal = refusal_of(query, "ab", "w1");
  const auto ends = [](const std::string& text, const std::string& end) {
    return text.ends_with("; a spelling tells of targets only: use " + end);
  };
  EXPECT_TRUE(ends(refusal.library, "representation target")) << refusal.library;
  EXPECT_TRUE(ends(refusal.command_line, "--representation target")) << refusal.command_line;
  EXPECT_TRUE(ends(refusal.python, "representation='target'")) << refusal.python;
}

TEST(QueryOfGuesses, RefusesThemWhereKnownWordsAloneAreAskedFor) {
  const Query query(with_spelling(), {.known_only = true});
  EXPECT_EQ(refusal_of(query, "ab", "w1").library.find("spelling"), std::string::npos);
  EXPECT_NE(refusal_of(query, "ab", "w1"), Wording());
}

TEST(QueryOfGuesses, GuessesNothingOfWhatIsNoWord) {
  const Model model = with_spelling();
  EXPECT_TRUE(model.guess("ab"));
  EXPECT_FALSE(model.guess(""));
  EXPECT_FALSE(model.guess("a\xff"));
  EXPECT_EQ(model.feature_counts().ngrams, 1U);
  EXPECT_EQ(model.feature_counts().tags, 0U);
}

}  // namespace
}  // namespace bsg::tests
