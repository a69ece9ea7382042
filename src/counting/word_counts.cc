#include "counting/word_counts.h"

#include <algorithm>
#include <utility>

namespace bsg::counting {
namespace {

/// Half of what the word tables had goes into the buffers of a merge.
std::size_t most_runs_at_once(const SpillOptions& options) {
  constexpr std::uint64_t kMost = 1024;
  return std::clamp<std::uint64_t>(options.table_bytes() / 2 / RunReader::kReadBuffer, 2, kMost);
}

}  // namespace

WordCounts::WordCounts(WordTable table) : table_(std::move(table)) {}

WordCounts::WordCounts(std::vector<SortedRun> runs, const SpillOptions& options,
                       const std::stop_token& stop)
    : runs_(reduce_runs(std::move(runs), most_runs_at_once(options), options.folder, stop)) {}

void WordCounts::for_each(const VisitWord& visit, const std::stop_token& stop) const {
  for (std::size_t index = 0; index < table_.size(); ++index)
    visit(table_.word(index), table_.count(index));
  merge_runs(runs_, visit, stop);
}

}  // namespace bsg::counting
