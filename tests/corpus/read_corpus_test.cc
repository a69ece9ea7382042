#include "corpus/read_corpus.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <future>
#include <thread>

#include "bsg/error.h"
#include "corpus/compress.h"
#include "corpus/reading.h"
#include "files/descriptor.h"
#include "files/temporary_folder.h"

namespace bsg::corpus {
namespace {

namespace fs = std::filesystem;
using tests::message_of;
using tests::read_texts;
using tests::Sentences;
using tests::TemporaryFolder;

/// A named pipe that is fed with `content` once.
class FedPipe {
 public:
  FedPipe(const TemporaryFolder& folder, std::string content) : path_(folder / "pipe") {
    if (::mkfifo(path_.c_str(), 0600) != 0) ADD_FAILURE() << "mkfifo";
    writer_ = std::async(std::launch::async, [this, content = std::move(content)] {
      std::ofstream(path_, std::ios::binary) << content;
    });
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::future<void> writer_;
};

/// Puts a file in the place of standard input for one scope.
class StandardInput {
 public:
  explicit StandardInput(int replacement) : before_(::dup(STDIN_FILENO)) {
    ::dup2(replacement, STDIN_FILENO);
  }
  ~StandardInput() { ::dup2(before_.get(), STDIN_FILENO); }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

 private:
  files::Descriptor before_;
};

std::string long_text() {
  std::string text;
  for (int line = 0; line < 200000; ++line) text += "word" + std::to_string(line % 1000) + " b\n";
  return text;
}

TEST(Pipe, IsReadTwiceAsTheFile) {
  const TemporaryFolder folder;
  const std::string text = long_text();
  const FedPipe pipe(folder, text);
  EXPECT_TRUE(read_texts({pipe.path()}) == read_texts({folder.write("file", text)}));
}

TEST(Pipe, MayBeCompressed) {
  const TemporaryFolder folder;
  const FedPipe pipe(folder, tests::gzip("a b\n") + tests::gzip("c\n"));
  EXPECT_EQ(read_texts({pipe.path()}).sentences, (Sentences{{"a", "b"}, {"c"}}));
}

TEST(Pipe, CanBeEncodedWithoutCounting) {
  const TemporaryFolder folder;
  const Vocabulary vocabulary = Vocabulary::read(folder.write("words", "a\nb\n"));
  const FedPipe pipe(folder, "a x b\nx\nb\n");
  CorpusReader reader({pipe.path()}, {});
  ReadingReport report;
  const EncodedCorpus corpus = reader.encode(vocabulary, {}, report, {});
  EXPECT_EQ(tests::sentences_of(corpus, vocabulary), (Sentences{{"a", "b"}, {"b"}}));
  EXPECT_EQ(report.tokens, 5U);
  EXPECT_EQ(report.sentences, 3U);
  EXPECT_THROW((void)reader.encode(vocabulary, {}, report, {}), InputError);
}

TEST(StandardInput, MayBeAPipe) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const files::Descriptor reading(ends[0]);
  files::Descriptor writing(ends[1]);
  const std::string text = "a b\nc\n";
  ASSERT_EQ(::write(writing.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  writing.close();
  const StandardInput input(reading.get());
  EXPECT_EQ(read_texts({"-"}).sentences, (Sentences{{"a", "b"}, {"c"}}));
}

TEST(StandardInput, MayBeAFileReadFromWhereItStands) {
  const TemporaryFolder folder;
  const files::Descriptor file(::open(folder.write("text", "skipped\na b\nc\n").c_str(), O_RDONLY));
  ASSERT_EQ(::lseek(file.get(), 8, SEEK_SET), 8);
  const StandardInput input(file.get());
  EXPECT_EQ(read_texts({"-"}).sentences, (Sentences{{"a", "b"}, {"c"}}));
}

TEST(StandardInput, OnlyOnce) {
  const std::string message = message_of<InputError>([] {
    const CorpusReader reader({"-", "-"}, {});
  });
  EXPECT_NE(message.find("standard input"), std::string::npos) << message;
}

TEST(CorpusReader, RefusesWhatCannotBeRead) {
  const TemporaryFolder folder;
  const std::string good = folder.write("good", "a b\n");
  const auto refused = [&](const std::string& path) {
    const std::string message = message_of<FileError>([&] {
      const CorpusReader reader({good, path}, {});
    });
    EXPECT_NE(message.find(path), std::string::npos) << message;
    return message;
  };
  EXPECT_NE(refused(folder / "missing").find("No such file"), std::string::npos);
  EXPECT_NE(refused(folder.path()).find("directory"), std::string::npos);
  EXPECT_THROW(CorpusReader({}, {}), InputError);
}

TEST(CorpusReader, RefusesAFileWithoutPermission) {
  if (tests::is_superuser()) GTEST_SKIP() << "the superuser may read every file";
  const TemporaryFolder folder;
  const std::string path = folder.write("text", "a b\n");
  fs::permissions(path, fs::perms::none);
  EXPECT_THROW(CorpusReader({path}, {}), FileError);
}

TEST(CorpusReader, FileThatVanishesIsAnError) {
  const TemporaryFolder folder;
  const std::string path = folder.write("text", "a b\n");
  CorpusReader reader({path}, {});
  fs::remove(path);
  ReadingReport report;
  const std::string message = message_of<FileError>([&] { (void)reader.count(report, {}); });
  EXPECT_NE(message.find(path), std::string::npos) << message;
}

TEST(CorpusReader, EmptyTextsAreLeftToTheVocabulary) {
  const TemporaryFolder folder;
  CorpusReader reader({folder.write("empty", ""), folder.write("blank", " \n\n")}, {});
  ReadingReport report{1, 2, 3};
  const counting::WordCounts words = reader.count(report, {});
  EXPECT_TRUE(tests::counts_of(words).empty());
  EXPECT_EQ(report.tokens + report.sentences + report.invalid_utf8_sequences, 0U);
  EXPECT_THROW((void)Vocabulary::build(words, {}), InputError);
}

TEST(CorpusReader, WordsOutsideTheVocabularyAreRemoved) {
  const TemporaryFolder folder;
  CorpusReader reader({folder.write("text", "x a y b\nx y\n\na\n")}, {});
  const Vocabulary vocabulary = Vocabulary::read(folder.write("words", "b\na\n"));
  ReadingReport report;
  const EncodedCorpus corpus = reader.encode(vocabulary, {}, report, {});
  EXPECT_EQ(std::vector(corpus.ids.begin(), corpus.ids.end()),
            (std::vector<std::uint32_t>{1, 0, 1}));
  EXPECT_EQ(std::vector(corpus.sentences.begin(), corpus.sentences.end()),
            (std::vector<std::uint64_t>{0, 2, 3}));
  EXPECT_EQ(report.tokens, 7U);
  EXPECT_EQ(report.sentences, 3U);
}

TEST(CorpusReader, TextsThatChangeAreNamed) {
  const TemporaryFolder folder;
  const std::string stays = folder.write("stays", "a b\n");
  const std::string changes = folder.write("changes", "c d\n");
  CorpusReader reader({stays, changes}, {});
  ReadingReport report;
  const Vocabulary vocabulary = Vocabulary::build(reader.count(report, {}), {});
  for (const std::string_view changed : {"c d e\n", "d c\n", "c\nd", ""}) {
    (void)folder.write("changes", changed);
    const std::string message =
        message_of<InputError>([&] { (void)reader.encode(vocabulary, {}, report, {}); });
    EXPECT_NE(message.find("changed while being read"), std::string::npos) << message;
    EXPECT_NE(message.find(changes), std::string::npos) << message;
    EXPECT_EQ(message.find(stays), std::string::npos) << message;
  }
  (void)folder.write("changes", "c d\n");
  EXPECT_NO_THROW((void)reader.encode(vocabulary, {}, report, {}));
}

TEST(Progress, GrowsToTheSizeOnDisk) {
  const TemporaryFolder folder;
  const std::string text = long_text();
  const std::string plain = folder.write("plain", text);
  const std::string packed = folder.write("packed", tests::zstd(text));
  const std::uint64_t total = fs::file_size(plain) + fs::file_size(packed);
  std::uint64_t last = 0;
  int calls = 0;
  ReadingObserver observer;
  observer.progress = [&](std::uint64_t bytes_read, std::uint64_t bytes_total) {
    EXPECT_EQ(bytes_total, total);
    EXPECT_GE(bytes_read, last);
    last = bytes_read;
    ++calls;
  };
  CorpusReader reader({plain, packed}, {});
  ReadingReport report;
  const counting::WordCounts words = reader.count(report, observer);
  EXPECT_EQ(last, total);
  EXPECT_GT(calls, 3);
  last = 0;
  (void)reader.encode(Vocabulary::build(words, {}), {}, report, observer);
  EXPECT_EQ(last, total);
}

TEST(Progress, TotalOfAPipeIsKnownWhenItIsReadAgain) {
  const TemporaryFolder folder;
  const FedPipe pipe(folder, "a b\n");
  std::uint64_t total = 99;
  ReadingObserver observer;
  observer.progress = [&](std::uint64_t, std::uint64_t bytes_total) { total = bytes_total; };
  CorpusReader reader({pipe.path()}, {});
  ReadingReport report;
  const counting::WordCounts words = reader.count(report, observer);
  EXPECT_EQ(total, 0U);
  (void)reader.encode(Vocabulary::build(words, {}), {}, report, observer);
  EXPECT_EQ(total, 4U);
}

TEST(Stop, InterruptsReading) {
  const TemporaryFolder folder;
  CorpusReader reader({folder.write("text", long_text())}, {});
  std::stop_source source;
  ReadingObserver observer;
  observer.stop = source.get_token();
  int calls = 0;
  observer.progress = [&](std::uint64_t, std::uint64_t) {
    if (++calls == 2) source.request_stop();
  };
  ReadingReport report;
  EXPECT_THROW((void)reader.count(report, observer), Interrupted);
  EXPECT_EQ(calls, 2);
  ReadingReport fresh;
  EXPECT_NO_THROW((void)reader.count(fresh, {}));
  EXPECT_EQ(fresh.tokens, 400000U);
  const Vocabulary vocabulary = Vocabulary::read(folder.write("words", "a\nb\n"));
  EXPECT_THROW((void)reader.encode(vocabulary, {}, report, observer), Interrupted);
}

TEST(Stop, InterruptsWaitingForAPipe) {
  const TemporaryFolder folder;
  const std::string path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  CorpusReader reader({path}, {});
  std::stop_source source;
  ReadingObserver observer;
  observer.stop = source.get_token();
  auto reading = std::async(std::launch::async, [&] {
    ReadingReport report;
    (void)reader.count(report, observer);
  });
  source.request_stop();
  EXPECT_THROW(reading.get(), Interrupted);
}

TEST(Observer, ItsExceptionsComeThrough) {
  const TemporaryFolder folder;
  CorpusReader reader({folder.write("text", "a b\n")}, {});
  ReadingObserver observer;
  observer.progress = [](std::uint64_t, std::uint64_t) { throw std::domain_error("mine"); };
  ReadingReport report;
  EXPECT_THROW((void)reader.count(report, observer), std::domain_error);
}

}  // namespace
}  // namespace bsg::corpus
