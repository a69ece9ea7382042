#include "tables/table_entries.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "bsg/error.h"
#include "corpus/reading.h"
#include "files/temporary_folder.h"

namespace bsg::tables {
namespace {

using tests::message_of;
using tests::TemporaryFolder;
using Entry = std::tuple<std::string, std::string, std::string, double>;

CorpusOptions csv(TableColumns columns) {
  return {.format = InputFormat::csv, .columns = std::move(columns)};
}

std::vector<Entry> read(std::string_view content, const CorpusOptions& options,
                        std::uint64_t* invalid = nullptr) {
  const TemporaryFolder folder;
  reading::TextFile file(folder.write("x.csv", content));
  TableEntries entries(file, options, {});
  std::vector<Entry> read;
  for (TableEntry entry; entries.next(entry);) {
    read.emplace_back(entry.user, entry.item, entry.order, entry.weight);
  }
  if (invalid != nullptr) *invalid = entries.invalid_utf8_sequences();
  return read;
}

std::vector<Entry> read(std::string_view content, TableColumns columns) {
  return read(content, csv(std::move(columns)));
}

/// What follows the file's name.
std::string refusal(std::string_view content, const TableColumns& columns) {
  const std::string message = message_of<InputError>([&] { read(content, columns); });
  return message.substr(message.find("x.csv' ") + 7);
}

TEST(TableEntries, ColumnsByName) {
  EXPECT_EQ(read("time,item,user,stars\n7,tea,ann,2\n8,green tea,bob,0.5\n",
                 {.user = "user", .item = "item", .order = "time", .weight = "stars"}),
            (std::vector<Entry>{{"ann", "tea", "7", 2}, {"bob", "green tea", "8", 0.5}}));
  EXPECT_EQ(read("\xEF\xBB\xBF user , \"item\"\na,b\n", {.user = "user", .item = "2"}),
            (std::vector<Entry>{{"a", "b", "", 1}}));
}

TEST(TableEntries, ColumnsByNumber) {
  EXPECT_EQ(read("a,1\nb,2\n", {.user = "2", .item = "1"}),
            (std::vector<Entry>{{"1", "a", "", 1}, {"2", "b", "", 1}}));
}

TEST(TableEntries, AFirstRowWithoutTheNumbersOfTheSecondIsAHeader) {
  const TableColumns weighted{.user = "1", .item = "2", .weight = "3"};
  const TableColumns ordered{.user = "1", .item = "2", .order = "3"};
  const std::vector<Entry> row{{"a", "b", "", 3}};
  EXPECT_EQ(read("user,item,n\na,b,3\n", weighted), row);
  EXPECT_EQ(read("a,b,3\n", weighted), row);
  EXPECT_EQ(read("user,item,time\na,b,3\n", ordered), (std::vector<Entry>{{"a", "b", "3", 1}}));
  EXPECT_EQ(read("a,b,2024-01-01\na,c,2024-01-02\n", ordered).size(), 2U);
  EXPECT_EQ(read("a,b,x\n", ordered).size(), 1U);
  EXPECT_EQ(read("a,b,1\na,c,2\na,d,x\n", ordered).size(), 3U);
}

TEST(TableEntries, BlanksAroundNumbersAreDropped) {
  EXPECT_EQ(read("a,b, 3 \n", {.user = "1", .item = "2", .weight = "3"}),
            (std::vector<Entry>{{"a", "b", "", 3}}));
}

TEST(TableEntries, BytesThatAreNotUtf8AreReplacedWhereTheyAreRead) {
  std::uint64_t invalid = 0;
  EXPECT_EQ(read("a\xFF,b\xFE,\xFF\n", csv({.user = "1", .item = "2"}), &invalid),
            (std::vector<Entry>{{"a\xEF\xBF\xBD", "b\xEF\xBF\xBD", "", 1}}));
  EXPECT_EQ(invalid, 2U);
}

TEST(TableEntries, RefusesColumnsThatAreNotThere) {
  EXPECT_EQ(refusal("user,film\na,b\n", {.user = "user", .item = "item"}),
            "line 1: there is no column 'item', which item-column asks for; the columns there: "
            "user, film");
  EXPECT_EQ(refusal("\n\nuser;item\na;b\n", {.user = "1", .item = "2"}),
            "line 3: there is no column '2', which item-column asks for; the only column there: "
            "user;item; columns are separated by commas or tabs");
  EXPECT_EQ(refusal("user\titem\n", {.user = "user", .item = "item"}),
            "line 1: there is no column 'user', which user-column asks for; the only column there: "
            "user item; with tabs between columns it is tsv");
  EXPECT_EQ(refusal("u,i,i\na,b,c\n", {.user = "u", .item = "i"}),
            "line 1: several columns have the name 'i', which item-column asks for; the columns "
            "there: u, i, i");
  EXPECT_EQ(refusal("u,i\n", {.user = "1", .item = "99999999999999999999999"}).substr(0, 28),
            "line 1: there is no column '");
}

TEST(TableEntries, RefusesRowsOfOtherLengths) {
  const TableColumns columns{.user = "u", .item = "i"};
  EXPECT_EQ(refusal("u,i\na,b\n\nc\n", columns),
            "line 4: the row has 1 field, and the first one has 2");
  EXPECT_EQ(refusal("u,i\na,b,c\n", columns),
            "line 2: the row has 3 fields, and the first one has 2");
}

TEST(TableEntries, RefusesEmptyFields) {
  const TableColumns columns{.user = "u", .item = "i", .order = "t"};
  EXPECT_EQ(refusal("u,i,t\n,b,1\n", columns),
            "line 2: the user (column 1) is empty; leave such rows out");
  EXPECT_EQ(refusal("u,i,t\na,\"\",1\n", columns),
            "line 2: the item (column 2) is empty; leave such rows out");
  EXPECT_EQ(refusal("u,i,t\na,b,\n", columns),
            "line 2: the order (column 3) is empty; leave such rows out");
}

TEST(TableEntries, RefusesBadWeights) {
  for (const std::string weight : {"0", "-1", "nan", "inf", "1e13", "1e-13", "x", "", "1.5x"}) {
    EXPECT_EQ(
        refusal("u,i,w\na,b,1\na,c," + weight + "\n", {.user = "u", .item = "i", .weight = "w"}),
        "line 3: the weight '" + weight + "' (column 3) is not a number from 1e-12 to 1e12")
        << weight;
  }
}

TEST(TableEntries, RefusesFilesWithoutRows) {
  EXPECT_NE(message_of<InputError>([] {
              read("\n\n", {.user = "1", .item = "2"});
            }).find("' has no rows"),
            std::string::npos);
}

TEST(CheckColumns, SaysWhatToGive) {
  const auto refusal = [](CorpusOptions options) {
    return message_of<OptionError>([&] { check_columns(options); });
  };
  EXPECT_EQ(refusal(csv({})),
            "input-format csv needs user-column: the name or the number of the column with the "
            "users (or baskets, sessions)");
  EXPECT_EQ(refusal({.format = InputFormat::tsv, .columns = {.user = "1"}}),
            "input-format tsv needs item-column: the name or the number of the column with the "
            "items");
  EXPECT_EQ(refusal(csv({.user = "0", .item = "1"})),
            "option user-column: columns are numbered from 1, so there is no '0'");
  EXPECT_EQ(refusal(csv({.user = "a", .item = "a"})),
            "user-column and item-column are the same column, 'a'; give two");
  CorpusOptions words = csv({.user = "1", .item = "2"});
  words.tokenizer = Tokenizer::words;
  EXPECT_EQ(refusal(words), "option tokenizer: the items of a table are not split; leave it out");
}

}  // namespace
}  // namespace bsg::tables
