#include "corpus/vocabulary_order.h"

#include <algorithm>

namespace bsg::corpus {

std::vector<std::uint32_t> most_frequent(const counting::WordTable& counts, std::uint64_t min_count,
                                         std::size_t size) {
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t index = 0; index < counts.size(); ++index)
    if (counts.count(index) >= min_count) chosen.push_back(index);

  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    if (counts.count(a) != counts.count(b)) return counts.count(a) > counts.count(b);
    return counts.word(a) < counts.word(b);
  };
  if (chosen.size() > size) {
    std::nth_element(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(size),
                     chosen.end(), before);
    chosen.resize(size);
  }
  std::sort(chosen.begin(), chosen.end(), before);
  return chosen;
}

counting::WordTable in_order(const counting::WordTable& counts,
                             std::span<const std::uint32_t> chosen) {
  counting::WordTable ordered;
  for (const std::uint32_t index : chosen) ordered.add(counts.word(index), counts.count(index));
  return ordered;
}

}  // namespace bsg::corpus
