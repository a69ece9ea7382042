#pragma once

#include <cstdint>
#include <vector>

#include "sampling/touched_ids.h"

namespace bsg::sampling {

/// The distinct pairs of one word, ascending by the partner's id. A pair that occurs p times as a
/// positive and n times as a negative has count p + n (it weighs in P) and pull p - n (in r), (14).
struct PairRow {
  std::vector<std::uint32_t> ids;
  std::vector<float> counts;
  std::vector<float> pulls;

  void resize(std::size_t pairs);
};

/// Counts the pairs of one word at a time in an array over the vocabulary.
class PairCounter {
 public:
  explicit PairCounter(std::size_t vocabulary_size)
      : counts_(vocabulary_size), partners_(vocabulary_size) {}
  /// Of the vocabulary, rounded up.
  [[nodiscard]] static constexpr std::size_t bytes_per_word() { return sizeof(Count) + 1; }

  void add_positive(std::uint32_t id, std::uint32_t times = 1) { touch(id).positive += times; }
  void add_negative(std::uint32_t id, std::uint32_t times = 1) { touch(id).negative += times; }

  [[nodiscard]] bool is_positive(std::uint32_t id) const { return counts_[id].positive != 0; }

  /// Hands out what was counted, each positive and each negative times its weight, and starts anew.
  void take(PairRow& row, float positive_weight = 1, float negative_weight = 1);
  /// Starts anew.
  void reset();

 private:
  struct Count {
    std::uint32_t positive;
    std::uint32_t negative;
  };

  Count& touch(std::uint32_t id) {
    Count& count = counts_[id];
    if ((count.positive | count.negative) == 0) partners_.add(id);
    return count;
  }

  std::vector<Count> counts_;
  TouchedIds partners_;
};

}  // namespace bsg::sampling
