#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "bsg/error.h"
#include "bsg/evaluate.h"
#include "bsg/query.h"
#include "query/random_model.h"

namespace bsg::tests {
namespace {

/// No text has taught the context of the last word, w19.
Model with_untaught_word() {
  ModelData data = random_data(20, 3, 0.3F, 5);
  std::fill(data.context_mean.end() - 3, data.context_mean.end(), 0.0F);
  return Model(data);
}

Wording refusal_of(Representation representation, const auto& ask) {
  const Query query(with_untaught_word(), {.representation = representation});
  try {
    ask(query);
    return {};
  } catch (const OptionError& error) {
    return error.wording();
  }
}

Wording refusal_of_pair(Representation representation, const std::string& a, const std::string& b) {
  return refusal_of(representation, [&](const Query& query) { (void)query.similarity(a, b); });
}

constexpr Representation kWithContexts[] = {Representation::context, Representation::sum,
                                            Representation::concat};

TEST(QueryOfUntaughtWords, RefusesThemWhereTheirContextStandsForThem) {
  for (const Representation representation : kWithContexts) {
    EXPECT_NE(refusal_of_pair(representation, "w19", "w1"), Wording());
    EXPECT_NE(refusal_of_pair(representation, "w1", "w19"), Wording());
    EXPECT_EQ(refusal_of_pair(representation, "w1", "w2"), Wording());
    const auto refused = [&](const auto& ask) {
      return refusal_of(representation, ask) != Wording();
    };
    EXPECT_TRUE(refused([](const Query& query) { (void)query.neighbors("w19", 3); }));
    EXPECT_TRUE(refused([](const Query& query) { (void)query.analogy("w1", "w2", "w19", 3); }));
    EXPECT_TRUE(refused([](const Query& query) { (void)query.analogy("w19", "w2", "w1", 3); }));
  }
}

TEST(QueryOfUntaughtWords, TakesThemAsTargets) {
  EXPECT_EQ(refusal_of_pair(Representation::target, "w19", "w1"), Wording());
  EXPECT_EQ(refusal_of_pair(Representation::target, "w1", "w19"), Wording());
  EXPECT_EQ(refusal_of_pair(Representation::target_context, "w19", "w1"), Wording());
  EXPECT_NE(refusal_of_pair(Representation::target_context, "w1", "w19"), Wording());
}

TEST(QueryOfUntaughtWords, SaysWhichRepresentationsHaveThem) {
  const std::string fact =
      "nothing is known of the context of \"w19\": no text has taught it; use ";
  const Wording asked = refusal_of_pair(Representation::context, "w19", "w1");
  EXPECT_EQ(asked.library, fact + "representation target or representation target-context");
  EXPECT_EQ(asked.command_line,
            fact + "--representation target or --representation target-context");
  EXPECT_EQ(asked.python, fact + "representation='target' or representation='target-context'");
  const Wording answer = refusal_of_pair(Representation::context, "w1", "w19");
  EXPECT_EQ(answer.library, fact + "representation target");
}

TEST(QueryOfUntaughtWords, SkipsThemInBenchmarks) {
  const Model model = with_untaught_word();
  const SimilaritySet pairs{.name = "pairs",
                            .pairs = {{"w1", "w2", 3}, {"w19", "w1", 2}, {"w1", "w19", 1}}};
  const AnalogySet questions{.name = "questions",
                             .groups = {{.name = "all",
                                         .questions = {{"w1", "w2", "w3", "w4"},
                                                       {"w1", "w2", "w3", "w19"},
                                                       {"w19", "w2", "w3", "w4"}}}}};
  const auto skipped = [&](Representation representation) {
    const QueryOptions options{.representation = representation};
    return std::array{evaluate_similarity(model, pairs, options).skipped,
                      evaluate_analogies(model, questions, options).skipped};
  };
  EXPECT_EQ(skipped(Representation::target), (std::array<std::size_t, 2>{0, 0}));
  EXPECT_EQ(skipped(Representation::context), (std::array<std::size_t, 2>{2, 2}));
  EXPECT_EQ(skipped(Representation::target_context), (std::array<std::size_t, 2>{1, 1}));
}

}  // namespace
}  // namespace bsg::tests
