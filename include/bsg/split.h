#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "bsg/baskets.h"
#include "bsg/options.h"

/// Baskets in two parts: one to train a recommender on, one to judge it by.

namespace bsg {

/// What is held out.
enum class SplitMethod : std::uint8_t {
  leave_one_out,  ///< one item of each basket that has two or more
  by_user,        ///< all items of some users; a fifth of each user's is to be found
  by_time,        ///< the last rows of all, by the order column
};

struct SplitOptions {
  SplitMethod method = SplitMethod::leave_one_out;
  /// Of the users (by_user) or rows (by_time) that are held out; between 0 and 1.
  double share = 0.1;
  /// Of the random choices. The choice in a basket depends on the seed, on the basket's place and
  /// on its set of items, and on nothing else.
  std::uint64_t seed = 1;
};

/// Somebody's items in two parts: what a recommender is told, and what it has to find. No item is
/// in both.
struct TestBasket {
  std::vector<std::string> known;     ///< distinct; may be empty
  std::vector<std::string> held_out;  ///< distinct; at least one

  bool operator==(const TestBasket&) const = default;
};

struct BasketSplit {
  std::vector<Basket> train;
  std::vector<TestBasket> test;
  /// Items in `train` and in TestBasket::held_out, each user's counted.
  std::size_t train_items = 0, held_out_items = 0;
  std::size_t new_items = 0;  ///< of those held out: `train` does not have them
  /// Baskets that have something to hold out and nothing that is known (by_time).
  std::size_t without_known = 0;
};

/// Leave one out: one item of each basket that has two or more is held out, and `train` has all
/// the others. By user: of all users with two or more items, the share is drawn; four fifths of
/// such a user's items are known, and `train` has the other users. By time: cuts all rows where the
/// last `share` of them begins; rows with the same order stay together, in `train` if they are on
/// both sides. `train` and the known items are what was before, held out is what came later. A
/// Where baskets have Basket::orders, a basket's last items are held out, otherwise random ones.
/// Throws OptionError for a share out of range; InputError if nothing can be held out, or without
/// the order that a split by time needs.
BasketSplit split_baskets(std::span<const Basket> baskets, const SplitOptions& options);

/// A line for each basket: known items, a tab, held-out items, separated by spaces. In an item, a
/// space is written "\ ", a backslash "\\", and a tab, a line feed and a carriage return "\t",
/// "\n" and "\r". The file appears whole or not at all. Throws FileError.
void write_test_baskets(const std::filesystem::path& path, std::span<const TestBasket> baskets);

/// What write_test_baskets() wrote, or somebody else: plain, gzip or zstd; "-" is standard input.
/// Empty lines are skipped; repeated items count once. Throws FileError; InputError with file and
/// line, or if there is no line.
std::vector<TestBasket> read_test_baskets(const std::filesystem::path& path);

/// Writes baskets so that read_baskets() with the same options gives them again: lines of items, or
/// a table with the columns that the options name, each in its place. The file appears whole or not
/// at all. Throws FileError; InputError for an item that a line cannot hold.
void write_baskets(const std::filesystem::path& path, std::span<const Basket> baskets,
                   const CorpusOptions& options);

}  // namespace bsg
