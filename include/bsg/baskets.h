#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bsg/options.h"

/// Baskets, users and their items, as people have them in files.

namespace bsg {

/// What somebody had.
struct Basket {
  std::string user{};              ///< empty where baskets have no names
  std::vector<std::string> items;  ///< distinct; in the order of the file, or of its order column
  std::vector<double> weights{};   ///< of each item, its rows added up; empty: all 1
  /// Of each item, from the order column, that of its first row; empty without one.
  std::vector<std::string> orders{};
};

/// Reads baskets from files (plain, gzip or zstd; "-" is standard input): lines of items, or tables
/// as CorpusOptions::format says. A line is a basket without a user's name. Users of tables come in
/// the order in which they are first met; a user's rows need not be together. Throws FileError;
/// OptionError for columns that are missing or make no sense; InputError, with the line where there
/// is one, for rows that cannot be used, no baskets at all, and lines that look like a table's.
std::vector<Basket> read_baskets(const std::vector<std::string>& files,
                                 const CorpusOptions& options);

}  // namespace bsg
