// A text that is written to while it is read.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "bsg/error.h"
#include "corpus/compress.h"
#include "corpus/reading.h"
#include "files/temporary_folder.h"

namespace bsg::corpus {
namespace {

using tests::message_of;
using tests::TemporaryFolder;

constexpr std::uint64_t kLines = 600'000;

/// Several blocks long, so that a change can come between two of them.
std::string long_text() {
  std::string text;
  for (std::uint64_t line = 0; line < kLines; ++line) {
    text += "word" + std::to_string(line % 100) + " b\n";
  }
  return text;
}

/// Calls `change` once, when reading has begun and is far from its end.
ReadingObserver after_the_first_block(std::function<void()> change) {
  ReadingObserver observer;
  observer.progress = [change = std::move(change), done = false](std::uint64_t,
                                                                 std::uint64_t) mutable {
    if (!done) change();
    done = true;
  };
  return observer;
}

class ChangingText : public testing::Test {
 protected:
  void append(const std::string& more) const { std::ofstream(path_, std::ios::app) << more; }
  void shorten(std::uintmax_t size) const { std::filesystem::resize_file(path_, size); }

  void expect_refused(CorpusReader& reader, const Vocabulary& vocabulary,
                      const ReadingObserver& observer = {}) const {
    ReadingReport report;
    const std::string message =
        message_of<InputError>([&] { (void)reader.encode(vocabulary, {}, report, observer); });
    EXPECT_NE(message.find(path_), std::string::npos) << message;
    EXPECT_NE(message.find("changed while being read"), std::string::npos) << message;
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.write("text", long_text());
  CorpusReader reader_{{path_}, {}};
};

TEST_F(ChangingText, ThatGrowsWhileCountedIsReadToItsNewEnd) {
  ReadingReport counting;
  const counting::WordCounts counts =
      reader_.count(counting, after_the_first_block([this] { append("more b\n"); }));
  EXPECT_EQ(counting.sentences, kLines + 1);
  ReadingReport encoding;
  EXPECT_EQ(reader_.encode(Vocabulary::build(counts, {}), {}, encoding, {}).ids.size(),
            2 * kLines + 2);
}

TEST_F(ChangingText, ThatGrowsAfterTheCountIsRefused) {
  ReadingReport report;
  const Vocabulary vocabulary = Vocabulary::build(reader_.count(report, {}), {});
  expect_refused(reader_, vocabulary, after_the_first_block([this] { append("more b\n"); }));
}

TEST_F(ChangingText, ThatShrinksWhileEncodedIsRefused) {
  ReadingReport report;
  const Vocabulary vocabulary = Vocabulary::build(reader_.count(report, {}), {});
  expect_refused(reader_, vocabulary,
                 after_the_first_block([this] { shorten(std::filesystem::file_size(path_) / 2); }));
}

TEST_F(ChangingText, ThatShrinksWhileCountedIsReadToItsNewEnd) {
  ReadingReport counting;
  const auto half = [this] { shorten(std::filesystem::file_size(path_) / 2); };
  const counting::WordCounts counts = reader_.count(counting, after_the_first_block(half));
  EXPECT_LT(counting.sentences, kLines);
  ReadingReport encoding;
  // What was read ahead of the cut is missing the second time, unless the cut came behind it.
  const Vocabulary vocabulary = Vocabulary::build(counts, {});
  try {
    (void)reader_.encode(vocabulary, {}, encoding, {});
    EXPECT_EQ(encoding.tokens, counting.tokens);
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(path_), std::string::npos);
  }
}

TEST_F(ChangingText, CompressedAndCutIsDamaged) {
  const std::string packed = folder_.write("packed", tests::gzip(long_text()));
  CorpusReader reader({packed}, {});
  ReadingReport report;
  const Vocabulary vocabulary = Vocabulary::build(reader.count(report, {}), {});
  std::filesystem::resize_file(packed, std::filesystem::file_size(packed) - 20);
  EXPECT_THROW((void)reader.encode(vocabulary, {}, report, {}), Error);
}

}  // namespace
}  // namespace bsg::corpus
