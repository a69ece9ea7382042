#include "inference/batch_update.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "kernels/batched_solve.h"
#include "kernels/row_layout.h"

namespace bsg::inference {
namespace {

using kernels::kPairBlock;

/// β x + (1 − β) x_prev.
struct Blend {
  explicit Blend(double step) : now(static_cast<float>(step)), before(1 - now) {}
  float now;
  float before;
};

std::span<const std::uint32_t> block_at(const sampling::PairRow& row, std::size_t begin) {
  return std::span(row.ids).subspan(begin, std::min(kPairBlock, row.ids.size() - begin));
}

std::span<const std::uint32_t> first_block(const sampling::PairRow& row) {
  return block_at(row, 0);
}

}  // namespace

BatchUpdate::BatchUpdate(const HalfUpdate& how, const PairSource& pairs, const Densities& other,
                         LearnedSide& updated, std::size_t words, std::size_t counted)
    : how_(how),
      pairs_(pairs),
      other_(other.rows()),
      updated_(updated),
      m_(updated.densities.dimension()),
      stride_(kernels::row_stride(m_)),
      counter_(counted),
      precision_(m_ * stride_),
      diagonal_(stride_),
      r_(stride_),
      sums_{m_, stride_, precision_.data(), diagonal_.data(), r_.data()},
      unkept_(updated.natural.has_precision() ? 0 : words * kernels::packed_size(m_)),
      pair_workspace_(kernels::pair_workspace_size(m_)),
      solve_workspace_(kernels::solve_workspace_size(m_)) {}

void BatchUpdate::update(std::span<const std::uint32_t> words, std::span<WordChange> changes) {
  systems_.clear();
  pairs_(words.front(), counter_, next_row_);
  kernels::prefetch_rows(other_, first_block(next_row_));
  for (std::size_t place = 0; place < words.size(); ++place) {
    std::swap(row_, next_row_);
    if (place + 1 < words.size()) {
      pairs_(words[place + 1], counter_, next_row_);
    } else {
      next_row_.resize(0);
    }
    const std::uint32_t word = words[place];
    accumulate(word);
    float* precision = packed_precision(word, place);
    blend_precision(precision);
    changes[place] = blend_r(word);
    systems_.push_back({precision, updated_.natural.r(word), updated_.densities.mean(word),
                        updated_.densities.variance(word), false});
  }
  how_.estimation.estimate(how_.at, m_, words, systems_, solve_workspace_.data());
}

/// (14): P and r of one word from its pairs and the terms beside them.
void BatchUpdate::accumulate(std::uint32_t word) {
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
void BatchUpdate::start_sums(std::uint32_t word) {
  const float nothing = how_.background != nullptr ? -0.0F : 0.0F;
  std::fill_n(diagonal_.data(), diagonal_.size(), 0.0F);
  std::fill_n(precision_.data(), precision_.size(), nothing);
  std::fill_n(r_.data(), r_.size(), nothing);
  if (how_.background != nullptr) how_.background->add(word, sums_, background_workspace_);
}

/// The pairs of the row from `begin` on, with partners `ids`; `next` are the partners after them.
void BatchUpdate::add_block(std::uint32_t word, std::size_t begin,
                            std::span<const std::uint32_t> ids,
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

float* BatchUpdate::packed_precision(std::uint32_t word, std::size_t lane) {
  return updated_.natural.has_precision() ? updated_.natural.precision(word)
                                          : unkept_.data() + lane * kernels::packed_size(m_);
}

/// Step 5.6.2 for P; `packed` is P_prev where β < 1, and P afterwards.
void BatchUpdate::blend_precision(float* packed) {
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
WordChange BatchUpdate::blend_r(std::uint32_t word) {
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

}  // namespace bsg::inference
