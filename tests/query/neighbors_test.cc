#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "bsg/error.h"
#include "bsg/query.h"
#include "query/random_model.h"

namespace bsg::tests {
namespace {

std::vector<Measure> all_measures() {
  std::vector<Measure> all;
  for (const MeasureDescription& measure : measure_table()) all.push_back(measure.value);
  return all;
}

/// Every measure with every rank that it allows.
std::vector<QueryOptions> all_rankings() {
  std::vector<QueryOptions> all;
  for (const Measure measure : all_measures()) {
    for (const RankDescription& rank : rank_table()) {
      if (rank.cosine_only && !describe(measure).is_cosine) continue;
      all.push_back({.measure = measure, .rank = rank.value});
    }
  }
  return all;
}

/// All words by similarity() to the query, without those of it.
std::vector<WordId> brute_force(const Query& query, Rank rank, const Composition& composition,
                                std::size_t words) {
  std::set<std::string> excluded(composition.positive.begin(), composition.positive.end());
  excluded.insert(composition.negative.begin(), composition.negative.end());
  std::vector<std::pair<double, WordId>> scored;
  for (std::size_t id = 0; id < words; ++id) {
    if (excluded.contains(word(id))) continue;
    scored.emplace_back(-ranked_by(query.similarity(composition, word(id)), rank),
                        static_cast<WordId>(id));
  }
  std::ranges::sort(scored);
  std::vector<WordId> order;
  for (const auto& [score, id] : scored) order.push_back(id);
  return order;
}

std::vector<WordId> ids(const std::vector<Answer>& answers) {
  std::vector<WordId> result;
  for (const Answer& answer : answers) result.push_back(answer.id);
  return result;
}

TEST(Neighbors, AreTheBestOfAllWords) {
  constexpr std::size_t kWords = 5000;  // several blocks of the scan
  const Model model(random_data(kWords, 9, 0.3F, 21));
  const Composition compositions[] = {{{"w17"}, {}}, {{"w3", "w4999"}, {"w2048"}}};
  for (QueryOptions options : all_rankings()) {
    for (const Representation representation : kRepresentations) {
      for (const bool raw : {false, true}) {
        options.representation = representation;
        options.raw = raw;
        const Query query(model, options);
        for (const Composition& composition : compositions) {
          std::vector<WordId> expected = brute_force(query, *options.rank, composition, kWords);
          expected.resize(100);
          EXPECT_EQ(ids(query.neighbors(composition, 100)), expected);
        }
      }
    }
  }
}

TEST(Neighbors, AreRankedByWhatTheMeasureSaysUnlessAsked) {
  const Model model(random_data(500, 5, 1, 31));
  for (const Measure measure : all_measures()) {
    const Rank rank = describe(measure).default_rank;
    EXPECT_EQ(rank_of(model, {.measure = measure}), rank);
    EXPECT_EQ(ids(Query(model, {.measure = measure}).neighbors("w3", 20)),
              ids(Query(model, {.measure = measure, .rank = rank}).neighbors("w3", 20)));
  }
  EXPECT_EQ(rank_of(model, {}), Rank::lower);
  EXPECT_NE(ids(Query(model).neighbors("w3", 20)),
            ids(Query(model, {.rank = Rank::mean}).neighbors("w3", 20)));
  EXPECT_NE(ids(Query(model).neighbors("w3", 20)),
            ids(Query(model, {.rank = Rank::expected}).neighbors("w3", 20)));
}

/// Two words at one angle to the query; the certain one comes first under a bound alone.
TEST(Neighbors, ByTheLowerBoundPreferWhatIsSure) {
  ModelData data = random_data(3, 2, 0.3F, 32);
  data.target_mean = {1, 0, 0.8F, 0.6F, 0.79F, 0.61F};
  data.target_variance = {0.01F, 0.01F, 0.3F, 0.3F, 0.01F, 0.01F};
  const Model model(data);
  const auto order = [&](Rank rank) {
    return ids(Query(model, {.rank = rank}).neighbors("w0", 2));
  };
  EXPECT_EQ(order(Rank::mean), (std::vector<WordId>{1, 2}));
  EXPECT_EQ(order(Rank::lower), (std::vector<WordId>{2, 1}));
  EXPECT_EQ(order(Rank::expected), (std::vector<WordId>{2, 1}));
  const std::vector<Answer> answers = Query(model).neighbors("w0", 2);
  EXPECT_LT(answers[0].score.value, answers[1].score.value);
  EXPECT_LT(answers[0].beats_next.value(), 0.5);
}

TEST(Neighbors, LeaveOutRareWords) {
  const Model model(random_data(3000, 5, 0.3F, 33));  // counts 3000 to 1
  for (QueryOptions options : all_rankings()) {
    std::vector<WordId> frequent = ids(Query(model, options).neighbors("w2999", 3000));
    std::erase_if(frequent, [&](WordId id) { return model.count(id) < 2970; });
    options.min_count = 2970;
    const Query query(model, options);
    EXPECT_EQ(ids(query.neighbors("w2999", 3000)), frequent);
    EXPECT_EQ(frequent.size(), 31U);
    frequent.resize(7);
    EXPECT_EQ(ids(query.neighbors("w2999", 7)), frequent);
  }
  EXPECT_NO_THROW(Query(model, {.min_count = 3000}));
  EXPECT_THROW(Query(model, {.min_count = 3001}), OptionError);
}

TEST(Neighbors, OfRanksThatDoNotApplyAreRefused) {
  const Model model(random_data(10, 3, 0.3F, 34));
  for (const Measure measure : {Measure::probability, Measure::kl}) {
    EXPECT_THROW(Query(model, {.measure = measure, .rank = Rank::expected}), OptionError);
  }
  ModelData data = random_data(10, 3, 0.3F, 34);
  data.target_variance.clear();
  data.context_variance.clear();
  const Model points(data);
  EXPECT_EQ(rank_of(points, {}), Rank::mean);
  for (const Rank rank : {Rank::lower, Rank::expected}) {
    EXPECT_THROW(Query(points, {.rank = rank}), ModelError);
  }
  EXPECT_NO_THROW(Query(points, {.rank = Rank::mean}));
}

TEST(Neighbors, OfManyQueriesAreThoseOfEach) {
  const Model model(random_data(3000, 9, 0.3F, 27));
  std::vector<Composition> compositions;
  for (std::size_t k = 0; k < 200; ++k) {  // several tiles of the scan
    compositions.push_back({{word(k), word(7 * k + 1)}, {word(2999 - k)}});
  }
  for (const QueryOptions& options : all_rankings()) {
    const Query query(model, options);
    for (const std::size_t queries :
         {std::size_t{1}, std::size_t{2}, std::size_t{97}, compositions.size()}) {
      const auto answers = query.neighbors(std::span(compositions).first(queries), 5);
      ASSERT_EQ(answers.size(), queries);
      for (std::size_t k = 0; k < queries; ++k) {
        const std::vector<Answer> alone = query.neighbors(compositions[k], 5);
        EXPECT_EQ(ids(answers[k]), ids(alone));
        EXPECT_EQ(answers[k].front().score.value, alone.front().score.value);
        EXPECT_EQ(answers[k].front().beats_next, alone.front().beats_next);
      }
    }
    EXPECT_TRUE(query.neighbors(std::span<const Composition>(), 5).empty());
  }
}

TEST(Neighbors, HaveTheScoresOfSimilarity) {
  const Model model(random_data(50, 5, 0.3F, 22));
  for (const Measure measure : all_measures()) {
    const Query query(model, {.measure = measure});
    for (const Answer& answer : query.neighbors("w7", 10)) {
      const Score score = query.similarity("w7", answer.word);
      EXPECT_EQ(answer.word, model.word(answer.id));
      EXPECT_EQ(answer.score.value, score.value);
      EXPECT_EQ(answer.score.deviation, score.deviation);
      EXPECT_EQ(answer.score.lower, score.lower);
      EXPECT_EQ(answer.score.product_mean, score.product_mean);
      EXPECT_EQ(answer.score.product_variance, score.product_variance);
      EXPECT_EQ(answer.score.cosine_deviation, score.cosine_deviation);
    }
  }
}

TEST(Neighbors, AnyNumberMayBeAskedFor) {
  const Model model(random_data(50, 5, 0.3F, 23));
  for (const QueryOptions& options : all_rankings()) {
    const Query query(model, options);
    EXPECT_TRUE(query.neighbors("w1", 0).empty());
    const std::vector<Answer> all = query.neighbors("w1", 1000000);
    EXPECT_EQ(all.size(), 49U);
    EXPECT_EQ(all.back().beats_next, std::nullopt);
    const std::vector<Answer> some = query.neighbors("w1", 48);
    EXPECT_EQ(some.back().beats_next, all[47].beats_next);
    EXPECT_EQ(some.back().beats_next.has_value(), describe(options.measure).has_order);
    for (const Answer& answer : all) {
      EXPECT_NE(answer.id, 1U);
      EXPECT_TRUE(std::isfinite(answer.score.value));
    }
  }
}

TEST(Neighbors, OfEqualScoreComeById) {
  ModelData data = random_data(200, 4, 0.3F, 24);
  for (std::size_t k = 4; k < data.target_mean.size(); ++k) {
    data.target_mean[k] = data.target_mean[k % 4 + 4];
    data.target_variance[k] = data.target_variance[k % 4 + 4];
  }
  const Model model(data);
  for (const QueryOptions& options : all_rankings()) {
    const std::vector<Answer> answers = Query(model, options).neighbors("w0", 150);
    for (std::size_t k = 0; k < answers.size(); ++k) EXPECT_EQ(answers[k].id, k + 1);
    if (!describe(options.measure).has_order) continue;
    EXPECT_DOUBLE_EQ(answers[3].beats_next.value(), 0.5);
  }
}

TEST(Neighbors, OfZeroMeansAreRankedWithoutNan) {
  ModelData data = random_data(30, 4, 0.3F, 25);
  std::fill_n(data.target_mean.begin(), 40, 0.0F);
  const Model model(data);
  for (const QueryOptions& options : all_rankings()) {
    const Query query(model, options);
    for (const char* asked : {"w0", "w20"}) {
      for (const Answer& answer : query.neighbors(asked, 29)) {
        EXPECT_TRUE(std::isfinite(answer.score.value));
        EXPECT_TRUE(std::isfinite(answer.score.cosine_deviation));
        EXPECT_TRUE(std::isfinite(answer.score.deviation) && answer.score.deviation >= 0);
        EXPECT_LE(answer.score.lower, answer.score.value);
        EXPECT_EQ(answer.score.cosine == 0, answer.id < 10 || asked == std::string("w0"));
        const double order = answer.beats_next.value_or(0.5);
        EXPECT_TRUE(order >= 0 && order <= 1);
      }
    }
  }
}

TEST(Neighbors, DoNotDependOnThreads) {
  ModelData data = random_data(9000, 8, 0.3F, 26);
  // Groups of equal words: which of them are found must not depend on who looked first.
  for (std::size_t k = 2000 * 8; k < data.target_mean.size(); ++k) {
    data.target_mean[k] = data.target_mean[k % (2000 * 8)];
    data.target_variance[k] = data.target_variance[k % (2000 * 8)];
  }
  const Model model(data);
  for (const QueryOptions& options : all_rankings()) {
    const Query query(model, options);
    std::vector<WordId> expected = brute_force(query, *options.rank, {{"w5"}, {}}, model.size());
    expected.resize(50);
    for (const std::size_t threads : {1U, 3U, 7U}) {
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
      EXPECT_EQ(ids(query.neighbors("w5", 50)), expected);
    }
  }
}

TEST(Analogy, LeavesOutItsWordsAndFindsTheFourth) {
  ModelData data = random_data(100, 10, 0.01F, 27);
  for (std::size_t k = 0; k < 10; ++k) {
    data.target_mean[30 + k] =
        data.target_mean[10 + k] - data.target_mean[k] + data.target_mean[20 + k];
  }
  const Model model(data);
  const Query query(model, {.raw = true});
  const std::vector<Answer> answers = query.analogy("w0", "w1", "w2", 5);
  EXPECT_EQ(answers.front().word, "w3");
  EXPECT_NEAR(answers.front().score.cosine, 1, 1e-6);
  EXPECT_GT(answers.front().beats_next.value(), 0.99);
  EXPECT_EQ(ids(answers), ids(query.neighbors(Composition{{"w1", "w2"}, {"w0"}}, 5)));
  for (const Answer& answer : query.analogy("w0", "w1", "w2", 100)) EXPECT_GT(answer.id, 2U);
}

TEST(Query, CanBeMoved) {
  Query query{Model(random_data(10, 3, 0.3F, 28))};
  const std::vector<WordId> expected = ids(query.neighbors("w1", 3));
  Query moved = std::move(query);
  EXPECT_EQ(ids(moved.neighbors("w1", 3)), expected);
}

}  // namespace
}  // namespace bsg::tests
