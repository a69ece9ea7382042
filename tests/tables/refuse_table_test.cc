#include "tables/refuse_table.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "bsg/error.h"
#include "corpus/compress.h"
#include "corpus/reading.h"
#include "files/temporary_folder.h"

namespace bsg::tables {
namespace {

using tests::TemporaryFolder;

void look_at(std::string_view content) {
  const TemporaryFolder folder;
  refuse_tables({folder.write("x", content)});
}

/// On the command line, behind the file's name.
std::string refusal(std::string_view content) {
  try {
    look_at(content);
  } catch (const InputError& error) {
    const std::string message = error.wording().command_line;
    return message.substr(message.find("' ") + 2);
  }
  return "";
}

TEST(RefuseTables, SuggestsTheColumnsOfUsersAndItems) {
  EXPECT_EQ(refusal("user,item,time\n1,Toy Story,5\n1,Heat,6\n"),
            "looks like a table (user,item,time), not like lines of items: use --input-format csv "
            "--user-column user --item-column item");
  EXPECT_EQ(refusal("InvoiceNo\tStock Code\n1\ta b\n1\tc\n"),
            "looks like a table (InvoiceNo,Stock Code), not like lines of items: use "
            "--input-format tsv --user-column InvoiceNo --item-column 'Stock Code'");
  EXPECT_EQ(refusal(tests::gzip("rating,movieId,userId\n5,1,2\n")).substr(0, 42),
            "looks like a table (rating,movieId,userId)");
}

TEST(RefuseTables, SuggestsTheFirstColumnsWhereNamesSayNothing) {
  EXPECT_NE(refusal("who,what,when\na,b,1\n").find("--user-column who --item-column what"),
            std::string::npos);
  EXPECT_NE(refusal("1,50,5\n1,60,4\n").find("--user-column 1 --item-column 2"), std::string::npos);
}

TEST(RefuseTables, LinesOfItemsPass) {
  look_at("tea milk\nbread butter\n");
  look_at(
      "salt,fine pepper\noil,olive butter\n");  // as many commas a line, but items between blanks
  look_at("tea,milk\nbread,butter,eggs\n");
  look_at("a\tb\nc\td\n");
  look_at("a,b\n");
  look_at("");
  look_at("\"\n\"\"a\"b\n");
  look_at(std::string("\0\1\2", 3));
}

}  // namespace
}  // namespace bsg::tables
