#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "evaluation/ease.h"
#include "evaluation/ranked_items.h"
#include "random/counter_random.h"

namespace bsg::evaluation {
namespace {

constexpr std::size_t kMostBaskets = 2000, kCutoff = 10;
constexpr std::size_t kFirstTried = 3;  ///< of kPenalties: 200
/// Scores of so many baskets are in memory at a time.
constexpr std::size_t kBatch = 256;

/// Baskets with the most frequent items alone, by new ids.
struct FrequentItems {
  IdBaskets baskets;
  std::size_t items;
};

/// By item, whether it is one of the `most` most frequent ones.
std::vector<bool> are_frequent(const IdBaskets& baskets, std::size_t items, std::size_t most) {
  std::vector<std::size_t> counts(items);
  for (const auto& basket : baskets) {
    for (const WordId item : basket) ++counts[item];
  }
  std::vector<WordId> order(items);
  std::iota(order.begin(), order.end(), WordId{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](WordId id) { return counts[id]; });
  std::vector<bool> frequent(items);
  for (std::size_t k = 0; k < std::min(most, items); ++k) frequent[order[k]] = true;
  return frequent;
}

/// In the order of the old ids.
FrequentItems frequent_items(const IdBaskets& baskets, std::size_t items, std::size_t most) {
  const std::vector<bool> frequent = are_frequent(baskets, items, most);
  std::vector<WordId> new_ids(items);
  FrequentItems result{.baskets = {}, .items = 0};
  for (std::size_t id = 0; id < items; ++id) {
    if (frequent[id]) new_ids[id] = static_cast<WordId>(result.items++);
  }
  for (const auto& basket : baskets) {
    std::vector<WordId>& ids = result.baskets.emplace_back();
    for (const WordId item : basket) {
      if (frequent[item]) ids.push_back(new_ids[item]);
    }
  }
  return result;
}

/// Baskets that learn, and those of them that judge, with the item that each of them lacks.
struct LeftOut {
  IdBaskets all, judges;
  std::vector<WordId> missing;
};

LeftOut leave_out(IdBaskets baskets) {
  std::vector<std::size_t> fit;
  for (std::size_t number = 0; number < baskets.size(); ++number) {
    if (baskets[number].size() >= 2) fit.push_back(number);
  }
  const random::CounterRandom random(1, random::Purpose::held_out_items);
  LeftOut left;
  const std::size_t judges = std::min(fit.size(), kMostBaskets);
  for (std::size_t k = 0; k < judges; ++k) {
    const std::size_t number = fit[k * fit.size() / judges];
    std::vector<WordId>& basket = baskets[number];
    const auto bits = static_cast<std::uint32_t>(random.block(number, 2, 0)[0] >> 32);
    const auto place = random::to_below(bits, static_cast<std::uint32_t>(basket.size()));
    left.missing.push_back(basket[place]);
    basket.erase(basket.begin() + place);
    left.judges.push_back(basket);
  }
  left.all = std::move(baskets);
  return left;
}

double ndcg_of(const ItemScorer& scorer, const LeftOut& left, std::size_t items) {
  double sum = 0;
  std::vector<double> scores;
  for (std::size_t first = 0; first < left.judges.size(); first += kBatch) {
    const std::size_t count = std::min(kBatch, left.judges.size() - first);
    scores.resize(count * items);
    scorer(std::span(left.judges).subspan(first, count), scores);
    for (std::size_t b = 0; b < count; ++b) {
      const std::span<double> mine = std::span(scores).subspan(b * items, items);
      const double wanted = mine[left.missing[first + b]];
      for (const WordId known : left.judges[first + b]) {
        mine[known] = std::numeric_limits<double>::quiet_NaN();
      }
      sum += worth_of(places_of(mine, std::array{wanted}), 1, kCutoff).ndcg;
    }
  }
  return sum;
}

/// The place of the highest value that is reached from `start` without going down.
template <class Value>
std::size_t uphill(std::size_t start, std::size_t size, const Value& value) {
  std::size_t best = start;
  while (best + 1 < size && value(best + 1) > value(best)) ++best;
  if (best != start) return best;
  while (best > 0 && value(best - 1) > value(best)) --best;
  return best;
}

}  // namespace

double choose_ease_penalty(const IdBaskets& baskets, std::size_t items, std::size_t most) {
  FrequentItems frequent = frequent_items(baskets, items, most);
  const LeftOut left = leave_out(std::move(frequent.baskets));
  if (left.judges.empty()) return kPenalties[kFirstTried];
  const CoOccurrences together(left.all, frequent.items);
  std::map<std::size_t, double> known;
  const auto value = [&](std::size_t k) {
    if (!known.contains(k)) {
      known[k] = ndcg_of(ease_scorer(together, kPenalties[k]), left, frequent.items);
    }
    return known[k];
  };
  return kPenalties[uphill(kFirstTried, kPenalties.size(), value)];
}

}  // namespace bsg::evaluation
