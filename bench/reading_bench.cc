#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "corpus/read_corpus.h"
#include "corpus/vocabulary.h"
#include "files/descriptor.h"

// Counting and encoding of a text that lies in the page cache, beside a plain read of the same
// file. BSG_BENCH_TEXT names the text; without it one is made of 200,000 words by Zipf's law.

namespace {

namespace fs = std::filesystem;
using namespace bsg::corpus;
using benchmark::Counter;

constexpr double kZipfWords = 200'000;
constexpr std::size_t kZipfTokens = 20'000'000;

/// Spells a word of the generated text: frequent ones are short.
void append_word(std::string& text, std::uint64_t rank) {
  for (++rank; rank > 0; rank /= 7) text += static_cast<char>('a' + rank % 7);
}

class BenchText {
 public:
  BenchText() {
    if (const char* const given = std::getenv("BSG_BENCH_TEXT")) {
      path_ = given;
    } else {
      generated_ = true;
      path_ = (fs::temp_directory_path() / ("bsg-bench-" + std::to_string(::getpid()))).string();
      write_zipf_text();
    }
  }
  ~BenchText() {
    std::error_code ignored;
    if (generated_) fs::remove(path_, ignored);
  }
  BenchText(const BenchText&) = delete;
  BenchText& operator=(const BenchText&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  void write_zipf_text() const {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> logarithm(0, std::log(kZipfWords));
    std::ofstream file(path_, std::ios::binary);
    std::string line;
    for (std::size_t token = 0; token < kZipfTokens; ++token) {
      append_word(line, static_cast<std::uint64_t>(std::exp(logarithm(random))));
      line += token % 20 == 19 ? '\n' : ' ';
      if (line.size() > 1 << 16 || token + 1 == kZipfTokens) {
        file << line;
        line.clear();
      }
    }
  }

  std::string path_;
  bool generated_ = false;
};

const std::string& text_path() {
  static const BenchText text;
  return text.path();
}

void report(benchmark::State& state) {
  const auto bytes = static_cast<double>(fs::file_size(text_path()));
  state.counters["MB/s"] =
      Counter(bytes * 1e-6 * static_cast<double>(state.iterations()), Counter::kIsRate);
}

void BM_PlainRead(benchmark::State& state) {
  const std::string& path = text_path();
  std::vector<char> block(1 << 20);
  for (auto _ : state) {
    const bsg::files::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    while (::read(file.get(), block.data(), block.size()) > 0) benchmark::ClobberMemory();
  }
  report(state);
}

bsg::CorpusOptions options_of(const benchmark::State& state) {
  return {.tokenizer = static_cast<bsg::Tokenizer>(state.range(1))};
}

void BM_Count(benchmark::State& state) {
  CorpusReader reader({text_path()}, options_of(state));
  ReadingReport reading;
  tbb::task_arena arena(static_cast<int>(state.range(0)));
  for (auto _ : state)
    arena.execute(
        [&] { benchmark::DoNotOptimize(Vocabulary::build(reader.count(reading, {}), {})); });
  report(state);
}

void BM_Encode(benchmark::State& state) {
  CorpusReader reader({text_path()}, options_of(state));
  ReadingReport reading;
  tbb::task_arena arena(static_cast<int>(state.range(0)));
  const Vocabulary vocabulary =
      arena.execute([&] { return Vocabulary::build(reader.count(reading, {}), {}); });
  for (auto _ : state)
    arena.execute([&] { benchmark::DoNotOptimize(reader.encode(vocabulary, {}, reading, {})); });
  report(state);
}

void threads_and_tokenizers(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"threads", "words"})->UseRealTime()->Unit(benchmark::kMillisecond);
  const int all = tbb::info::default_concurrency();
  for (const int tokenizer : {0, 1}) {
    benchmark->Args({1, tokenizer});
    if (all > 1) benchmark->Args({all, tokenizer});
  }
}

BENCHMARK(BM_PlainRead)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Count)->Apply(threads_and_tokenizers);
BENCHMARK(BM_Encode)->Apply(threads_and_tokenizers);

}  // namespace
