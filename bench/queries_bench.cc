#include <benchmark/benchmark.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bsg/model.h"
#include "bsg/query.h"
#include "plain_read.h"
#include "turns.h"

// Queries through the public API. Counters of a single question: the rate at which it goes through
// the bytes that its measure needs, that of a plain read of as many bytes by the same threads, done
// in turns, and the first in per cent of the second, by the clock and by CPU time, each at its
// best.

namespace {

using namespace bsg;
using benchmark::Counter;

constexpr std::size_t kAnswers = 10;

/// Uniform in (low, high); no sequence is shared between rows.
std::vector<float> random_rows(std::size_t rows, std::size_t m, float low, float high,
                               std::uint64_t seed) {
  std::vector<float> values(rows * m);
  tbb::parallel_for(std::size_t{0}, rows, [&](std::size_t row) {
    std::minstd_rand random(static_cast<std::uint32_t>(seed * rows + row + 1));
    random.discard(4);
    const float scale = (high - low) / static_cast<float>(std::minstd_rand::max());
    for (std::size_t k = 0; k < m; ++k) {
      values[row * m + k] = low + scale * static_cast<float>(random());
    }
  });
  return values;
}

std::string name_of(std::size_t id) {
  std::string name = std::to_string(id);
  name.insert(0, 1, 'w');
  return name;
}

Model make_model(std::size_t words, std::size_t m) {
  ModelData data;
  data.dimension = m;
  for (std::size_t id = 0; id < words; ++id) {
    data.words.push_back(name_of(id));
    data.counts.push_back(words - id);
  }
  data.target_mean = random_rows(words, m, -1, 1, 0);
  data.target_variance = random_rows(words, m, 0.01F, 0.5F, 1);
  data.context_mean = random_rows(words, m, -1, 1, 2);
  data.context_variance = random_rows(words, m, 0.01F, 0.5F, 3);
  return Model(std::move(data));
}

const Model& large_model() {
  static const Model model = make_model(1'000'000, 100);
  return model;
}

std::vector<std::span<const float>> matrices(const Model& model, const QueryOptions& options) {
  const bool both = options.representation == Representation::concat;
  const bool variances = describe(options.measure).needs_variances;
  const Side side =
      options.representation == Representation::target_context ? Side::context : Side::target;
  std::vector<std::span<const float>> read = {model.means(side)};
  if (variances) read.push_back(model.variances(side));
  if (both) read.push_back(model.means(Side::context));
  if (both && variances) read.push_back(model.variances(Side::context));
  return read;
}

void one_question(benchmark::State& state, QueryOptions options) {
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(state.range(0)));
  const Model& model = large_model();
  const Query query(model, options);
  const auto read = matrices(model, options);
  std::size_t bytes = 0;
  for (const auto& matrix : read) bytes += matrix.size_bytes();
  benchmark::DoNotOptimize(query.neighbors("w0", kAnswers));  // makes what the first scan makes
  bench::Turns questions, reads;
  std::size_t asked = 0;
  for ([[maybe_unused]] auto _ : state) {
    reads.take([&] {
      for (const auto& matrix : read) benchmark::DoNotOptimize(bench::read_all(matrix));
    });
    const std::string word = name_of(7919 * ++asked % model.size());
    state.SetIterationTime(
        questions.take([&] { benchmark::DoNotOptimize(query.neighbors(word, kAnswers)); }));
  }
  const double giga = static_cast<double>(bytes) / 1e9;
  state.counters["GB/s"] = giga / questions.best_seconds();
  state.counters["read GB/s"] = giga / reads.best_seconds();
  state.counters["read%"] = 100 * reads.best_seconds() / questions.best_seconds();
  state.counters["read% of CPU"] = 100 * reads.best_cpu_seconds() / questions.best_cpu_seconds();
}

/// Analogies, all at once.
void many_questions(benchmark::State& state, QueryOptions options) {
  const auto questions = static_cast<std::size_t>(state.range(0));
  const auto words = static_cast<std::size_t>(state.range(1));
  const Model model = make_model(words, static_cast<std::size_t>(state.range(2)));
  const Query query(model, options);
  std::mt19937 random(1);
  std::uniform_int_distribution<std::size_t> id(0, words - 1);
  std::vector<Composition> compositions;
  for (std::size_t k = 0; k < questions; ++k) {
    compositions.push_back({{name_of(id(random)), name_of(id(random))}, {name_of(id(random))}});
  }
  benchmark::DoNotOptimize(query.neighbors("w0", 1));
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(query.neighbors(compositions, 1));
  state.counters["questions"] = Counter(
      static_cast<double>(questions) * static_cast<double>(state.iterations()), Counter::kIsRate);
}

/// Each measure by the mean, and under its own name with that of the rank by the others.
template <class Register>
void for_every_ranking(Register register_one) {
  for (const MeasureDescription& measure : measure_table()) {
    for (const RankDescription& rank : rank_table()) {
      if (rank.cosine_only && !measure.is_cosine) continue;
      std::string name(measure.name);
      if (rank.value != Rank::mean) name.append("_").append(rank.name);
      register_one(name, QueryOptions{.measure = measure.value, .rank = rank.value});
    }
  }
}

void register_all() {
  using benchmark::RegisterBenchmark;
  constexpr std::array<std::pair<const char*, Representation>, 4> kRepresentations = {
      {{"target", Representation::target},
       {"target_context", Representation::target_context},
       {"sum", Representation::sum},
       {"concat", Representation::concat}}};
  for_every_ranking([&](const std::string& ranking, QueryOptions options) {
    for (const auto& [name, representation] : kRepresentations) {
      options.representation = representation;
      RegisterBenchmark(("one_question/" + ranking + "/" + name).c_str(), one_question, options)
          ->ArgName("threads")
          ->Arg(1)
          ->Arg(2)
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond);
    }
  });
  for_every_ranking([](const std::string& ranking, const QueryOptions& options) {
    RegisterBenchmark(("many_questions/" + ranking).c_str(), many_questions, options)
        ->ArgNames({"questions", "words", "m"})
        ->Args({2000, 30'000, 40})
        ->Args({1000, 30'000, 300})
        ->Args({100, 1'000'000, 100})
        ->MeasureProcessCPUTime()
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  });
}

}  // namespace

int main(int argc, char** argv) {
  register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
