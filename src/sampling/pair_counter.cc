#include "sampling/pair_counter.h"

#include <bit>

namespace bsg::sampling {
namespace {

/// Calls visit(index) for each bit set, ascending, and clears the word.
template <class Visit>
void drain_bits(std::uint64_t& bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

}  // namespace

void PairRow::resize(std::size_t pairs) {
  ids.resize(pairs);
  counts.resize(pairs);
  pulls.resize(pairs);
}

PairCounter::PairCounter(std::size_t vocabulary_size)
    : counts_(vocabulary_size),
      leaves_(vocabulary_size / 64 + 1),
      branches_(vocabulary_size / 4096 + 1) {}

template <class Visit>
void PairCounter::drain(Visit visit) {
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    drain_bits(branches_[b], [&](std::size_t branch_bit) {
      const std::size_t leaf = b * 64 + branch_bit;
      drain_bits(leaves_[leaf], [&](std::size_t leaf_bit) {
        const std::size_t id = leaf * 64 + leaf_bit;
        visit(static_cast<std::uint32_t>(id), counts_[id]);
        counts_[id] = {};
      });
    });
  }
  partners_ = 0;
}

void PairCounter::take(PairRow& row) {
  row.resize(partners_);
  drain([&row, n = std::size_t{0}](std::uint32_t id, Count count) mutable {
    const auto positive = static_cast<float>(count.positive);
    const auto negative = static_cast<float>(count.negative);
    row.ids[n] = id;
    row.counts[n] = positive + negative;
    row.pulls[n] = positive - negative;
    ++n;
  });
}

void PairCounter::reset() {
  drain([](std::uint32_t, Count) {});
}

}  // namespace bsg::sampling
