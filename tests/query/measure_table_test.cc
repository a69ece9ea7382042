#include "query/measure_table.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string_view>

#include "bsg/error.h"
#include "bsg/query.h"
#include "bsg/representation.h"
#include "query/random_model.h"

namespace bsg {
namespace {

TEST(MeasureTable, IsInTheOrderOfTheEnumeration) {
  std::set<std::string_view> names;
  for (std::size_t k = 0; k < measure_table().size(); ++k) {
    const MeasureDescription& measure = measure_table()[k];
    EXPECT_EQ(static_cast<std::size_t>(measure.value), k);
    EXPECT_EQ(describe(measure.value).name, measure.name);
    EXPECT_TRUE(names.insert(measure.name).second) << measure.name;
    EXPECT_FALSE(measure.heading.empty() || measure.meaning.empty()) << measure.name;
  }
}

TEST(RankTable, IsInTheOrderOfTheEnumeration) {
  std::set<std::string_view> names;
  for (std::size_t k = 0; k < rank_table().size(); ++k) {
    const RankDescription& rank = rank_table()[k];
    EXPECT_EQ(static_cast<std::size_t>(rank.value), k);
    EXPECT_EQ(describe(rank.value).name, rank.name);
    EXPECT_TRUE(names.insert(rank.name).second) << rank.name;
    EXPECT_FALSE(rank.meaning.empty()) << rank.name;
  }
}

TEST(RepresentationTable, IsInTheOrderOfTheEnumeration) {
  std::set<std::string_view> names;
  for (std::size_t k = 0; k < representation_table().size(); ++k) {
    const RepresentationDescription& representation = representation_table()[k];
    EXPECT_EQ(static_cast<std::size_t>(representation.value), k);
    EXPECT_EQ(describe(representation.value).name, representation.name);
    EXPECT_TRUE(names.insert(representation.name).second) << representation.name;
  }
}

TEST(MeasureTable, ListsNamesByProperty) {
  EXPECT_EQ(measure_names(&MeasureDescription::needs_variances), "probability and kl");
  EXPECT_EQ(measure_names(&MeasureDescription::needs_variances, false), "cosine");
  EXPECT_EQ(measure_names(&MeasureDescription::has_order, true, "or"), "cosine or probability");
}

/// What the table says of every measure is what a query does.
TEST(MeasureTable, SaysWhatQueriesDo) {
  const Model densities(tests::random_data(60, 7, 1, 3));
  ModelData data = tests::random_data(60, 7, 1, 3);
  data.target_variance.clear();
  data.context_variance.clear();
  const Model points(std::move(data));
  const Composition two{.positive = {tests::word(1), tests::word(2)}, .negative = {}};
  for (const MeasureDescription& measure : measure_table()) {
    SCOPED_TRACE(measure.name);
    if (measure.needs_variances) {
      EXPECT_THROW(Query(points, {.measure = measure.value}), ModelError);
    } else {
      EXPECT_NO_THROW(Query(points, {.measure = measure.value}).neighbors(two, 3));
    }
    const std::vector<Answer> answers =
        Query(densities, {.measure = measure.value}).neighbors(two, 3);
    const std::vector<Answer> raw =
        Query(densities, {.measure = measure.value, .raw = true}).neighbors(two, 3);
    EXPECT_EQ(answers[0].beats_next.has_value(), measure.has_order);
    EXPECT_EQ(answers[0].score.value == answers[0].score.cosine, measure.is_cosine);
    EXPECT_EQ(answers[0].score.product_mean != raw[0].score.product_mean, measure.unit_length);
  }
}

}  // namespace
}  // namespace bsg
