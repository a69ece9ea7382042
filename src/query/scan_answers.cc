#include "query/scan_answers.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "kernels/scan.h"
#include "query/measures.h"

namespace bsg::query {
namespace {

/// Rows that are fetched from memory once for all queries of a tile.
constexpr std::size_t kBlock = 256;
constexpr std::size_t kTile = 16;
/// Rows that a task takes of the few queries of a single tile; of several tiles it takes them all.
constexpr std::size_t kSegment = 2048;

struct FloatQuery {
  std::vector<float> mean, variance;
};

/// For a cosine the mean is brought to unit length, so that it cannot leave the range of floats.
FloatQuery to_float(const Density& sum, Measure measure) {
  const double scale = measure == Measure::cosine ? unit_scale(sum) : 1;
  FloatQuery query;
  for (const double mean : sum.mean) query.mean.push_back(static_cast<float>(scale * mean));
  if (measure == Measure::cosine) return query;
  for (const double variance : sum.variance) {
    query.variance.push_back(static_cast<float>(variance));
  }
  return query;
}

/// Keys of the words first … first + keys.size().
void block_keys(const AnswerRows& rows, Measure measure, const FloatQuery& query, std::size_t first,
                std::span<float> keys) {
  const std::size_t m = rows.dimension();
  const float* means = rows.mean(first);
  if (measure == Measure::cosine) {
    kernels::scan_products(query.mean.data(), means, keys.size(), m, keys.data());
    for (std::size_t k = 0; k < keys.size(); ++k) keys[k] *= rows.inverse_length(first + k);
  } else if (measure == Measure::probability) {
    std::array<float, kBlock> variances;
    kernels::scan_moments(query.mean.data(), query.variance.data(), means, rows.variance(first),
                          keys.size(), m, keys.data(), variances.data());
    for (std::size_t k = 0; k < keys.size(); ++k) {
      keys[k] = static_cast<float>(moderated_logit({keys[k], variances[k]}));
    }
  } else {
    kernels::scan_symmetric_kl(query.mean.data(), query.variance.data(), means,
                               rows.variance(first), keys.size(), m, keys.data());
  }
}

/// The best `count` of the candidates that it is offered, whose ids ascend.
class BestCandidates {
 public:
  explicit BestCandidates(std::size_t count) : count_(count) {}

  /// False for a candidate that `count` others come before.
  [[nodiscard]] bool takes(float key) const { return candidates_.size() < count_ || key > worst_; }

  void add(const Candidate& candidate) {
    candidates_.push_back(candidate);
    if (candidates_.size() >= 2 * count_) prune();
  }

  void prune() {
    if (candidates_.size() <= count_) return;
    const auto last = candidates_.begin() + static_cast<std::ptrdiff_t>(count_) - 1;
    std::nth_element(candidates_.begin(), last, candidates_.end(), comes_before);
    worst_ = last->key;
    candidates_.resize(count_);
  }

  [[nodiscard]] const std::vector<Candidate>& candidates() const { return candidates_; }
  std::vector<Candidate> take() { return std::move(candidates_); }

 private:
  std::size_t count_;
  std::vector<Candidate> candidates_;
  double worst_ = -std::numeric_limits<double>::infinity();  ///< key of the last of `count_` kept
};

/// A query at work on some of the rows.
struct Scan {
  FloatQuery query;
  const std::vector<WordId>* excluded;
  BestCandidates best;
};

void scan_block(const AnswerRows& rows, Measure measure, std::size_t first, std::size_t size,
                Scan& scan) {
  std::array<float, kBlock> keys;
  block_keys(rows, measure, scan.query, first, std::span(keys).first(size));
  for (std::size_t k = 0; k < size; ++k) {
    if (!scan.best.takes(keys[k])) continue;
    const auto id = static_cast<WordId>(first + k);
    if (!std::ranges::binary_search(*scan.excluded, id)) scan.best.add({id, keys[k]});
  }
}

/// Best candidates among the rows first … end, for each query.
std::vector<BestCandidates> scan_rows(const AnswerRows& rows, Measure measure,
                                      std::span<const ScanQuery> queries, std::size_t first,
                                      std::size_t end, std::size_t count) {
  std::vector<Scan> scans;
  for (const ScanQuery& query : queries) {
    scans.push_back({to_float(*query.sum, measure), &query.excluded, BestCandidates(count)});
  }
  for (std::size_t block = first; block < end; block += kBlock) {
    for (Scan& scan : scans) {
      scan_block(rows, measure, block, std::min(kBlock, end - block), scan);
    }
  }
  std::vector<BestCandidates> best;
  for (Scan& scan : scans) best.push_back(std::move(scan.best));
  return best;
}

/// One query's candidates of all segments, which are in the order of their rows.
std::vector<Candidate> merge(const std::vector<std::vector<BestCandidates>>& segments,
                             std::size_t query, std::size_t count) {
  BestCandidates all(count);
  for (const std::vector<BestCandidates>& segment : segments) {
    for (const Candidate& candidate : segment[query].candidates()) all.add(candidate);
  }
  all.prune();
  return all.take();
}

/// A tile of queries against all rows, in tasks of `segment` rows.
void scan_tile(const AnswerRows& rows, Measure measure, std::span<const ScanQuery> queries,
               std::size_t segment, std::size_t count, std::span<std::vector<Candidate>> results) {
  std::vector<std::vector<BestCandidates>> segments((rows.size() + segment - 1) / segment);
  tbb::parallel_for(std::size_t{0}, segments.size(), [&](std::size_t s) {
    const std::size_t first = s * segment;
    segments[s] =
        scan_rows(rows, measure, queries, first, std::min(first + segment, rows.size()), count);
  });
  for (std::size_t q = 0; q < queries.size(); ++q) results[q] = merge(segments, q, count);
}

}  // namespace

bool comes_before(const Candidate& a, const Candidate& b) {
  constexpr double kWorst = -std::numeric_limits<double>::infinity();
  const double key_a = std::isnan(a.key) ? kWorst : a.key;
  const double key_b = std::isnan(b.key) ? kWorst : b.key;
  return key_a != key_b ? key_a > key_b : a.id < b.id;
}

std::vector<std::vector<Candidate>> scan_answers(const AnswerRows& rows, Measure measure,
                                                 std::span<const ScanQuery> queries,
                                                 std::size_t count) {
  std::vector<std::vector<Candidate>> results(queries.size());
  const std::size_t segment = queries.size() > kTile ? rows.size() : kSegment;
  const std::size_t tiles = (queries.size() + kTile - 1) / kTile;
  tbb::parallel_for(std::size_t{0}, tiles, [&](std::size_t tile) {
    const std::size_t first = tile * kTile;
    const std::size_t size = std::min(kTile, queries.size() - first);
    scan_tile(rows, measure, queries.subspan(first, size), segment, count,
              std::span(results).subspan(first, size));
  });
  return results;
}

}  // namespace bsg::query
