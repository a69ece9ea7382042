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
  std::vector<double> weights{};   ///< of each item; empty: all 1
  /// Of each item, from the order column; empty without one.
  std::vector<std::string> orders{};
};

/// Reads baskets from files (plain, gzip or zstd; "-" is standard input): lines of items, or tables
/// as CorpusOptions::table says. Users come in the order in which they are first met; a user's lines
/// need not be together. Throws FileError, or InputError with file and line.
std::vector<Basket> read_baskets(const std::vector<std::string>& files,
                                 const CorpusOptions& options);

}  // namespace bsg
