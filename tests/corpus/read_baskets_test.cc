#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "bsg/baskets.h"
#include "bsg/error.h"
#include "corpus/compress.h"
#include "corpus/reading.h"
#include "files/temporary_folder.h"

namespace bsg {
namespace {

using tests::TemporaryFolder;
using Texts = std::vector<std::string>;

std::vector<Basket> read(std::string_view content, const CorpusOptions& options = {}) {
  const TemporaryFolder folder;
  return read_baskets({folder.write("x", content)}, options);
}

TEST(ReadBaskets, OfLines) {
  for (const std::string& content :
       {std::string("b a b\n\n c\r\n a"), tests::gzip("b a b\nc\na\n")}) {
    const std::vector<Basket> baskets = read(content);
    ASSERT_EQ(baskets.size(), 3U);
    EXPECT_EQ(baskets[0].items, (Texts{"b", "a"}));
    EXPECT_EQ(baskets[1].items, Texts{"c"});
    EXPECT_EQ(baskets[2].items, Texts{"a"});
    EXPECT_TRUE(baskets[0].user.empty() && baskets[0].weights.empty() && baskets[0].orders.empty());
  }
}

TEST(ReadBaskets, OfTables) {
  CorpusOptions options{.format = InputFormat::tsv,
                        .columns = {.user = "u", .item = "i", .order = "t", .weight = "w"}};
  const std::vector<Basket> baskets =
      read("u\ti\tt\tw\na\tx\t10\t0.1\nb\tz\t5\t1\na\ty y\t9\t2\na\tx\t11\t3\n", options);
  ASSERT_EQ(baskets.size(), 2U);
  EXPECT_EQ(baskets[0].user, "a");
  EXPECT_EQ(baskets[0].items, (Texts{"y y", "x"}));
  EXPECT_EQ(baskets[0].orders, (Texts{"9", "10"}));
  EXPECT_EQ(baskets[0].weights, (std::vector<double>{2, 3.1}));
  EXPECT_EQ(baskets[1].user, "b");
  options.columns.order.clear();
  options.columns.weight.clear();
  const std::vector<Basket> plain = read("u\ti\na\tx\n", options);
  EXPECT_TRUE(plain[0].orders.empty() && plain[0].weights.empty());
}

TEST(ReadBaskets, RefusesWhatIsNone) {
  EXPECT_THROW(read("\n \n"), InputError);
  EXPECT_THROW(read("user,item\na,b\n"), InputError);
  EXPECT_THROW(read("user,item\na,b\n", {.format = InputFormat::csv}), OptionError);
  EXPECT_THROW(read_baskets({}, {}), InputError);
}

}  // namespace
}  // namespace bsg
