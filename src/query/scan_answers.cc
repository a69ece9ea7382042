#include "query/scan_answers.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "kernels/cosine_scatter.h"
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
  Tile(std::span<const ScanQuery> queries, const Ranking& ranking)
      : queries_(queries), measure_(ranking.measure()) {
    const MeasureDescription& is = measure_.description;
    for (const ScanQuery& query : queries) {
      const double scale = is.unit_length ? unit_scale(*query.sum) : 1;
      for (const double mean : query.sum->mean) means_.push_back(static_cast<float>(scale * mean));
      if (ranking.lowers() && is.is_cosine) {
        for (const double variance : query.sum->variance) {
          unit_variances_.push_back(static_cast<float>(scale * scale * variance));
        }
      }
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
  [[nodiscard]] const float* mean(std::size_t q, std::size_t m) const { return &means_[q * m]; }
  /// At unit length, for lower bounds of the cosine.
  [[nodiscard]] const float* unit_variance(std::size_t q, std::size_t m) const {
    return &unit_variances_[q * m];
  }

 private:
  std::span<const ScanQuery> queries_;
  const MeasureRow& measure_;
  std::vector<float> means_, variances_, precisions_, unit_variances_;
};

/// A thread's work on a tile.
class TileScan {
 public:
  TileScan(const Scan& scan, const Tile& tile)
      : scan_(scan),
        tile_(tile),
        best_(tile.queries().size(), BestCandidates(scan.count)),
        keys_(tile.queries().size() * kBlock),
        spare_(tile.measure().description.needs_variances ? keys_.size() : 0),
        answer_(zero_density(scan.rows.dimension())) {}

  void scan(std::size_t first, std::size_t end) {
    for (std::size_t block = first; block < end; block += kBlock) {
      const std::size_t size = std::min(kBlock, end - block);
      make_keys(block, size);
      for (std::size_t q = 0; q < best_.size(); ++q) {
        offer(q, static_cast<WordId>(block), std::span(keys_).subspan(q * size, size));
      }
    }
  }

  /// Best candidates of query q among the rows that were scanned.
  std::vector<Candidate> take(std::size_t q) { return best_[q].take(); }

 private:
  void offer(std::size_t q, WordId first, std::span<const float> keys) {
    const ScanQuery& query = tile_.queries()[q];
    const LeftOut left_out{query.words, scan_.left_out};
    if (!scan_.ranking.lowers()) return best_[q].offer(first, keys, left_out);
    best_[q].offer(first, keys, left_out,
                   [this, q](const Candidate& candidate) { return lowered(q, candidate); });
  }

  double lowered(std::size_t q, const Candidate& candidate) {
    // A mean of zero has no direction; it is a case of the formula in double.
    if (tile_.measure().description.is_cosine && candidate.key != 0) {
      return lower_key(candidate.key, cosine_deviation(q, candidate));
    }
    const Density& sum = *tile_.queries()[q].sum;
    scan_.rows.load(candidate.id, answer_);
    return scan_.ranking.lowered(candidate.key, {sum, 0, answer_}, sum);
  }

  /// That of query/measures.h, in float.
  [[nodiscard]] double cosine_deviation(std::size_t q, const Candidate& candidate) const {
    const AnswerRows& rows = scan_.rows;
    const WordId id = candidate.id;
    const std::size_t m = rows.dimension();
    const kernels::CosineScatter scatter =
        kernels::cosine_scatter(tile_.mean(q, m), tile_.unit_variance(q, m),
                                {rows.mean(id), rows.variance(id), *rows.inverse_lengths(id)}, m,
                                static_cast<float>(candidate.key));
    return std::min(std::sqrt(double{scatter.by_query} + double{scatter.by_row}), 1.0);
  }

  /// keys_[q · size + k] is that of query q and word first + k.
  void make_keys(std::size_t first, std::size_t size) {
    const AnswerRows& rows = scan_.rows;
    tile_.measure().scan({.shape = {best_.size(), size, rows.dimension()},
                          .queries = tile_.densities(),
                          .query_precisions = tile_.precisions(),
                          .rows = {rows.mean(first), rows.variance(first)},
                          .inverse_lengths = rows.inverse_lengths(first),
                          .keys = keys_.data(),
                          .spare = spare_.data()});
  }

  const Scan& scan_;
  const Tile& tile_;
  std::vector<BestCandidates> best_;
  std::vector<float> keys_, spare_;
  Density answer_;  ///< whose key is lowered
};

void scan_tile(const Scan& scan, const Tile& tile, std::span<std::vector<Candidate>> results) {
  tbb::enumerable_thread_specific<TileScan> scans([&] { return TileScan(scan, tile); });
  const std::size_t words = scan.rows.size();
  const std::size_t segments = (words + kSegment - 1) / kSegment;
  tbb::parallel_for(std::size_t{0}, segments, [&](std::size_t segment) {
    const std::size_t first = segment * kSegment;
    scans.local().scan(first, std::min(first + kSegment, words));
  });
  for (std::size_t q = 0; q < results.size(); ++q) {
    BestCandidates all(scan.count);
    for (TileScan& part : scans) {
      for (const Candidate& candidate : part.take(q)) all.offer(candidate);
    }
    results[q] = all.take();
  }
}

}  // namespace

std::vector<std::vector<Candidate>> scan_answers(const Scan& scan,
                                                 std::span<const ScanQuery> queries) {
  std::vector<std::vector<Candidate>> results(queries.size());
  const std::size_t tiles = (queries.size() + kTile - 1) / kTile;
  tbb::parallel_for(std::size_t{0}, tiles, [&](std::size_t tile) {
    const std::size_t first = tile * kTile;
    const std::size_t size = std::min(kTile, queries.size() - first);
    scan_tile(scan, Tile(queries.subspan(first, size), scan.ranking),
              std::span(results).subspan(first, size));
  });
  return results;
}

}  // namespace bsg::query
