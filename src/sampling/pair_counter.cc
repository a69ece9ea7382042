#include "sampling/pair_counter.h"

namespace bsg::sampling {

void PairRow::resize(std::size_t pairs) {
  ids.resize(pairs);
  counts.resize(pairs);
  pulls.resize(pairs);
}

void PairCounter::take(PairRow& row, float positive_weight, float negative_weight) {
  row.resize(partners_.size());
  partners_.drain([=, this, &row, n = std::size_t{0}](std::uint32_t id) mutable {
    const auto positive = positive_weight * static_cast<float>(counts_[id].positive);
    const auto negative = negative_weight * static_cast<float>(counts_[id].negative);
    row.ids[n] = id;
    row.counts[n] = positive + negative;
    row.pulls[n] = positive - negative;
    counts_[id] = {};
    ++n;
  });
}

void PairCounter::reset() {
  partners_.drain([this](std::uint32_t id) { counts_[id] = {}; });
}

}  // namespace bsg::sampling
