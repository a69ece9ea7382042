#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <vector>

#include "counting/sorted_run.h"
#include "counting/word_counts.h"
#include "counting/word_table.h"
#include "files/scratch_file.h"
#include "tokenizing/tokenizer.h"

namespace bsg::counting {

/// Counts words in at most `bytes` of memory (a few thousand words always fit). When the table
/// would take more, it is written to a scratch file in `folder` as a sorted run, and starts anew.
/// Serves one thread at a time.
class SpillingTable {
 public:
  SpillingTable(std::uint64_t bytes, std::filesystem::path folder)
      : bytes_(bytes), folder_(std::move(folder)) {}

  /// Throws FileError.
  void add(const tokenizing::Tokens& tokens);

  /// Writes what is in memory, if anything. Throws FileError.
  void spill();

  /// What is in memory.
  WordTable& table() { return table_; }
  [[nodiscard]] const std::vector<SortedRun>& runs() const { return runs_; }

 private:
  [[nodiscard]] bool has_room_for(const tokenizing::Tokens& tokens, std::size_t begin,
                                  std::size_t end) const;

  std::uint64_t bytes_;
  std::filesystem::path folder_;
  WordTable table_;
  std::shared_ptr<files::ScratchFile> file_;  ///< made by the first spill
  std::vector<SortedRun> runs_;
};

/// The counts of all tables together: in memory if none has spilled and one table of all words
/// fits, otherwise on disk. Throws FileError, or Interrupted.
WordCounts join(std::vector<SpillingTable> tables, const SpillOptions& options,
                const std::stop_token& stop);

}  // namespace bsg::counting
