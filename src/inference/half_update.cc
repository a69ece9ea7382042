#include "inference/half_update.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <span>
#include <vector>

#include "bsg/error.h"
#include "kernels/batched_solve.h"
#include "kernels/row_layout.h"

namespace bsg::inference {
namespace {

using kernels::AlignedBuffer;
using kernels::kPairBlock;

/// β x + (1 − β) x_prev.
struct Blend {
  explicit Blend(double step) : now(static_cast<float>(step)), before(1 - now) {}
  float now;
  float before;
};

/// What one word contributes to the summary.
struct WordChange {
  double change = 0;
  double length = 0;
  std::uint64_t row_entries = 0;
};

/// One thread's share of a half-update: its buffers, and the steps for a batch of words.
class Worker {
 public:
  Worker(const HalfUpdate& how, const PairSource& pairs, const Densities& other,
         LearnedSide& updated, const WordSelection& words, std::vector<WordChange>& changes)
      : how_(how),
        pairs_(pairs),
        other_(other.rows()),
        updated_(updated),
        words_(words),
        changes_(changes),
        m_(updated.densities.dimension()),
        stride_(kernels::row_stride(m_)),
        counter_(other.size()),
        precision_(m_ * stride_),
        diagonal_(stride_),
        r_(stride_),
        sums_{m_, stride_, precision_.data(), diagonal_.data(), r_.data()},
        unkept_(updated.natural.has_precision()
                    ? 0
                    : kernels::solve_lanes() * kernels::packed_size(m_)),
        pair_workspace_(kernels::pair_workspace_size(m_)),
        solve_workspace_(kernels::solve_workspace_size(m_)) {}

  /// Steps 5.6.1 to 5.6.5 for the words at the places first … last - 1 of the selection.
  void update(std::size_t first, std::size_t last) {
    batch_.clear();
    systems_.clear();
    pairs_(words_[first], counter_, next_row_);
    kernels::prefetch_rows(other_, first_block(next_row_));
    for (std::size_t place = first; place < last; ++place) {
      std::swap(row_, next_row_);
      if (place + 1 < last) {
        pairs_(words_[place + 1], counter_, next_row_);
      } else {
        next_row_.resize(0);
      }
      const std::uint32_t word = words_[place];
      accumulate(word);
      float* precision = packed_precision(word, place - first);
      blend_precision(precision);
      changes_[place] = blend_r(word);
      batch_.push_back(word);
      systems_.push_back({precision, updated_.natural.r(word), updated_.densities.mean(word),
                          updated_.densities.variance(word), false});
    }
    how_.estimation.estimate(how_.at, m_, batch_, systems_, solve_workspace_.data());
  }

 private:
  static std::span<const std::uint32_t> block_at(const sampling::PairRow& row, std::size_t begin) {
    return std::span(row.ids).subspan(begin, std::min(kPairBlock, row.ids.size() - begin));
  }
  static std::span<const std::uint32_t> first_block(const sampling::PairRow& row) {
    return block_at(row, 0);
  }

  /// (14): P and r of one word from its pairs and the terms beside them.
  void accumulate(std::uint32_t word) {
    start_sums(word);
    const std::size_t size = row_.ids.size();
    for (std::size_t begin = 0; begin < size; begin += kPairBlock) {
      const auto block = block_at(row_, begin);
      const std::size_t end = begin + block.size();
      add_block(word, begin, block, end < size ? block_at(row_, end) : first_block(next_row_));
    }
    updated_.prior.add(word, sums_, prior_workspace_);
    for (std::size_t k = 0; k < m_; ++k) precision_[k * stride_ + k] += diagonal_[k];
  }

  /// P and r before any pair: the background, or zero. The sum that is nothing but the background
  /// must be the background itself, to the sign of a zero: −0 + x = x for every x, as 0 + x is not.
  void start_sums(std::uint32_t word) {
    const float nothing = how_.background != nullptr ? -0.0F : 0.0F;
    std::fill_n(diagonal_.data(), diagonal_.size(), 0.0F);
    std::fill_n(precision_.data(), precision_.size(), nothing);
    std::fill_n(r_.data(), r_.size(), nothing);
    if (how_.background != nullptr) how_.background->add(word, sums_, background_workspace_);
  }

  /// The pairs of the row from `begin` on, with partners `ids`; `next` are the partners after them.
  void add_block(std::uint32_t word, std::size_t begin, std::span<const std::uint32_t> ids,
                 std::span<const std::uint32_t> next) {
    alignas(kernels::kAlignment) std::array<float, kPairBlock> xi_squared{};
    alignas(kernels::kAlignment) std::array<float, kPairBlock> counts{};
    alignas(kernels::kAlignment) std::array<float, kPairBlock> weights{};
    alignas(kernels::kAlignment) std::array<float, kPairBlock> pulls{};
    std::copy_n(row_.counts.data() + begin, ids.size(), counts.data());
    std::copy_n(row_.pulls.data() + begin, ids.size(), pulls.data());
    kernels::expected_squares(updated_.densities.mean(word), updated_.densities.variance(word),
                              other_, m_, ids, how_.xi, xi_squared.data(), pair_workspace_.data());
    how_.weighing.weigh(how_.at, word, ids, xi_squared.data(), counts.data(), weights.data());
    if (how_.background != nullptr && how_.background->excludes_pairs()) {
      how_.background->take_out(word, background_workspace_, ids, weights.data(), pulls.data());
    }
    kernels::add_pairs(other_, m_, ids, weights.data(), pulls.data(),
                       {precision_.data(), diagonal_.data(), r_.data()}, pair_workspace_.data(),
                       next);
  }

  float* packed_precision(std::uint32_t word, std::size_t lane) {
    return updated_.natural.has_precision() ? updated_.natural.precision(word)
                                            : unkept_.data() + lane * kernels::packed_size(m_);
  }

  /// Step 5.6.2 for P; `packed` is P_prev where β < 1, and P afterwards.
  void blend_precision(float* packed) {
    const Blend blend(how_.step);
    for (std::size_t row = 0; row < m_; ++row) {
      const float* fresh = precision_.data() + row * stride_ + row;
      const std::size_t length = m_ - row;
      if (how_.step == 1) {
        std::copy_n(fresh, length, packed);
      } else {
        for (std::size_t k = 0; k < length; ++k) {
          packed[k] = blend.now * fresh[k] + blend.before * packed[k];
        }
      }
      packed += length;
    }
  }

  /// Step 5.6.2 for r, and how far it moved.
  WordChange blend_r(std::uint32_t word) {
    const Blend blend(how_.step);
    float* r = updated_.natural.r(word);
    double change = 0;
    double length = 0;
    for (std::size_t k = 0; k < m_; ++k) {
      const float blended = blend.now * r_.data()[k] + blend.before * r[k];
      const double difference = double{blended} - double{r[k]};
      change += difference * difference;
      length += double{blended} * double{blended};
      r[k] = blended;
    }
    return {std::sqrt(change), std::sqrt(length), row_.ids.size()};
  }

  const HalfUpdate& how_;
  const PairSource& pairs_;
  kernels::DensityRows other_;
  LearnedSide& updated_;
  const WordSelection& words_;
  std::vector<WordChange>& changes_;
  std::size_t m_;
  std::size_t stride_;
  sampling::PairCounter counter_;
  sampling::PairRow row_;       ///< pairs of the word at hand
  sampling::PairRow next_row_;  ///< and of the word after it, so that its rows can be fetched ahead
  AlignedBuffer background_workspace_;
  AlignedBuffer prior_workspace_;
  AlignedBuffer precision_;  ///< P of one word, m rows of stride floats
  AlignedBuffer diagonal_;   ///< what P's diagonal has beside that
  AlignedBuffer r_;
  WordSums sums_;         ///< these three
  AlignedBuffer unkept_;  ///< packed P of a batch that nobody will need again
  AlignedBuffer pair_workspace_;
  AlignedBuffer solve_workspace_;
  std::vector<std::uint32_t> batch_;
  std::vector<kernels::System> systems_;
};

}  // namespace

UpdateSummary half_update(const HalfUpdate& how, const PairSource& pairs, const Densities& other,
                          LearnedSide& updated, const WordSelection& words,
                          const std::stop_token& stop) {
  const std::size_t lanes = kernels::solve_lanes();
  std::vector<WordChange> changes(words.size());
  // Words are ordered by frequency, so taking batches in order starts the long rows first.
  std::atomic<std::size_t> next = 0;
  tbb::parallel_for(0, tbb::this_task_arena::max_concurrency(), [&](int) {
    Worker worker(how, pairs, other, updated, words, changes);
    while (!stop.stop_requested()) {
      const std::size_t first = next.fetch_add(lanes);
      if (first >= words.size()) return;
      worker.update(first, std::min(first + lanes, words.size()));
    }
  });
  if (stop.stop_requested()) throw Interrupted("interrupted while updating densities");

  UpdateSummary summary;
  for (const WordChange& word : changes) {
    summary.change += word.change;
    summary.length += word.length;
    summary.row_entries += word.row_entries;
  }
  return summary;
}

UpdateSummary half_update(const HalfUpdate& how, const PairSource& pairs, const Densities& other,
                          LearnedSide& updated, const std::stop_token& stop) {
  return half_update(how, pairs, other, updated, updated.owned, stop);
}

std::uint64_t half_update_bytes(std::size_t words, std::size_t dimension, std::uint32_t threads) {
  const std::size_t row = sizeof(std::uint32_t) + 2 * sizeof(float);
  const std::size_t floats = (dimension + 2) * kernels::row_stride(dimension) +
                             kernels::solve_lanes() * kernels::packed_size(dimension) +
                             kernels::pair_workspace_size(dimension) +
                             kernels::solve_workspace_size(dimension);
  const std::size_t worker =
      (sampling::PairCounter::bytes_per_word() + 2 * row) * words + sizeof(float) * floats;
  return sizeof(WordChange) * words + worker * threads;
}

}  // namespace bsg::inference
