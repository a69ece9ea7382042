#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <cstddef>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bsg/infer.h"
#include "bsg/model.h"
#include "bsg/options.h"
#include "bsg/sentences.h"

// Densities of words and bags that a model does not have, through the public API. The model has
// random densities; words of the texts are drawn by Zipf's law from its vocabulary.

namespace {

using namespace bsg;
using benchmark::Counter;

constexpr std::size_t kWords = 30'000;

std::string name_of(std::size_t id, std::string name = "w") {
  return name.append(std::to_string(id));
}

/// As wide as those of a training: contexts are long and narrow, targets short.
std::vector<float> draw(std::size_t m, float low, float high, unsigned seed) {
  std::minstd_rand random(seed);
  std::uniform_real_distribution<float> number(low, high);
  std::vector<float> values(kWords * m);
  for (float& value : values) value = number(random);
  return values;
}

Model make_model(std::size_t m) {
  ModelData data;
  data.dimension = m;
  for (std::size_t id = 0; id < kWords; ++id) {
    data.words.push_back(name_of(id));
    data.counts.push_back(1'000'000 / (id + 1));
  }
  data.target_mean = draw(m, -0.3F, 0.3F, 1);
  data.target_variance = draw(m, 0.005F, 0.05F, 2);
  data.context_mean = draw(m, -0.6F, 0.6F, 3);
  data.context_variance = draw(m, 0.01F, 0.1F, 4);
  for (const OptionDescription& option : option_table()) {
    if (option.affects_result) data.options.emplace(option.name, option.default_value);
  }
  data.options["dimension"] = std::to_string(m);
  return Model(std::move(data));
}

class Text {
 public:
  explicit Text(unsigned seed) : random_(seed) {
    for (std::size_t id = 0; id < kWords; ++id)
      weights_.push_back(1.0 / static_cast<double>(id + 1));
    word_ = std::discrete_distribution<std::size_t>(weights_.begin(), weights_.end());
  }

  std::vector<std::string> words(std::size_t count) {
    std::vector<std::string> words;
    for (std::size_t k = 0; k < count; ++k) words.push_back(name_of(word_(random_)));
    return words;
  }

 private:
  std::mt19937 random_;
  std::vector<double> weights_;
  std::discrete_distribution<std::size_t> word_;
};

/// Lines of twenty words, each word to infer in the middle of so many.
std::shared_ptr<const Sentences> lines_with(std::size_t words, std::size_t lines_each) {
  Text text(1);
  auto sentences = std::make_shared<Sentences>();
  for (std::size_t line = 0; line < words * lines_each; ++line) {
    std::vector<std::string> tokens = text.words(20);
    tokens[10] = name_of(line % words, "new");
    sentences->add(std::vector<std::string_view>(tokens.begin(), tokens.end()));
  }
  return sentences;
}

void many_words(benchmark::State& state) {
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(state.range(2)));
  const TargetInference inference(make_model(static_cast<std::size_t>(state.range(0))));
  constexpr std::size_t kNew = 1000;
  const InferenceInput input{.sentences =
                                 lines_with(kNew, static_cast<std::size_t>(state.range(1)))};
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(inference.words(input));
  state.counters["words"] = Counter(
      static_cast<double>(kNew) * static_cast<double>(state.iterations()), Counter::kIsRate);
}

void bags(benchmark::State& state) {
  const TargetInference inference(make_model(static_cast<std::size_t>(state.range(0))));
  const auto count = static_cast<std::size_t>(state.range(1));
  Text text(2);
  std::vector<std::vector<std::string>> all;
  for (std::size_t bag = 0; bag < count; ++bag) all.push_back(text.words(10));
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(inference.bags(all));
  state.counters["bags"] = Counter(
      static_cast<double>(count) * static_cast<double>(state.iterations()), Counter::kIsRate);
}

void make_inference(benchmark::State& state) {
  const Model model = make_model(static_cast<std::size_t>(state.range(0)));
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(TargetInference(model));
}

BENCHMARK(many_words)
    ->ArgNames({"m", "lines", "threads"})
    ->Args({100, 20, 1})
    ->Args({100, 20, 2})
    ->Args({100, 2, 2})
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(bags)
    ->ArgNames({"m", "bags"})
    ->Args({40, 1})
    ->Args({100, 1})
    ->Args({100, 1000})
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(make_inference)
    ->ArgName("m")
    ->Arg(100)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
