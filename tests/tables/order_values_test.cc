#include "tables/order_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "bsg/error.h"

namespace bsg::tables {
namespace {

/// The values in their order, those that are equal as they came.
std::vector<std::string> sorted(const std::vector<std::string>& values) {
  OrderValues order;
  for (const std::string& value : values) order.add(value);
  order.finish();
  std::vector<std::size_t> rows(values.size());
  std::iota(rows.begin(), rows.end(), 0U);
  std::ranges::stable_sort(rows, [&](std::size_t a, std::size_t b) { return order.before(a, b); });
  std::vector<std::string> result;
  for (const std::size_t row : rows) result.push_back(order.text(row));
  return result;
}

using Values = std::vector<std::string>;

TEST(OrderValues, NumbersAreNumbers) {
  EXPECT_EQ(sorted({"10", "9", "-1", "0"}), (Values{"-1", "0", "9", "10"}));
  EXPECT_EQ(sorted({"10", "9.5", "1e3", " 7"}), (Values{" 7", "9.5", "10", "1e3"}));
  EXPECT_EQ(sorted({"1732000000000000002", "1732000000000000001"}),
            (Values{"1732000000000000001", "1732000000000000002"}));
}

TEST(OrderValues, OtherValuesGoByTheirBytes) {
  EXPECT_EQ(sorted({"10", "9", "b", "a"}), (Values{"10", "9", "a", "b"}));
  EXPECT_EQ(sorted({"2024-02-01", "2024-01-31"}), (Values{"2024-01-31", "2024-02-01"}));
  EXPECT_EQ(sorted({"2", "nan", "10"}), (Values{"10", "2", "nan"}));
}

TEST(OrderValues, EqualNumbersStayAsTheyCome) {
  EXPECT_EQ(sorted({"2", "1.0", "01", "1"}), (Values{"1.0", "01", "1", "2"}));
}

TEST(OrderValues, TextsComeBackAsTheyWere) {
  EXPECT_EQ(sorted({"-0", "00", "0"}), (Values{"-0", "00", "0"}));
  EXPECT_EQ(sorted({"3", "007", "+1"}), (Values{"+1", "007", "3"}));
}

TEST(OrderValues, DatesThatDoNotSortAreRefused) {
  for (const std::string date : {"12/1/2010", "1.12.2010", "12/1/10 8:26"}) {
    EXPECT_THROW(sorted({"2010-01-01", date}), InputError) << date;
  }
  EXPECT_EQ(sorted({"v1.2.3", "2010/12/01", "1.2"}), (Values{"1.2", "2010/12/01", "v1.2.3"}));
}

}  // namespace
}  // namespace bsg::tables
