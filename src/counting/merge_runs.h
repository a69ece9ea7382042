#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "counting/sorted_run.h"

namespace bsg::counting {

using VisitWord = std::function<void(std::string_view word, std::uint64_t count)>;

/// Calls visit(word, count) once for each word of the runs, by bytes ascending, its counts added.
/// Takes a RunReader of memory for each run. Throws FileError, or Interrupted.
void merge_runs(const std::vector<SortedRun>& runs, const VisitWord& visit,
                const std::stop_token& stop);

/// At most `most` (at least 2) runs with the same words and counts, merged in scratch files in
/// `folder`. Throws FileError, or Interrupted.
std::vector<SortedRun> reduce_runs(std::vector<SortedRun> runs, std::size_t most,
                                   const std::filesystem::path& folder,
                                   const std::stop_token& stop);

}  // namespace bsg::counting
