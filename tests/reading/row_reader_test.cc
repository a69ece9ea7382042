#include "reading/row_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "bsg/error.h"
#include "corpus/compress.h"
#include "corpus/reading.h"
#include "files/temporary_folder.h"

namespace bsg::reading {
namespace {

using tests::message_of;
using tests::TemporaryFolder;
using Rows = std::vector<std::vector<std::string>>;

Rows read(std::string_view content, FieldRules rules = kCommaSeparated,
          std::vector<std::size_t>* lines = nullptr) {
  const TemporaryFolder folder;
  TextFile file(folder.write("rows", content));
  RowReader reader(file, rules, {});
  Rows rows;
  for (TableRow row; reader.next(row);) {
    auto& fields = rows.emplace_back();
    for (std::size_t k = 0; k < row.size(); ++k) fields.emplace_back(row[k]);
    if (lines != nullptr) lines->push_back(row.line());
  }
  return rows;
}

/// What follows the file's name.
std::string refusal(std::string_view content) {
  const std::string message = message_of<InputError>([&] { read(content); });
  return message.substr(message.find("' ") + 2);
}

TEST(RowReader, SeparatesFieldsAndRows) {
  EXPECT_EQ(read("a,b\nc,d\n"), (Rows{{"a", "b"}, {"c", "d"}}));
  EXPECT_EQ(read("a,b\r\nc,d"), (Rows{{"a", "b"}, {"c", "d"}}));
  EXPECT_EQ(read(",\n,,"), (Rows{{"", ""}, {"", "", ""}}));
  EXPECT_EQ(read(" a b ,c\td\n"), (Rows{{" a b ", "c\td"}}));
  EXPECT_EQ(read(""), Rows{});
}

TEST(RowReader, SkipsEmptyLines) {
  std::vector<std::size_t> lines;
  EXPECT_EQ(read("\n\r\na\n\n\nb\n\r\n", kCommaSeparated, &lines), (Rows{{"a"}, {"b"}}));
  EXPECT_EQ(lines, (std::vector<std::size_t>{3, 6}));
  EXPECT_EQ(read("\"\"\n"), (Rows{{""}}));
}

TEST(RowReader, TakesOutQuotes) {
  EXPECT_EQ(read("\"a,b\",\"c\"\n"), (Rows{{"a,b", "c"}}));
  EXPECT_EQ(read("\"say \"\"hi\"\"\",\"\"\"\"\r\n"), (Rows{{"say \"hi\"", "\""}}));
  EXPECT_EQ(read("\"\",\"\""), (Rows{{"", ""}}));
  EXPECT_EQ(read("5\" nail,x"), (Rows{{"5\" nail", "x"}}));
}

TEST(RowReader, LineBreaksMayBeQuoted) {
  std::vector<std::size_t> lines;
  EXPECT_EQ(read("\"a\r\nb\n\",c\r\nd,e\n", kCommaSeparated, &lines),
            (Rows{{"a\r\nb\n", "c"}, {"d", "e"}}));
  EXPECT_EQ(lines, (std::vector<std::size_t>{1, 4}));
}

TEST(RowReader, QuotesMeanNothingBetweenTabs) {
  EXPECT_EQ(read("\"a\tb\"\n\"\t\"\"\r\n", kTabSeparated), (Rows{{"\"a", "b\""}, {"\"", "\"\""}}));
}

TEST(RowReader, DropsTheByteOrderMark) {
  EXPECT_EQ(read("\xEF\xBB\xBF\"a\",b\n"), (Rows{{"a", "b"}}));
}

TEST(RowReader, OtherBytesAreKept) {
  const std::string bytes("a\0b,\xFF\x01", 6);
  EXPECT_EQ(read(bytes), (Rows{{std::string("a\0b", 3), "\xFF\x01"}}));
}

TEST(RowReader, ReadsCompressedFiles) {
  const Rows rows{{"a", "b"}, {"c", "d"}};
  EXPECT_EQ(read(tests::gzip("a,b\nc,d\n")), rows);
  EXPECT_EQ(read(tests::zstd("a,b\nc,d\n")), rows);
}

TEST(RowReader, BlocksMayEndAnywhere) {
  for (const std::size_t shift : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U}) {
    std::string content(shift, '\n');
    Rows expected;
    while (content.size() < (std::size_t{5} << 19)) {
      content += "\"q\"\"r\",s\r\n";
      expected.push_back({"q\"r", "s"});
    }
    EXPECT_EQ(read(content), expected) << shift;
  }
}

TEST(RowReader, RefusesBadQuotes) {
  EXPECT_EQ(refusal("a\n\"b\nc\n"), "line 2: the quote that begins here is never closed");
  EXPECT_EQ(
      refusal("a\nb,\"c\"d\n"),
      "line 2: text follows a closing quote; a quote within a quoted field has to be doubled");
  EXPECT_EQ(refusal("\"c\"\rd\n").substr(0, 7), "line 1:");
}

TEST(RowReader, FieldsAndRowsHaveBounds) {
  const std::string mebibyte(std::size_t{1} << 20, 'x');
  EXPECT_EQ(read("a\n" + mebibyte + "\nb\n").at(1).at(0).size(), mebibyte.size());
  EXPECT_EQ(refusal("a\n" + mebibyte + "x\n"), "line 2: a field is longer than 1 MiB");
  EXPECT_EQ(refusal("a\nb,\"" + mebibyte + "x\n"),
            "line 2: a field is longer than 1 MiB; is its quote closed?");
  EXPECT_EQ(refusal("a\n" + std::string(std::size_t{1} << 25, ',')),
            "line 2: a row is longer than 16 MiB");
}

TEST(RowReader, FingerprintsTellContentsApart) {
  const TemporaryFolder folder;
  const auto fingerprint = [&](std::string_view content) {
    TextFile file(folder.write("rows", content));
    RowReader reader(file, kCommaSeparated, {});
    for (TableRow row; reader.next(row);) {
    }
    return reader.fingerprint();
  };
  EXPECT_EQ(fingerprint("a,b\n"), fingerprint(tests::gzip("a,b\n")));
  EXPECT_NE(fingerprint("a,b\n"), fingerprint("a,c\n"));
}

TEST(RowReader, CanBeInterrupted) {
  const TemporaryFolder folder;
  TextFile file(folder.write("rows", "a,b\n"));
  std::stop_source stop;
  stop.request_stop();
  RowReader reader(file, kCommaSeparated, stop.get_token());
  TableRow row;
  EXPECT_THROW(reader.next(row), Interrupted);
}

}  // namespace
}  // namespace bsg::reading
