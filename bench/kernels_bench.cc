#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
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
#include "turns.h"
#include "two_threads.h"

// Every kernel takes turns with a multiply-add loop that never leaves the registers, the peak.
// Counters: the rate in the shortest turn; that rate in per cent of the peak's in its shortest turn
// (peak%); the median of the same per cent, each of two turns one after the other. Work is the
// multiply-adds that the mathematics needs (m(m+1)/2 for a pair), not those a kernel does beside
// them.

namespace {

using namespace bsg::kernels;

constexpr std::size_t kWords = 30'000;
constexpr std::size_t kCachedWords = 500;
constexpr std::size_t kRowPairs = 500;

/// A fixed number, so that a busy machine, on which turns take longer, does not get fewer of them.
constexpr int kTurns = 2000;

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

/// `items` pieces of work a turn, of as many multiply-adds each.
struct TurnSize {
  const char* unit;
  double items;
  double item_multiply_adds;

  [[nodiscard]] double multiply_adds() const { return items * item_multiply_adds; }
};

/// Pieces of work, of as many multiply-adds each, that make a turn of about half a millisecond:
/// long beside reading the clock, short enough for many turns to pass undisturbed.
std::size_t pieces_a_turn(double multiply_adds) {
  return static_cast<std::size_t>(std::max(1.0, 8e6 / multiply_adds));
}

/// Lets the work take turns with the loop that makes the peak.
template <class Work>
void measure(benchmark::State& state, TurnSize size, Work work) {
  bsg::bench::Turns peaks, works;
  double peak_size = 0;
  for ([[maybe_unused]] auto _ : state) {
    peaks.take([&] { peak_size = bsg::bench::do_multiply_adds(); });
    state.SetIterationTime(works.take(work));
  }
  const double share = 100 * size.multiply_adds() / peak_size;
  state.counters[size.unit] = size.items / works.best_seconds();
  state.counters["peak%"] = share * peaks.best_seconds() / works.best_seconds();
  state.counters["peak% median"] = share * peaks.median_ratio(works);
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

/// What a half-update does with the pairs of one word. Aligned, so that two of them on one stack,
/// used by two threads, share no cache line, nor a pair of lines that is fetched together.
class alignas(128) PairPipeline {
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

  void next_rows(std::size_t rows) {
    for (std::size_t row = 0; row < rows; ++row) next_row();
  }

 private:
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

  std::size_t m_;
  const AlignedBuffer& densities_;
  std::mt19937 random_;
  std::vector<std::uint32_t> ids_;
  AlignedBuffer P_, diagonal_, r_, workspace_, ones_;
  std::array<float, kPairBlock> xi_squared_{}, weights_{};
  std::size_t position_ = 0;
};

std::size_t rows_a_turn(std::size_t m) {
  return pieces_a_turn(static_cast<double>(kRowPairs * packed_size(m)));
}

TurnSize pairs_a_turn(std::size_t m) {
  return {"pairs/s", static_cast<double>(rows_a_turn(m) * kRowPairs),
          static_cast<double>(packed_size(m))};
}

void pair_pipeline(benchmark::State& state) {
  const auto m = static_cast<std::size_t>(state.range(0));
  PairPipeline pipeline(m, static_cast<std::size_t>(state.range(1)), 0);
  measure(state, pairs_a_turn(m), [&] { pipeline.next_rows(rows_a_turn(m)); });
}
BENCHMARK(pair_pipeline)
    ->ArgNames({"m", "words"})
    ->ArgsProduct({{20, 40, 100, 300}, {kCachedWords, kWords}})
    ->Iterations(kTurns)
    ->UseManualTime();

/// Work of one thread in turns with twice as much on two.
class OneAndTwo {
 public:
  using Work = std::function<void()>;

  OneAndTwo(Work first, Work second) : first_(std::move(first)), second_(std::move(second)) {}

  /// Returns the seconds of the two threads.
  double take(bsg::bench::TwoThreads& threads) {
    one_.take(first_);
    threads.get_ready();
    return two_.take([&] { threads.run(first_, second_); });
  }

  [[nodiscard]] double seconds_of_two() const { return two_.best_seconds(); }
  [[nodiscard]] double speedup() const { return 2 * one_.best_seconds() / two_.best_seconds(); }
  [[nodiscard]] double median_speedup() const { return 2 * one_.median_ratio(two_); }

 private:
  Work first_, second_;
  bsg::bench::Turns one_, two_;
};

/// Counters: how many times the rate of one thread two threads have; the same of the peak, which
/// says what the machine's cores leave one another.
void pair_pipeline_two_threads(benchmark::State& state) {
  const auto m = static_cast<std::size_t>(state.range(0));
  const auto words = static_cast<std::size_t>(state.range(1));
  PairPipeline first(m, words, 0), second(m, words, 1);
  OneAndTwo pairs([&] { first.next_rows(rows_a_turn(m)); },
                  [&] { second.next_rows(rows_a_turn(m)); });
  const auto peak = [] { benchmark::DoNotOptimize(bsg::bench::do_multiply_adds()); };
  OneAndTwo peaks(peak, peak);
  bsg::bench::TwoThreads threads;
  for ([[maybe_unused]] auto _ : state) {
    peaks.take(threads);
    state.SetIterationTime(pairs.take(threads));
  }
  state.counters["pairs/s"] = 2 * pairs_a_turn(m).items / pairs.seconds_of_two();
  state.counters["speedup"] = pairs.speedup();
  state.counters["speedup median"] = pairs.median_speedup();
  state.counters["peak speedup"] = peaks.speedup();
  state.counters["peak speedup median"] = peaks.median_speedup();
}
BENCHMARK(pair_pipeline_two_threads)
    ->ArgNames({"m", "words"})
    ->ArgsProduct({{20, 40, 100, 300}, {kCachedWords, kWords}})
    ->Iterations(kTurns)
    ->UseManualTime();

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
  // m³/6 for the factor and as many for its inverse.
  const double multiply_adds = std::pow(static_cast<double>(m), 3) / 3;
  const auto lanes = static_cast<double>(solve_lanes());
  const std::size_t batches = pieces_a_turn(lanes * multiply_adds);
  measure(state, {"words/s", lanes * static_cast<double>(batches), multiply_adds}, [&] {
    for (std::size_t i = 0; i < batches; ++i) batch.solve();
  });
}
BENCHMARK(solve)
    ->ArgName("m")
    ->Arg(20)
    ->Arg(40)
    ->Arg(100)
    ->Arg(300)
    ->Iterations(kTurns)
    ->UseManualTime();

void scan_all_rows(benchmark::State& state) {
  const auto m = static_cast<std::size_t>(state.range(0));
  std::mt19937 random(3);
  const AlignedBuffer values = random_densities(kWords, m, random);
  AlignedBuffer products(kWords);
  measure(state, {"rows/s", kWords, static_cast<double>(m)}, [&] {
    scan_products(values.data(), values.data(), {1, kWords, m}, products.data());
    benchmark::DoNotOptimize(products.data());
    benchmark::ClobberMemory();
  });
}
BENCHMARK(scan_all_rows)
    ->ArgName("m")
    ->Arg(20)
    ->Arg(40)
    ->Arg(100)
    ->Arg(300)
    ->Iterations(kTurns)
    ->UseManualTime();

}  // namespace
