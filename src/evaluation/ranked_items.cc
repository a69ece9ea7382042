#include "evaluation/ranked_items.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace bsg::evaluation {
namespace {

double discount(std::size_t rank) {
  return 1 / std::log2(1 + static_cast<double>(rank));
}

/// Σ 1/log₂(1 + r) over the ranks first … last.
double sum_of_discounts(std::size_t first, std::size_t last) {
  double sum = 0;
  for (std::size_t rank = first; rank <= last; ++rank) sum += discount(rank);
  return sum;
}

/// Ranks of tied items that are not behind the cutoff.
std::size_t within(const TiedItems& tied, std::size_t cutoff) {
  return tied.before >= cutoff ? 0 : std::min(tied.size, cutoff - tied.before);
}

/// The first group with held-out items alone decides where the first of them is. Its place j among
/// the tied has the probability Π_{i<j} (1 − h/(n − i + 1)) · h/(n − j + 1), with n items, h
/// wanted.
void add_first_hit(const TiedItems& tied, std::size_t cutoff, ListWorth& worth) {
  double none_before = 1;
  for (std::size_t j = 1; j <= within(tied, cutoff); ++j) {
    const double here =
        std::min(1.0, static_cast<double>(tied.wanted) / static_cast<double>(tied.size - j + 1));
    worth.mrr += none_before * here / static_cast<double>(tied.before + j);
    none_before *= 1 - here;
  }
  worth.hit_rate = 1 - none_before;
}

}  // namespace

std::vector<TiedItems> places_of(std::span<const double> scores, std::span<const double> wanted) {
  std::vector<double> levels(wanted.begin(), wanted.end());
  std::ranges::sort(levels, std::greater{});
  std::vector<TiedItems> places;
  std::vector<double> distinct;
  for (const double level : levels) {
    if (distinct.empty() || distinct.back() != level) {
      distinct.push_back(level);
      places.emplace_back();
    }
    ++places.back().wanted;
  }
  // Items at the level k, and between it and the level before.
  std::vector<std::size_t> above(distinct.size());
  for (const double score : scores) {
    if (std::isnan(score)) continue;
    const auto level = std::ranges::lower_bound(distinct, score, std::greater{});
    if (level == distinct.end()) continue;
    const auto k = static_cast<std::size_t>(level - distinct.begin());
    ++(*level == score ? places[k].size : above[k]);
  }
  std::size_t before = 0;
  for (std::size_t k = 0; k < places.size(); ++k) {
    places[k].before = before + above[k];
    before = places[k].before + places[k].size;
  }
  return places;
}

ListWorth worth_of(std::span<const TiedItems> places, std::size_t wanted, std::size_t cutoff) {
  ListWorth worth;
  for (const TiedItems& tied : places) {
    const std::size_t reached = within(tied, cutoff);
    if (reached == 0) break;
    const double share = static_cast<double>(tied.wanted) / static_cast<double>(tied.size);
    worth.recall += share * static_cast<double>(reached);
    worth.ndcg += share * sum_of_discounts(tied.before + 1, tied.before + reached);
  }
  if (!places.empty()) add_first_hit(places.front(), cutoff, worth);
  worth.recall /= static_cast<double>(wanted);
  worth.ndcg /= sum_of_discounts(1, std::min(wanted, cutoff));
  return worth;
}

}  // namespace bsg::evaluation
