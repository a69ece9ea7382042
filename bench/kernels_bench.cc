#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "fma_peak.h"
#include "kernels/aligned_buffer.h"
#include "kernels/batched_solve.h"
#include "kernels/pair_update.h"
#include "kernels/row_layout.h"
#include "kernels/scan.h"

// Counters: per cent of the register-resident multiply-add peak, counting the multiply-adds that
// the mathematics needs (m(m+1)/2 for a pair) and not those a kernel does beside them.

namespace {

using namespace bsg::kernels;
using benchmark::Counter;

constexpr std::size_t kWords = 30'000;
constexpr std::size_t kCachedWords = 500;
constexpr std::size_t kRowPairs = 500;

AlignedBuffer random_densities(std::size_t words, std::size_t m, std::mt19937& random) {
  const std::size_t stride = row_stride(m);
  AlignedBuffer values(words * 2 * stride);
  std::normal_distribution<float> mean(0, 0.5F);
  std::uniform_real_distribution<float> variance(0.01F, 0.5F);
  for (std::size_t word = 0; word < words; ++word) {
    float* const row = values.data() + word * 2 * stride;
    for (std::size_t i = 0; i < m; ++i) row[i] = mean(random);
    for (std::size_t i = 0; i < m; ++i) row[stride + i] = variance(random);
  }
  return values;
}

std::vector<std::uint32_t> random_ids(std::size_t size, std::size_t words, std::mt19937& random) {
  std::vector<std::uint32_t> ids(size);
  std::uniform_int_distribution<std::uint32_t> id(0, static_cast<std::uint32_t>(words - 1));
  for (std::uint32_t& i : ids) i = id(random);
  return ids;
}

void report(benchmark::State& state, const char* items, double count, double multiply_adds) {
  const auto iterations = static_cast<double>(state.iterations());
  state.counters[items] = Counter(count * iterations, Counter::kIsRate);
  const double peak = bsg::bench::peak_multiply_adds_per_second();
  state.counters["peak%"] =
      Counter(100 * count * multiply_adds * iterations / peak, Counter::kIsRate);
}

/// Densities that the threads of a benchmark share, as those of a half-update do.
const AlignedBuffer& shared_densities(std::size_t words, std::size_t m) {
  static std::mutex mutex;
  static std::map<std::pair<std::size_t, std::size_t>, AlignedBuffer> all;
  const std::scoped_lock lock(mutex);
  AlignedBuffer& densities = all[{words, m}];
  if (densities.empty()) {
    std::mt19937 random(1);
    densities = random_densities(words, m, random);
  }
  return densities;
}

/// What a half-update does with the pairs of one word.
class PairPipeline {
 public:
  PairPipeline(std::size_t m, std::size_t words, unsigned seed)
      : m_(m),
        densities_(shared_densities(words, m)),
        random_(seed),
        ids_(random_ids(1 << 20, words, random_)),
        P_(m * row_stride(m)),
        diagonal_(row_stride(m)),
        r_(row_stride(m)),
        workspace_(pair_workspace_size(m)),
        ones_(kPairBlock, 1.0F) {}

  void next_row() {
    const DensityRows v{densities_.data(), row_stride(m_)};
    if (position_ + 2 * kRowPairs > ids_.size()) position_ = 0;
    std::fill(P_.begin(), P_.end(), 0.0F);
    for (std::size_t k = 0; k < kRowPairs; k += kPairBlock) {
      const std::size_t size = std::min(kPairBlock, kRowPairs - k);
      const auto block = std::span(ids_).subspan(position_ + k, size);
      expected_squares(v.mean(0), v.variance(0), v, m_, block, XiForm::exact, xi_squared_.data(),
                       workspace_.data());
      pair_weights(xi_squared_.data(), ones_.data(), size, weights_.data());
      add_pairs(v, m_, block, weights_.data(), ones_.data(),
                {P_.data(), diagonal_.data(), r_.data()}, workspace_.data(),
                std::span(ids_).subspan(position_ + k + size, kPairBlock));
    }
    position_ += kRowPairs;
    benchmark::DoNotOptimize(P_.data());
    benchmark::ClobberMemory();
  }

 private:
  std::size_t m_;
  const AlignedBuffer& densities_;
  std::mt19937 random_;
  std::vector<std::uint32_t> ids_;
  AlignedBuffer P_, diagonal_, r_, workspace_, ones_;
  std::array<float, kPairBlock> xi_squared_{}, weights_{};
  std::size_t position_ = 0;
};

void pair_pipeline(benchmark::State& state) {
  const auto m = static_cast<std::size_t>(state.range(0));
  PairPipeline pipeline(m, static_cast<std::size_t>(state.range(1)),
                        static_cast<unsigned>(state.thread_index()));
  for ([[maybe_unused]] auto _ : state) pipeline.next_row();
  report(state, "pairs", kRowPairs, static_cast<double>(packed_size(m)));
}
BENCHMARK(pair_pipeline)
    ->ArgsProduct({{20, 40, 100, 300}, {kCachedWords, kWords}})
    ->Threads(1)
    ->Threads(2)
    ->UseRealTime();

/// One batch of systems P = I + Σ of products, solved again and again.
class SolveBatch {
 public:
  explicit SolveBatch(std::size_t m)
      : m_(m), precision_(packed_size(m)), r_(m, 1.0F), workspace_(solve_workspace_size(m)) {
    std::mt19937 random(2);
    std::normal_distribution<float> normal(0, 1);
    for (std::size_t i = 0, position = 0; i < m; ++i) {
      precision_[position] = static_cast<float>(2 * m);
      for (std::size_t j = i + 1; j < m; ++j) precision_[position + j - i] = normal(random);
      position += m - i;
    }
    results_.resize(solve_lanes() * 2 * m);
    for (std::size_t lane = 0; lane < solve_lanes(); ++lane) {
      float* const result = results_.data() + lane * 2 * m;
      systems_.push_back({precision_.data(), r_.data(), result, result + m, false});
    }
  }

  void solve() {
    solve_batch(m_, systems_, workspace_.data());
    benchmark::DoNotOptimize(results_.data());
    benchmark::ClobberMemory();
  }

 private:
  std::size_t m_;
  AlignedBuffer precision_, r_, workspace_, results_;
  std::vector<System> systems_;
};

void solve(benchmark::State& state) {
  const auto m = static_cast<std::size_t>(state.range(0));
  SolveBatch batch(m);
  for ([[maybe_unused]] auto _ : state) batch.solve();
  // m³/6 for the factor and as many for its inverse.
  report(state, "words", static_cast<double>(solve_lanes()),
         std::pow(static_cast<double>(m), 3) / 3);
}
BENCHMARK(solve)->Arg(20)->Arg(40)->Arg(100)->Arg(300);

void scan_all_rows(benchmark::State& state) {
  const auto m = static_cast<std::size_t>(state.range(0));
  std::mt19937 random(3);
  const AlignedBuffer values = random_densities(kWords, m, random);
  AlignedBuffer products(kWords);
  for ([[maybe_unused]] auto _ : state) {
    scan_products(values.data(), values.data(), {1, kWords, m}, products.data());
    benchmark::DoNotOptimize(products.data());
    benchmark::ClobberMemory();
  }
  report(state, "rows", kWords, static_cast<double>(m));
}
BENCHMARK(scan_all_rows)->Arg(20)->Arg(40)->Arg(100)->Arg(300);

}  // namespace
