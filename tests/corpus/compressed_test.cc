#include <gtest/gtest.h>

#include <functional>
#include <ostream>

#include "bsg/error.h"
#include "corpus/compress.h"
#include "corpus/reading.h"
#include "files/temporary_folder.h"

namespace bsg::corpus {
namespace {

using tests::message_of;
using tests::read_texts;
using tests::Sentences;
using tests::TemporaryFolder;

struct Format {
  std::string name;
  std::function<std::string(std::string_view)> compress;

  friend void PrintTo(const Format& format, std::ostream* out) { *out << format.name; }
};

class Compressed : public testing::TestWithParam<Format> {
 protected:
  [[nodiscard]] std::string pack(std::string_view content) const {
    return GetParam().compress(content);
  }

  void expect_refused(const std::string& content, const std::string& reason) const {
    const std::string path = folder_.write("text", content);
    CorpusReader reader({path}, {});
    ReadingReport report;
    const std::string message = message_of<InputError>([&] { (void)reader.count(report, {}); });
    EXPECT_NE(message.find(path), std::string::npos) << message;
    EXPECT_NE(message.find(reason), std::string::npos) << message;
    EXPECT_NE(message.find(GetParam().name), std::string::npos) << message;
  }

  TemporaryFolder folder_;
};

/// Does not compress well, so that the stream is longer than the readers' buffers.
std::string long_text() {
  std::string text;
  std::uint64_t state = 1;
  while (text.size() < 1200000) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    text += std::to_string(state >> 24) + (state % 7 == 0 ? "\n" : " ");
  }
  return text;
}

TEST_P(Compressed, IsToldByItsFirstBytes) {
  const std::string path = folder_.write("any.name", pack("a b\nc\n"));
  EXPECT_EQ(read_texts({path}).sentences, (Sentences{{"a", "b"}, {"c"}}));
}

TEST_P(Compressed, ReadsAsThePlainText) {
  const std::string text = long_text();
  const auto plain = read_texts({folder_.write("plain", text)});
  EXPECT_TRUE(read_texts({folder_.write("packed", pack(text))}) == plain);
}

TEST_P(Compressed, PartsAreOneText) {
  const std::string path =
      folder_.write("text", pack("a b\nc wor") + pack("") + pack("d e\n") + pack("f"));
  EXPECT_EQ(read_texts({path}).sentences, (Sentences{{"a", "b"}, {"c", "word", "e"}, {"f"}}));
}

TEST_P(Compressed, ManyPartsOfManySizes) {
  const std::string text = long_text();
  std::string packed;
  for (std::size_t at = 0, part = 1; at < text.size(); at += part, part = part * 2 % 99991)
    packed += pack(text.substr(at, part));
  EXPECT_TRUE(read_texts({folder_.write("packed", packed)}) ==
              read_texts({folder_.write("plain", text)}));
}

TEST_P(Compressed, EmptyContentIsAnEmptyText) {
  const std::string empty = folder_.write("empty", pack(""));
  const std::string text = folder_.write("text", "a b\n");
  EXPECT_EQ(read_texts({empty, text}).tokens, 2U);
}

TEST_P(Compressed, CutShortAnywhereIsAnError) {
  const std::string packed = pack("a b\nc d\nmore words to make it longer, and longer still\n");
  for (std::size_t length = 4; length < packed.size(); ++length)
    expect_refused(packed.substr(0, length), "ends in the middle");
  for (std::size_t length = 1; length < packed.size(); length += 5)
    expect_refused(packed + packed.substr(0, length), "ends in the middle");
}

TEST_P(Compressed, LongStreamCutShortIsAnError) {
  const std::string packed = pack(long_text());
  expect_refused(packed.substr(0, packed.size() / 2), "ends in the middle");
  expect_refused(packed.substr(0, packed.size() - 1), "ends in the middle");
}

TEST_P(Compressed, DamageIsAnError) {
  std::string packed = pack(long_text());
  packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x55);
  expect_refused(packed, "damaged");
  std::string checksum = pack("a b\nc d\n");
  const std::size_t in_checksum = checksum.size() - (GetParam().name == "gzip" ? 8 : 2);
  checksum[in_checksum] = static_cast<char>(checksum[in_checksum] ^ 1);
  expect_refused(checksum, "damaged");
}

TEST_P(Compressed, ForeignBytesBehindAreAnError) {
  expect_refused(pack("a b\n") + "plain text", "");
}

INSTANTIATE_TEST_SUITE_P(Formats, Compressed,
                         testing::Values(Format{"gzip", tests::gzip}, Format{"zstd", tests::zstd}),
                         [](const auto& format) { return format.param.name; });

TEST(Gzip, ZerosBehindTheLastMemberArePadding) {
  const TemporaryFolder folder;
  const std::string path = folder.write("text", tests::gzip("a b\n") + std::string(1000, '\0'));
  EXPECT_EQ(read_texts({path}).tokens, 2U);
}

TEST(Zstd, SkippableFramesAreSkipped) {
  const TemporaryFolder folder;
  const std::string skippable("\x53\x2A\x4D\x18\x03\x00\x00\x00xyz", 11);
  const std::string path = folder.write("text", skippable + tests::zstd("a b\n") + skippable);
  EXPECT_EQ(read_texts({path}).tokens, 2U);
}

TEST(Plain, StartsOfMagicNumbersAreText) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_texts({folder.write("1", "\x1F"), folder.write("2", "(")}).tokens, 2U);
}

}  // namespace
}  // namespace bsg::corpus
