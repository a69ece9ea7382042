#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "bsg/error.h"
#include "bsg/split.h"
#include "evaluation/row_cut.h"
#include "random/counter_random.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg {
namespace {

using random::CounterRandom;
using Places = std::vector<std::size_t>;  ///< of items in a basket, ascending

/// Of the items of a user that is held out (SplitMethod::by_user).
constexpr double kKnownShare = 0.8;

/// What random numbers are for, as the second part of their address; the first is the basket.
constexpr std::uint64_t kOfUser = 0, kOfItems = 1;

bool has_order(const Basket& basket) {
  return !basket.orders.empty();
}

/// Places of the items in the order of their bytes, so that a basket's own order decides nothing.
Places by_name(const Basket& basket) {
  Places places(basket.items.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::sort(places, {}, [&](std::size_t place) { return basket.items[place]; });
  return places;
}

/// `count` items of the basket: the last ones, or random ones.
Places choose_held_out(const Basket& basket, std::size_t number, std::size_t count,
                       const CounterRandom& random) {
  const std::size_t size = basket.items.size();
  Places places(count);
  if (has_order(basket)) {
    std::iota(places.begin(), places.end(), size - count);
    return places;
  }
  Places all = by_name(basket);
  random::RandomSequence numbers(random, number, kOfItems);
  for (std::size_t k = 0; k < count; ++k) {
    const auto left = static_cast<std::uint32_t>(size - k);
    const auto bits = static_cast<std::uint32_t>(numbers.next() >> 32);
    std::swap(all[k], all[k + random::to_below(bits, left)]);
    places[k] = all[k];
  }
  std::ranges::sort(places);
  return places;
}

/// The items in `places`, ascending.
Basket part_of(const Basket& basket, const Places& places) {
  Basket part{.user = basket.user, .items = {}};
  for (const std::size_t place : places) {
    part.items.push_back(basket.items[place]);
    if (!basket.weights.empty()) part.weights.push_back(basket.weights[place]);
    if (has_order(basket)) part.orders.push_back(basket.orders[place]);
  }
  return part;
}

struct Parts {
  Basket known, held_out;
};

Parts part(const Basket& basket, const Places& held_out) {
  Places known;
  for (std::size_t place = 0; place < basket.items.size(); ++place) {
    if (!std::ranges::binary_search(held_out, place)) known.push_back(place);
  }
  return {part_of(basket, known), part_of(basket, held_out)};
}

BasketSplit leave_one_out(std::span<const Basket> baskets, const CounterRandom& random) {
  BasketSplit split;
  for (std::size_t number = 0; number < baskets.size(); ++number) {
    const Basket& basket = baskets[number];
    if (basket.items.size() < 2) {
      split.train.push_back(basket);
      continue;
    }
    Parts parts = part(basket, choose_held_out(basket, number, 1, random));
    split.test.push_back({parts.known.items, std::move(parts.held_out.items)});
    split.train.push_back(std::move(parts.known));
  }
  return split;
}

/// By basket, whether it is one of the users that are held out: those with the lowest numbers.
std::vector<bool> draw_users(std::span<const Basket> baskets, double share,
                             const CounterRandom& random) {
  std::vector<std::pair<std::uint64_t, std::size_t>> numbers;
  for (std::size_t number = 0; number < baskets.size(); ++number) {
    if (baskets[number].items.size() < 2) continue;
    numbers.emplace_back(random.block(number, kOfUser, 0)[0], number);
  }
  std::ranges::sort(numbers);
  const auto wanted = std::llround(share * static_cast<double>(numbers.size()));
  const std::size_t drawn =
      std::min(numbers.size(), static_cast<std::size_t>(std::max(1LL, wanted)));
  std::vector<bool> held_out(baskets.size());
  for (std::size_t k = 0; k < drawn; ++k) held_out[numbers[k].second] = true;
  return held_out;
}

/// How many items of a user to find; of two or more items at least one, and never all.
std::size_t held_out_of(std::size_t items) {
  const auto known = std::llround(kKnownShare * static_cast<double>(items));
  return items - std::clamp(static_cast<std::size_t>(known), std::size_t{1}, items - 1);
}

BasketSplit by_user(std::span<const Basket> baskets, double share, const CounterRandom& random) {
  const std::vector<bool> held_out = draw_users(baskets, share, random);
  BasketSplit split;
  for (std::size_t number = 0; number < baskets.size(); ++number) {
    const Basket& basket = baskets[number];
    if (!held_out[number]) {
      split.train.push_back(basket);
      continue;
    }
    const std::size_t count = held_out_of(basket.items.size());
    Parts parts = part(basket, choose_held_out(basket, number, count, random));
    split.test.push_back({std::move(parts.known.items), std::move(parts.held_out.items)});
  }
  return split;
}

void require_order(std::span<const Basket> baskets) {
  for (const Basket& basket : baskets) {
    if (basket.items.empty() || has_order(basket)) continue;
    throw InputError(wording::compose(
        "a split by time needs to know when somebody had an item: give a table with {}, or split "
        "by user",
        wording::option("order-column")));
  }
}

BasketSplit by_time(std::span<const Basket> baskets, double share) {
  require_order(baskets);
  const evaluation::RowCut cut(baskets, share);
  BasketSplit split;
  std::size_t row = 0;
  for (const Basket& basket : baskets) {
    Places late;
    for (std::size_t place = 0; place < basket.items.size(); ++place) {
      if (cut.is_behind(row++)) late.push_back(place);
    }
    Parts parts = part(basket, late);
    if (!late.empty() && !parts.known.items.empty()) {
      split.test.push_back({parts.known.items, std::move(parts.held_out.items)});
    } else if (!late.empty()) {
      ++split.without_known;
    }
    if (!parts.known.items.empty()) split.train.push_back(std::move(parts.known));
  }
  return split;
}

void count_items(BasketSplit& split) {
  std::unordered_set<std::string_view> taught;
  for (const Basket& basket : split.train) {
    split.train_items += basket.items.size();
    taught.insert(basket.items.begin(), basket.items.end());
  }
  for (const TestBasket& basket : split.test) {
    split.held_out_items += basket.held_out.size();
    for (const std::string& item : basket.held_out)
      split.new_items += taught.contains(item) ? 0 : 1;
  }
}

BasketSplit split_by_method(std::span<const Basket> baskets, const SplitOptions& options) {
  const CounterRandom random(options.seed, random::Purpose::held_out_items);
  switch (options.method) {
    case SplitMethod::leave_one_out:
      return leave_one_out(baskets, random);
    case SplitMethod::by_user:
      return by_user(baskets, options.share, random);
    case SplitMethod::by_time:
      return by_time(baskets, options.share);
  }
  throw OptionError("there is no such way to split baskets");
}

void check(const SplitOptions& options) {
  if (options.method == SplitMethod::leave_one_out) return;
  if (options.share > 0 && options.share < 1) return;
  const bool users = options.method == SplitMethod::by_user;
  throw OptionError(wording::compose("option {}: the share must be between 0 and 1, not {}",
                                     wording::option(users ? "by-user" : "by-time"),
                                     options.share));
}

}  // namespace

BasketSplit split_baskets(std::span<const Basket> baskets, const SplitOptions& options) {
  check(options);
  BasketSplit split = split_by_method(baskets, options);
  if (split.test.empty()) {
    throw InputError(
        options.method == SplitMethod::by_time
            ? "nothing can be held out: nobody has items both before and after the cut; choose "
              "another share"
            : "nothing can be held out: no basket has two different items");
  }
  if (split.train.empty()) {
    throw InputError("nothing is left to train on: all users are held out; choose a smaller share");
  }
  count_items(split);
  return split;
}

}  // namespace bsg
