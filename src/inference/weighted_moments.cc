#include "inference/weighted_moments.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/pair_update.h"
#include "kernels/row_layout.h"

namespace bsg::inference {
namespace {

using kernels::AlignedBuffer;
using kernels::kPairBlock;

/// Most partial sums, which hold a matrix each.
constexpr std::size_t kMostParts = 64;
constexpr std::size_t kFewestWords = 1024;

/// Sums of some words' moments in double, filled in blocks of single precision.
class PartialMoments {
 public:
  explicit PartialMoments(std::size_t m)
      : m_(m),
        second_(m * kernels::row_stride(m)),
        first_(kernels::row_stride(m)),
        block_second_(second_.size()),
        block_diagonal_(first_.size()),
        block_first_(first_.size()),
        workspace_(kernels::pair_workspace_size(m)) {}

  /// REQUIRES: at most kPairBlock ids.
  void add(kernels::DensityRows rows, std::span<const std::uint32_t> ids, const float* weights,
           const float* pulls, std::span<const std::uint32_t> next) {
    std::fill_n(block_second_.data(), block_second_.size(), 0.0F);
    std::fill_n(block_diagonal_.data(), block_diagonal_.size(), 0.0F);
    std::fill_n(block_first_.data(), block_first_.size(), 0.0F);
    kernels::gather_means(rows, m_, ids, workspace_.data());
    kernels::add_pairs(rows, m_, ids, weights, pulls,
                       {block_second_.data(), block_diagonal_.data(), block_first_.data()},
                       workspace_.data(), next);
    const std::size_t stride = first_.size();
    for (std::size_t k = 0; k < m_; ++k) block_second_[k * stride + k] += block_diagonal_[k];
    for (std::size_t k = 0; k < second_.size(); ++k) second_[k] += double{block_second_.data()[k]};
    for (std::size_t k = 0; k < first_.size(); ++k) first_[k] += double{block_first_.data()[k]};
  }

  void release_buffers() {
    block_second_ = AlignedBuffer(0);
    block_diagonal_ = AlignedBuffer(0);
    block_first_ = AlignedBuffer(0);
    workspace_ = AlignedBuffer(0);
  }

  [[nodiscard]] const std::vector<double>& second() const { return second_; }
  /// Half of the sum of pulls times means, as (14) has it.
  [[nodiscard]] const std::vector<double>& first() const { return first_; }

 private:
  std::size_t m_;
  std::vector<double> second_, first_;
  AlignedBuffer block_second_, block_diagonal_, block_first_, workspace_;
};

void add_words(kernels::DensityRows rows, std::span<const std::uint32_t> ids,
               std::span<const float> weights, std::span<const float> pulls, PartialMoments& sum) {
  for (std::size_t k = 0; k < ids.size(); k += kPairBlock) {
    const auto block = ids.subspan(k, std::min(kPairBlock, ids.size() - k));
    const auto rest = ids.subspan(k + block.size());
    sum.add(rows, block, &weights[k], &pulls[k], rest.first(std::min(kPairBlock, rest.size())));
  }
}

/// Entries below the diagonal are the kernel's scratch.
void clear_below_diagonal(std::vector<double>& second, std::size_t m, std::size_t stride) {
  for (std::size_t row = 0; row < m; ++row) {
    std::fill_n(second.begin() + static_cast<std::ptrdiff_t>(row * stride), row, 0.0);
    std::fill(second.begin() + static_cast<std::ptrdiff_t>(row * stride + m),
              second.begin() + static_cast<std::ptrdiff_t>((row + 1) * stride), 0.0);
  }
}

}  // namespace

WeightedMoments::WeightedMoments(std::size_t dimension)
    : second(dimension * kernels::row_stride(dimension)), first(kernels::row_stride(dimension)) {}

void sum_moments(const Densities& densities, std::span<const std::uint32_t> ids,
                 std::span<const float> weights, std::span<const float> pulls,
                 WeightedMoments& moments) {
  const std::size_t words = ids.size(), m = densities.dimension();
  const std::size_t part = std::max(kFewestWords, (words + kMostParts - 1) / kMostParts);
  std::vector<PartialMoments> parts;
  for (std::size_t first = 0; first < words; first += part) parts.emplace_back(m);
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t p) {
    const std::size_t first = p * part, size = std::min(part, words - first);
    add_words(densities.rows(), ids.subspan(first, size), weights.subspan(first, size),
              pulls.subspan(first, size), parts[p]);
    parts[p].release_buffers();
  });

  std::vector<double> second(moments.second.size()), first(moments.first.size());
  for (const PartialMoments& one : parts) {
    for (std::size_t k = 0; k < second.size(); ++k) second[k] += one.second()[k];
    for (std::size_t k = 0; k < first.size(); ++k) first[k] += one.first()[k];
  }
  clear_below_diagonal(second, m, kernels::row_stride(m));
  for (std::size_t k = 0; k < second.size(); ++k) {
    moments.second.data()[k] = static_cast<float>(second[k]);
  }
  for (std::size_t k = 0; k < first.size(); ++k) {
    moments.first.data()[k] = static_cast<float>(2 * first[k]);
  }
}

std::size_t sum_moments_bytes(std::size_t words, std::size_t dimension) {
  const std::size_t parts = std::min(kMostParts, words / kFewestWords + 1);
  const std::size_t matrix = (dimension + 2) * kernels::row_stride(dimension);
  const std::size_t part = (sizeof(double) + sizeof(float)) * matrix +
                           sizeof(float) * kernels::pair_workspace_size(dimension);
  return (parts + 1) * part;
}

}  // namespace bsg::inference
