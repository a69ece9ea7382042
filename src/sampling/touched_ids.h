#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bsg::sampling {

/// Some of the ids of a vocabulary; a bitmap of two levels gives them back in ascending order
/// without a sort.
class TouchedIds {
 public:
  explicit TouchedIds(std::size_t vocabulary_size)
      : leaves_(vocabulary_size / 64 + 1), branches_(vocabulary_size / 4096 + 1) {}

  /// REQUIRES: the id was not added since the last drain().
  void add(std::uint32_t id) {
    ++size_;
    leaves_[id >> 6] |= std::uint64_t{1} << (id & 63);
    branches_[id >> 12] |= std::uint64_t{1} << ((id >> 6) & 63);
  }

  [[nodiscard]] std::size_t size() const { return size_; }

  /// Calls visit(id) for each, ascending, and starts anew.
  template <class Visit>
  void drain(Visit visit) {
    for (std::size_t b = 0; b < branches_.size(); ++b) {
      drain_bits(branches_[b], [&](std::size_t branch_bit) {
        const std::size_t leaf = b * 64 + branch_bit;
        drain_bits(leaves_[leaf], [&](std::size_t leaf_bit) {
          visit(static_cast<std::uint32_t>(leaf * 64 + leaf_bit));
        });
      });
    }
    size_ = 0;
  }

 private:
  /// Calls visit(index) for each bit set, ascending, and clears the word.
  template <class Visit>
  static void drain_bits(std::uint64_t& bits, Visit visit) {
    for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
  }

  std::vector<std::uint64_t> leaves_;    ///< a bit for each id
  std::vector<std::uint64_t> branches_;  ///< a bit for each leaf that is not zero
  std::size_t size_ = 0;                 ///< bits set in leaves_
};

}  // namespace bsg::sampling
