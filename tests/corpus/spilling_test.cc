#include <gtest/gtest.h>
#include <sys/resource.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "corpus/read_corpus.h"
#include "corpus/reading.h"
#include "corpus/vocabulary_selection.h"
#include "counting/spilling_table.h"
#include "files/temporary_folder.h"

namespace bsg::corpus {
namespace {

namespace fs = std::filesystem;
using tests::Counts;
using tests::counts_of;
using tests::message_of;
using tests::TemporaryFolder;
using Listed = std::vector<std::pair<std::string, std::uint64_t>>;

/// Any bytes, the empty word, common prefixes, a word longer than every buffer: what a table takes.
std::vector<std::string> odd_words(std::size_t count) {
  std::mt19937_64 random(11);
  std::vector<std::string> words = {"", std::string(1, '\0'), std::string(9, '\0'),
                                    std::string(600000, 'x'), std::string(600000, 'x') + 'y'};
  while (words.size() < count) {
    std::string word(random() % 3 == 0 ? "a common prefix" : "");
    for (std::size_t length = random() % 12; word.size() < length;)
      word += static_cast<char>(random());
    words.push_back(word);
  }
  return words;
}

tokenizing::Tokens tokens_of(const std::string& text, const std::vector<std::string>& words) {
  tokenizing::Tokens tokens;
  tokens.text = text;
  std::uint32_t begin = 0;
  for (const std::string& word : words) {
    tokens.list.push_back({begin, static_cast<std::uint32_t>(word.size())});
    begin += tokens.list.back().length;
  }
  return tokens;
}

TEST(SpillingTable, RunsMergeToTheCountsOfAMap) {
  const TemporaryFolder folder;
  std::vector<std::string> words = odd_words(30000);
  std::mt19937_64 random(12);
  for (int i = 0; i < 30000; ++i) words.push_back(words[random() % 5000]);
  std::shuffle(words.begin(), words.end(), random);
  Counts expected;
  std::string text;
  for (const std::string& word : words) {
    ++expected[word];
    text += word;
  }
  const tokenizing::Tokens tokens = tokens_of(text, words);

  for (const std::uint64_t bytes : {1U, 300000U, 3000000U}) {
    const counting::SpillOptions options{.bytes = 2 * bytes, .folder = folder.path()};
    std::vector<counting::SpillingTable> tables;
    tables.emplace_back(bytes, folder.path());
    tables.front().add(tokens);
    const std::size_t runs = tables.front().runs().size();
    EXPECT_GE(runs, bytes == 1 ? 20U : 1U) << bytes;
    const counting::WordCounts counts = counting::join(std::move(tables), options, {});
    EXPECT_TRUE(counts_of(counts) == expected) << bytes;
    EXPECT_TRUE(counts_of(counts) == expected) << "a second time, " << bytes;
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(SpillingTable, WithinItsMemoryNothingIsWritten) {
  const std::vector<std::string> words = {"b", "a", "b"};
  const std::string text = "bab";
  std::vector<counting::SpillingTable> tables;
  for (int i = 0; i < 3; ++i) {
    tables.emplace_back(1 << 20, "/nonexistent");
    tables.back().add(tokens_of(text, words));
  }
  EXPECT_EQ(counts_of(counting::join(std::move(tables),
                                     {.bytes = 8 << 20, .folder = "/nonexistent"}, {})),
            (Counts{{"a", 3}, {"b", 6}}));
}

TEST(SortedRun, ComesByBytesAscending) {
  const TemporaryFolder folder;
  std::vector<std::string> words = odd_words(5000);
  counting::WordTable table;
  for (const std::string& word : words) table.add(word, word.size() * 1000000007);
  const auto file = std::make_shared<files::ScratchFile>(folder.path());
  file->append("something before");
  counting::RunReader reader(counting::write_sorted(table, file));
  file->append("something behind");
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  for (const std::string& word : words) {
    const std::uint64_t times = *table.find(word);
    ASSERT_TRUE(reader.next());
    ASSERT_EQ(reader.word(), word);
    ASSERT_EQ(reader.count(), table.count(times));
  }
  EXPECT_FALSE(reader.next());
}

TEST(MergeRuns, StopsWhenAsked) {
  const TemporaryFolder folder;
  counting::WordTable table;
  table.add("word");
  const std::vector<counting::SortedRun> runs(
      3, counting::write_sorted(table, std::make_shared<files::ScratchFile>(folder.path())));
  std::stop_source source;
  source.request_stop();
  const auto ignore = [](std::string_view, std::uint64_t) {};
  EXPECT_THROW(counting::merge_runs(runs, ignore, source.get_token()), Interrupted);
  EXPECT_THROW(counting::reduce_runs(runs, 2, folder.path(), source.get_token()), Interrupted);
  EXPECT_EQ(counting::reduce_runs(runs, 2, folder.path(), {}).size(), 2U);
}

TEST(ScratchFolder, ErrorsNameItAndSayWhatToDo) {
  const auto refused = [](const fs::path& folder) {
    const std::string message =
        message_of<FileError>([&] { const files::ScratchFile file(folder); });
    EXPECT_NE(message.find("'" + folder.string() + "'"), std::string::npos) << message;
    EXPECT_NE(message.find("name another folder with scratch"), std::string::npos) << message;
    return message;
  };
  const TemporaryFolder folder;
  EXPECT_NE(refused(folder / "missing").find("No such file"), std::string::npos);
  EXPECT_NE(refused(folder.write("file", "")).find("Not a directory"), std::string::npos);
  EXPECT_NE(refused("/proc").find("in '/proc'"), std::string::npos);
}

/// A text with a few frequent words, many rare ones, and ties everywhere.
std::string many_words(std::size_t tokens) {
  std::mt19937_64 random(13);
  std::string text;
  for (std::size_t i = 0; i < tokens; ++i) {
    const std::uint64_t draw = random();
    const std::uint64_t word = draw % 4 == 0 ? draw / 4 % 50 : draw / 4 % tokens;
    text += std::to_string(word * 7919);
    text += draw % 16 == 0 ? '\n' : ' ';
  }
  return text;
}

Listed listed(const Vocabulary& vocabulary) {
  Listed words;
  for (std::uint32_t id = 0; id < vocabulary.size(); ++id)
    words.emplace_back(vocabulary.word(id), vocabulary.count(id));
  return words;
}

TEST(CountingUnderABudget, VocabularyIsTheSameForAnyMemoryAndThreads) {
  const TemporaryFolder folder;
  const std::string text = folder.write("text", many_words(250000));
  CorpusReader unlimited({text}, {});
  ReadingReport expected;
  const counting::WordCounts counts = unlimited.count(expected, {});
  const Counts all = counts_of(counts);
  ASSERT_GT(all.size(), 50000U);
  const tbb::global_control as_many(tbb::global_control::max_allowed_parallelism, 4);

  for (const int threads : {1, 2, 4}) {
    for (const std::uint64_t bytes : {1U << 16, 2U << 20}) {
      tbb::task_arena(threads).execute([&] {
        CorpusReader reader({text}, {}, {.bytes = bytes, .folder = folder.path()});
        ReadingReport report;
        const counting::WordCounts spilled = reader.count(report, {});
        EXPECT_EQ(report.tokens, expected.tokens);
        EXPECT_EQ(report.sentences, expected.sentences);
        EXPECT_TRUE(counts_of(spilled) == all) << threads << " " << bytes;
        for (const VocabularyOptions& options :
             {VocabularyOptions{2, 1}, VocabularyOptions{300, 1}, VocabularyOptions{5000, 2},
              VocabularyOptions{1000000, 3}, VocabularyOptions{40000, 1}})
          EXPECT_TRUE(listed(Vocabulary::build(spilled, options)) ==
                      listed(Vocabulary::build(counts, options)))
              << threads << " " << bytes << " " << options.size;
      });
    }
  }
}

/// No file of this process may grow beyond `bytes` for one scope.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  using Handler = void (*)(int);
  Handler handler_;
  rlimit before_{};
};

TEST(CountingUnderABudget, FailuresToWriteNameTheFolder) {
  const TemporaryFolder folder;
  const std::string text = folder.write("text", many_words(100000));
  const auto failure = [&](const fs::path& scratch) {
    CorpusReader reader({text}, {}, {.bytes = 1, .folder = scratch});
    ReadingReport report;
    const std::string message = message_of<FileError>([&] { (void)reader.count(report, {}); });
    EXPECT_NE(message.find("'" + scratch.string() + "'"), std::string::npos) << message;
    EXPECT_NE(message.find("name another folder with scratch"), std::string::npos) << message;
    return message;
  };
  EXPECT_NE(failure(folder / "missing").find("No such file"), std::string::npos);
  const FileSizeLimit limit(100000);
  EXPECT_NE(failure(folder.path()).find("too large"), std::string::npos);
}

/// The first words of a sort by count descending, then bytes ascending.
Listed first_words(Listed words, std::size_t size, std::uint64_t min_count) {
  std::erase_if(words, [&](const auto& word) { return word.second < min_count; });
  std::sort(words.begin(), words.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  words.resize(std::min(size, words.size()));
  return words;
}

TEST(VocabularySelection, ChoosesAsASortOfAllWordsDoes) {
  std::mt19937_64 random(14);
  Listed words;
  for (std::uint64_t i = 0; i < 20000; ++i)
    words.emplace_back(std::to_string(i * 7919), 1 + random() % (i % 100 == 0 ? 1000 : 3));
  for (int turn = 0; turn < 4; ++turn) {
    if (turn == 0) std::sort(words.begin(), words.end());
    for (const std::uint32_t size : {2U, 100U, 1000U, 7000U, 50000U}) {
      for (const std::uint64_t min_count : {0U, 1U, 3U}) {
        VocabularySelection selection({size, min_count});
        std::uint64_t tokens = 0;
        for (const auto& [word, count] : words) {
          selection.take(word, count);
          tokens += count;
        }
        EXPECT_EQ(selection.distinct_words(), words.size());
        EXPECT_EQ(selection.tokens(), tokens);
        EXPECT_TRUE(listed(selection.finish()) == first_words(words, size, min_count))
            << turn << " " << size << " " << min_count;
      }
    }
    std::shuffle(words.begin(), words.end(), random);
  }
}

TEST(VocabularySelection, RefusesMoreWordsThanItsMemoryHolds) {
  const auto take_all = [](VocabularySelection& selection) {
    for (std::uint64_t i = 0; i < 100000; ++i) selection.take(std::to_string(i), 1 + i % 2);
    return selection.finish();
  };
  VocabularySelection everything({2000000000, 1}, 1 << 20);
  const std::string message = message_of<ResourceError>([&] { (void)take_all(everything); });
  EXPECT_NE(message.find("100000 of 100000 distinct words"), std::string::npos) << message;
  EXPECT_NE(message.find(", and 1.0 MB of memory are left"), std::string::npos) << message;
  EXPECT_NE(message.find("with vocabulary-size or min-count"), std::string::npos) << message;
  EXPECT_EQ(everything.distinct_words(), 100000U);

  VocabularySelection few({1000, 1}, 1 << 20);
  EXPECT_EQ(take_all(few).size(), 1000U);
  const double times = std::stod(message.substr(message.find("allow ") + 6));
  EXPECT_LT(times, 12);
  VocabularySelection as_advised({2000000000, 1}, static_cast<std::uint64_t>(times * (1 << 20)));
  EXPECT_EQ(take_all(as_advised).size(), 100000U);
}

}  // namespace
}  // namespace bsg::corpus
