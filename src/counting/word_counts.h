#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <stop_token>
#include <vector>

#include "counting/merge_runs.h"
#include "counting/sorted_run.h"
#include "counting/word_table.h"

namespace bsg::counting {

/// How much memory counting words may take, and where the rest goes. Word tables have half of
/// `bytes`, the vocabulary that is chosen from them half while it grows and is brought in order.
struct SpillOptions {
  std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
  std::filesystem::path folder = std::filesystem::temp_directory_path();

  [[nodiscard]] std::uint64_t table_bytes() const { return bytes / 2; }
  [[nodiscard]] std::uint64_t vocabulary_bytes() const { return bytes / 4; }
};

/// Every distinct word of the texts with its count: one table, or sorted runs on disk.
class WordCounts {
 public:
  explicit WordCounts(WordTable table);
  /// Merges runs until as many are left as the memory has buffers for. Throws FileError, or
  /// Interrupted.
  WordCounts(std::vector<SortedRun> runs, const SpillOptions& options, const std::stop_token& stop);

  /// Calls visit(word, count) once for each word, in no order to rely on. Throws FileError, or
  /// Interrupted.
  void for_each(const VisitWord& visit, const std::stop_token& stop = {}) const;

 private:
  WordTable table_;  ///< empty where there are runs
  std::vector<SortedRun> runs_;
};

}  // namespace bsg::counting
