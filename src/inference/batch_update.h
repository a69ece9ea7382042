#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "inference/half_update.h"
#include "kernels/aligned_buffer.h"
#include "kernels/pair_update.h"
#include "sampling/pair_counter.h"

namespace bsg::inference {

/// How far a word's r moved, and what it took.
struct WordChange {
  double change = 0;  ///< ‖r − r_prev‖
  double length = 0;  ///< ‖r‖
  std::uint64_t row_entries = 0;
};

/// One thread's share of a half-update: its buffers, and the steps for a batch of words. What it
/// refers to must outlive it; of `updated` it changes the words it is given alone.
class BatchUpdate {
 public:
  /// `words`: the most words of a batch. The counter that `pairs` gets has room for `counted` ids.
  BatchUpdate(const HalfUpdate& how, const PairSource& pairs, const Densities& other,
              LearnedSide& updated, std::size_t words, std::size_t counted);

  /// Steps 5.6.1 to 5.6.5 for these words. REQUIRES: 1 <= words.size() <= kernels::solve_lanes();
  /// as many changes. Throws SolveFailure.
  void update(std::span<const std::uint32_t> words, std::span<WordChange> changes);

 private:
  void accumulate(std::uint32_t word);
  void start_sums(std::uint32_t word);
  void add_block(std::uint32_t word, std::size_t begin, std::span<const std::uint32_t> ids,
                 std::span<const std::uint32_t> next);
  float* packed_precision(std::uint32_t word, std::size_t lane);
  void blend_precision(float* packed);
  WordChange blend_r(std::uint32_t word);

  const HalfUpdate& how_;
  const PairSource& pairs_;
  kernels::DensityRows other_;
  LearnedSide& updated_;
  std::size_t m_;
  std::size_t stride_;
  sampling::PairCounter counter_;
  sampling::PairRow row_;       ///< pairs of the word at hand
  sampling::PairRow next_row_;  ///< and of the word after it, so that its rows can be fetched ahead
  kernels::AlignedBuffer background_workspace_;
  kernels::AlignedBuffer prior_workspace_;
  kernels::AlignedBuffer precision_;  ///< P of one word, m rows of stride floats
  kernels::AlignedBuffer diagonal_;   ///< what P's diagonal has beside that
  kernels::AlignedBuffer r_;
  WordSums sums_;                  ///< these three
  kernels::AlignedBuffer unkept_;  ///< packed P of a batch that nobody will need again
  kernels::AlignedBuffer pair_workspace_;
  kernels::AlignedBuffer solve_workspace_;
  std::vector<kernels::System> systems_;
};

}  // namespace bsg::inference
