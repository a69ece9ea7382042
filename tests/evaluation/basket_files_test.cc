#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bsg/error.h"
#include "bsg/split.h"
#include "files/temporary_folder.h"

namespace bsg {
namespace {

class BasketFiles : public testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& content) const {
    return folder_.write("file", content);
  }
  [[nodiscard]] std::string written() const { return tests::content_of(path_); }
  /// The message for a test file with this content.
  [[nodiscard]] std::string refused(const std::string& content) const {
    try {
      read_test_baskets(file(content));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  tests::TemporaryFolder folder_;
  std::string path_ = folder_ / "file";
};

TEST_F(BasketFiles, TestBasketsComeBack) {
  const std::vector<TestBasket> baskets{
      {{"a", "b"}, {"c"}},
      {{}, {"new user"}},
      {{"with space", "back\\slash", "tab\tin it"}, {"line\nend", "return\r", "\\t", " "}}};
  write_test_baskets(path_, baskets);
  EXPECT_EQ(written(),
            "a b\tc\n\tnew\\ user\nwith\\ space back\\\\slash tab\\tin\\ it\t"
            "line\\nend return\\r \\\\t \\ \n");
  EXPECT_EQ(read_test_baskets(path_), baskets);
}

TEST_F(BasketFiles, RepeatsAndSpacesMakeNoDifference) {
  EXPECT_EQ(read_test_baskets(file("  b a  b \tc  c\r\n\n")),
            (std::vector<TestBasket>{{{"b", "a"}, {"c"}}}));
}

TEST_F(BasketFiles, BadTestLinesAreNamed) {
  const std::string where = "'" + path_ + "' line 2: ";
  EXPECT_TRUE(refused("a\tb\na b\n").starts_with(where + "there is no tab")) << refused("\na b\n");
  EXPECT_TRUE(refused("a\tb\na\tb\tc\n").starts_with(where + "there is more than one tab"));
  EXPECT_TRUE(refused("a\tb\na\t \n").starts_with(where + "there is no held-out item"));
  EXPECT_TRUE(refused("a\tb\na b\tc b\n").starts_with(where + "the held-out item 'b' is also"));
  EXPECT_TRUE(refused("a\tb\na\\x\tb\n").starts_with(where + "a backslash must be followed"));
  EXPECT_TRUE(refused("a\tb\na\tb\\").starts_with(where + "a backslash must be followed"));
  EXPECT_TRUE(refused("a\tb\n\xff\tb\n").starts_with(where + "the line is not valid UTF-8"));
}

TEST_F(BasketFiles, LinesOfItems) {
  write_baskets(path_,
                std::vector<Basket>{{.items = {"a", "b\\"}}, {.items = {}}, {.items = {"c"}}}, {});
  EXPECT_EQ(written(), "a b\\\nc\n");
  EXPECT_THROW(write_baskets(path_, std::vector<Basket>{{.items = {"a b"}}}, {}), InputError);
  EXPECT_EQ(written(), "a b\\\nc\n") << "what was there stays";
}

const std::vector<Basket> kTable{
    {.user = "u 1", .items = {"a,b", "c\"d"}, .weights = {1.5, 2}, .orders = {"7", "8"}},
    {.user = "u2", .items = {"e\nf"}, .weights = {0.1}, .orders = {"9"}}};

TEST_F(BasketFiles, TablesWithNames) {
  write_baskets(path_, kTable,
                {.format = InputFormat::csv,
                 .columns = {.user = "who", .item = "what", .order = "when", .weight = "much"}});
  EXPECT_EQ(written(),
            "who,what,when,much\nu 1,\"a,b\",7,1.5\nu 1,\"c\"\"d\",8,2\nu2,\"e\nf\",9,0.1\n");
}

TEST_F(BasketFiles, TablesWithNumbersKeepTheirPlaces) {
  write_baskets(path_, std::vector<Basket>{kTable.front()},
                {.format = InputFormat::tsv, .columns = {.user = "4", .item = "2", .weight = "1"}});
  EXPECT_EQ(written(), "1.5\ta,b\t\tu 1\n2\tc\"d\t\tu 1\n");
}

TEST_F(BasketFiles, NamesTakeThePlacesThatNumbersLeave) {
  write_baskets(path_, std::vector<Basket>{kTable.back()},
                {.format = InputFormat::csv,
                 .columns = {.user = "who", .item = "1", .order = "when", .weight = "when"}});
  EXPECT_EQ(written(), ",who,when\n\"e\nf\",u2,0.1\n");
}

TEST_F(BasketFiles, TabsBetweenColumnsLeaveNoRoomForTabs) {
  const CorpusOptions tsv{.format = InputFormat::tsv, .columns = {.user = "1", .item = "2"}};
  EXPECT_THROW(write_baskets(path_, std::vector<Basket>{{.user = "u", .items = {"a\tb"}}}, tsv),
               InputError);
}

}  // namespace
}  // namespace bsg
