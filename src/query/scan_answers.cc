#include "query/scan_answers.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <limits>
#include <span>

#include "query/measure_table.h"

namespace bsg::query {
namespace {

/// Queries for which rows are fetched from memory once. More of them leave the inner cache.
constexpr std::size_t kTile = 96;
/// Rows between two looks at the keys.
constexpr std::size_t kBlock = 64;
/// Rows that a task takes.
constexpr std::size_t kSegment = 2048;

constexpr double kLargest = std::numeric_limits<float>::max();

/// A tile of queries as the kernels take them. Where lengths do not matter, means are brought to
/// unit length, so that they cannot leave the range of floats.
class Tile {
 public:
  Tile(std::span<const ScanQuery> queries, const MeasureRow& measure)
      : queries_(queries), measure_(measure) {
    const MeasureDescription& is = measure.description;
    for (const ScanQuery& query : queries) {
      const double scale = is.unit_length ? unit_scale(*query.sum) : 1;
      for (const double mean : query.sum->mean) means_.push_back(static_cast<float>(scale * mean));
      if (!is.needs_variances) continue;
      for (const double variance : query.sum->variance) {
        variances_.push_back(static_cast<float>(variance));
        precisions_.push_back(static_cast<float>(std::min(1 / variance, kLargest)));
      }
    }
  }

  [[nodiscard]] std::span<const ScanQuery> queries() const { return queries_; }
  [[nodiscard]] const MeasureRow& measure() const { return measure_; }
  [[nodiscard]] kernels::DensityMatrix densities() const {
    return {means_.data(), variances_.data()};
  }
  [[nodiscard]] const float* precisions() const { return precisions_.data(); }

 private:
  std::span<const ScanQuery> queries_;
  const MeasureRow& measure_;
  std::vector<float> means_, variances_, precisions_;
};

/// A thread's work on a tile.
class TileScan {
 public:
  TileScan(const AnswerRows& rows, const Tile& tile, std::size_t count)
      : rows_(rows),
        tile_(tile),
        best_(tile.queries().size(), BestCandidates(count)),
        keys_(tile.queries().size() * kBlock),
        spare_(tile.measure().description.needs_variances ? keys_.size() : 0) {}

  void scan(std::size_t first, std::size_t end) {
    for (std::size_t block = first; block < end; block += kBlock) {
      const std::size_t size = std::min(kBlock, end - block);
      make_keys(block, size);
      for (std::size_t q = 0; q < best_.size(); ++q) {
        best_[q].offer(static_cast<WordId>(block), std::span(keys_).subspan(q * size, size),
                       tile_.queries()[q].excluded);
      }
    }
  }

  /// Best candidates of query q among the rows that were scanned.
  std::vector<Candidate> take(std::size_t q) { return best_[q].take(); }

 private:
  /// keys_[q · size + k] is that of query q and word first + k.
  void make_keys(std::size_t first, std::size_t size) {
    tile_.measure().scan({.shape = {best_.size(), size, rows_.dimension()},
                          .queries = tile_.densities(),
                          .query_precisions = tile_.precisions(),
                          .rows = {rows_.mean(first), rows_.variance(first)},
                          .inverse_lengths = rows_.inverse_lengths(first),
                          .keys = keys_.data(),
                          .spare = spare_.data()});
  }

  const AnswerRows& rows_;
  const Tile& tile_;
  std::vector<BestCandidates> best_;
  std::vector<float> keys_, spare_;
};

void scan_tile(const AnswerRows& rows, const Tile& tile, std::size_t count,
               std::span<std::vector<Candidate>> results) {
  tbb::enumerable_thread_specific<TileScan> scans([&] { return TileScan(rows, tile, count); });
  const std::size_t segments = (rows.size() + kSegment - 1) / kSegment;
  tbb::parallel_for(std::size_t{0}, segments, [&](std::size_t segment) {
    const std::size_t first = segment * kSegment;
    scans.local().scan(first, std::min(first + kSegment, rows.size()));
  });
  for (std::size_t q = 0; q < results.size(); ++q) {
    BestCandidates all(count);
    for (TileScan& scan : scans) {
      for (const Candidate& candidate : scan.take(q)) all.offer(candidate);
    }
    results[q] = all.take();
  }
}

}  // namespace

std::vector<std::vector<Candidate>> scan_answers(const AnswerRows& rows, Measure measure,
                                                 std::span<const ScanQuery> queries,
                                                 std::size_t count) {
  std::vector<std::vector<Candidate>> results(queries.size());
  const std::size_t tiles = (queries.size() + kTile - 1) / kTile;
  tbb::parallel_for(std::size_t{0}, tiles, [&](std::size_t tile) {
    const std::size_t first = tile * kTile;
    const std::size_t size = std::min(kTile, queries.size() - first);
    scan_tile(rows, Tile(queries.subspan(first, size), row_of(measure)), count,
              std::span(results).subspan(first, size));
  });
  return results;
}

}  // namespace bsg::query
