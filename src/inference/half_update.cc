#include "inference/half_update.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <span>
#include <vector>

#include "bsg/error.h"
#include "inference/batch_update.h"
#include "kernels/batched_solve.h"
#include "kernels/row_layout.h"

namespace bsg::inference {

UpdateSummary half_update(const HalfUpdate& how, const PairSource& pairs, const Densities& other,
                          LearnedSide& updated, const WordSelection& words,
                          const std::stop_token& stop) {
  const std::size_t lanes = kernels::solve_lanes();
  std::vector<WordChange> changes(words.size());
  // Words are ordered by frequency, so taking batches in order starts the long rows first.
  std::atomic<std::size_t> next = 0;
  const std::size_t batches = (words.size() + lanes - 1) / lanes;
  const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  tbb::parallel_for(std::size_t{0}, std::min(threads, batches), [&](std::size_t) {
    BatchUpdate update(how, pairs, other, updated, std::min(lanes, words.size()), other.size());
    std::vector<std::uint32_t> batch;
    while (!stop.stop_requested()) {
      const std::size_t first = next.fetch_add(lanes);
      if (first >= words.size()) return;
      batch.clear();
      for (std::size_t k = first; k < std::min(first + lanes, words.size()); ++k) {
        batch.push_back(words[k]);
      }
      update.update(batch, std::span(changes).subspan(first, batch.size()));
    }
  });
  if (stop.stop_requested()) throw Interrupted("interrupted while updating densities");

  UpdateSummary summary;
  for (const WordChange& word : changes) {
    summary.change += word.change;
    summary.length += word.length;
    summary.row_entries += word.row_entries;
  }
  return summary;
}

UpdateSummary half_update(const HalfUpdate& how, const PairSource& pairs, const Densities& other,
                          LearnedSide& updated, const std::stop_token& stop) {
  return half_update(how, pairs, other, updated, updated.owned, stop);
}

std::uint64_t half_update_bytes(std::size_t words, std::size_t dimension, std::uint32_t threads) {
  const std::size_t row = sizeof(std::uint32_t) + 2 * sizeof(float);
  const std::size_t floats = (dimension + 2) * kernels::row_stride(dimension) +
                             kernels::solve_lanes() * kernels::packed_size(dimension) +
                             kernels::pair_workspace_size(dimension) +
                             kernels::solve_workspace_size(dimension);
  const std::size_t worker =
      (sampling::PairCounter::bytes_per_word() + 2 * row) * words + sizeof(float) * floats;
  return sizeof(WordChange) * words + worker * threads;
}

}  // namespace bsg::inference
