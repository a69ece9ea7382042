#include "query/scan_answers.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/scan.h"
#include "query/measures.h"

namespace bsg::query {
namespace {

constexpr std::size_t kBlock = 2048;

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
                std::vector<float>& keys) {
  const std::size_t m = rows.dimension();
  const float* means = rows.mean(first);
  if (measure == Measure::cosine) {
    kernels::scan_products(query.mean.data(), means, keys.size(), m, keys.data());
    for (std::size_t k = 0; k < keys.size(); ++k) keys[k] *= rows.inverse_length(first + k);
  } else if (measure == Measure::probability) {
    std::vector<float> variances(keys.size());
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

void keep_best(std::vector<Candidate>& candidates, std::size_t count) {
  if (candidates.size() <= count) return;
  const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(candidates.begin(), end, candidates.end(), comes_before);
  candidates.resize(count);
}

}  // namespace

bool comes_before(const Candidate& a, const Candidate& b) {
  constexpr double kWorst = -std::numeric_limits<double>::infinity();
  const double key_a = std::isnan(a.key) ? kWorst : a.key;
  const double key_b = std::isnan(b.key) ? kWorst : b.key;
  return key_a != key_b ? key_a > key_b : a.id < b.id;
}

std::vector<Candidate> scan_answers(const AnswerRows& rows, Measure measure, const Density& sum,
                                    const std::vector<WordId>& excluded, std::size_t count) {
  const FloatQuery query = to_float(sum, measure);
  const std::size_t blocks = (rows.size() + kBlock - 1) / kBlock;
  std::vector<std::vector<Candidate>> best(blocks);
  tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t block) {
    const std::size_t first = block * kBlock;
    std::vector<float> keys(std::min(kBlock, rows.size() - first));
    block_keys(rows, measure, query, first, keys);
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const auto id = static_cast<WordId>(first + k);
      if (!std::ranges::binary_search(excluded, id)) best[block].push_back({id, keys[k]});
    }
    keep_best(best[block], count);
  });
  std::vector<Candidate> all;
  for (const auto& block : best) all.insert(all.end(), block.begin(), block.end());
  keep_best(all, count);
  return all;
}

}  // namespace bsg::query
