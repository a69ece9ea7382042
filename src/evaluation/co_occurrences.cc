#include "evaluation/co_occurrences.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <utility>

namespace bsg::evaluation {
namespace {

/// Counts of one item's partners, in memory that the next item uses again.
class PartnerCounter {
 public:
  explicit PartnerCounter(std::size_t items) : counts_(items) {}

  void add(WordId item) {
    if (counts_[item]++ == 0) met_.push_back(item);
  }

  std::vector<CoOccurrences::Partner> take() {
    std::ranges::sort(met_);
    std::vector<CoOccurrences::Partner> partners;
    partners.reserve(met_.size());
    for (const WordId item : met_) partners.push_back({item, std::exchange(counts_[item], 0)});
    met_.clear();
    return partners;
  }

 private:
  std::vector<std::uint32_t> counts_;
  std::vector<WordId> met_;
};

}  // namespace

CoOccurrences::CoOccurrences(const IdBaskets& baskets, std::size_t items)
    : counts_(items), partners_(items) {
  std::vector<std::vector<std::uint32_t>> baskets_of(items);
  for (std::size_t basket = 0; basket < baskets.size(); ++basket) {
    for (const WordId item : baskets[basket]) {
      baskets_of[item].push_back(static_cast<std::uint32_t>(basket));
      ++counts_[item];
    }
  }
  tbb::enumerable_thread_specific<PartnerCounter> counters(items);
  tbb::parallel_for(std::size_t{0}, items, [&](std::size_t item) {
    PartnerCounter& counter = counters.local();
    for (const std::uint32_t basket : baskets_of[item]) {
      for (const WordId partner : baskets[basket]) {
        if (partner != item) counter.add(partner);
      }
    }
    partners_[item] = counter.take();
  });
}

double CoOccurrences::bytes_needed(const IdBaskets& baskets, std::size_t items) {
  double pairs = 0;
  for (const std::vector<WordId>& basket : baskets) {
    pairs += static_cast<double>(basket.size()) * static_cast<double>(basket.size());
  }
  const double all = static_cast<double>(items) * static_cast<double>(items);
  return std::min(pairs, all) * static_cast<double>(sizeof(Partner));
}

}  // namespace bsg::evaluation
