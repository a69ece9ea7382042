#include "inference/deviation_factors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace bsg::inference {
namespace {

constexpr std::size_t kWordsOfBand = 100;
/// That one factor is measured on: pairs among them are taken.
constexpr std::size_t kWordsOfFactor = 64;

/// a of the header, and b by count: linear in its logarithm, and constant outside.
constexpr double kTextShare = 1.45;
constexpr std::array<std::pair<double, double>, 3> kDriftShare{
    {{5, 2.53}, {150, 3.18}, {8000, 0.23}}};
/// Beyond what any text has asked for. Where words are too few, or have learned too little to point
/// anywhere, measurements are.
constexpr double kLeastFactor = 0.2, kMostFactor = 2;
/// Of contexts: trainings on halves of texts asked for 0.65 to 0.87.
constexpr float kContextFactor = 0.73F;

double drift_share(double count) {
  const auto log_of = [](const auto& point) { return std::log(point.first); };
  const double at =
      std::clamp(std::log(count), log_of(kDriftShare.front()), log_of(kDriftShare.back()));
  std::size_t next = 1;
  while (at > log_of(kDriftShare[next])) ++next;
  const auto &low = kDriftShare[next - 1], &high = kDriftShare[next];
  const double part = (at - log_of(low)) / (log_of(high) - log_of(low));
  return low.second + part * (high.second - low.second);
}

double dot(const float* a, const float* b, std::size_t m) {
  double sum = 0;
  for (std::size_t k = 0; k < m; ++k) sum += double{a[k]} * double{b[k]};
  return sum;
}

/// Sums over pairs whose cosine is known, and numbers of pairs.
struct Sums {
  double variance = 0;  ///< V
  double scatter = 0;   ///< S²
  double drift = 0;     ///< D²
  std::size_t known = 0, unknown = 0;
};

float factor_of(const Sums& sums, double count) {
  if (sums.known <= sums.unknown || !(sums.variance > 0)) return 1;
  const double share = drift_share(count);
  const double scatter = kTextShare * sums.scatter + share * share * sums.drift;
  if (!(scatter > 0)) return 1;
  return static_cast<float>(
      std::clamp(std::sqrt(scatter / sums.variance), kLeastFactor, kMostFactor));
}

class Pairs {
 public:
  Pairs(const Densities& targets, const MeasuredWords& measured)
      : rows_(targets.rows()), m_(targets.dimension()), measured_(measured) {}

  /// Of the words at two places.
  void add(std::size_t one, std::size_t other, Sums& sums) const {
    const std::uint32_t i = measured_.words[one], j = measured_.words[other];
    const float *a = rows_.mean(i), *b = rows_.mean(j);
    const double aa = dot(a, a, m_), bb = dot(b, b, m_);
    const float *before = at(measured_.halfway, one), *other_before = at(measured_.halfway, other);
    const double before_lengths =
        std::sqrt(dot(before, before, m_) * dot(other_before, other_before, m_));
    if (aa == 0 || bb == 0 || before_lengths == 0) return;
    const double lengths = std::sqrt(aa * bb), cosine = dot(a, b, m_) / lengths;
    double variance = 0, scatter_a = 0, scatter_b = 0;
    for (std::size_t k = 0; k < m_; ++k) {
      const double in_a = double{b[k]} / lengths - cosine * double{a[k]} / aa;
      const double in_b = double{a[k]} / lengths - cosine * double{b[k]} / bb;
      variance +=
          in_a * in_a * double{rows_.variance(i)[k]} + in_b * in_b * double{rows_.variance(j)[k]};
      scatter_a += in_a * double{at(measured_.moves, one)[k]};
      scatter_b += in_b * double{at(measured_.moves, other)[k]};
    }
    if (variance >= 1) {
      ++sums.unknown;
      return;
    }
    ++sums.known;
    sums.variance += variance;
    sums.scatter += std::min(scatter_a * scatter_a + scatter_b * scatter_b, 1.0);
    const double drift = cosine - dot(before, other_before, m_) / before_lengths;
    sums.drift += drift * drift / 2;
  }

 private:
  [[nodiscard]] const float* at(std::span<const float> rows, std::size_t place) const {
    return rows.data() + place * m_;
  }

  kernels::DensityRows rows_;
  std::size_t m_;
  const MeasuredWords& measured_;
};

}  // namespace

std::vector<std::uint32_t> words_of_all_counts(std::span<const std::uint64_t> counts) {
  std::vector<std::uint32_t> words;
  for (std::size_t first = 0; first < counts.size() && counts[first] > 0;) {
    std::size_t last = first;
    while (last < counts.size() && std::bit_width(counts[last]) == std::bit_width(counts[first])) {
      ++last;
    }
    const std::size_t some = std::min(last - first, kWordsOfBand);
    for (std::size_t k = 0; k < some; ++k) {
      words.push_back(static_cast<std::uint32_t>(first + k * (last - first) / some));
    }
    first = last;
  }
  return words;
}

std::size_t most_words_of_all_counts(std::size_t words) {
  constexpr std::size_t bands = std::numeric_limits<std::uint64_t>::digits;
  return std::min(words, bands * kWordsOfBand);
}

std::size_t number_of_factors(std::size_t words) {
  return words == 0 ? 0 : std::max<std::size_t>(1, words / kWordsOfFactor);
}

std::vector<CalibrationPoint> deviation_factors(const Densities& targets,
                                                std::span<const std::uint64_t> counts,
                                                const MeasuredWords& measured) {
  const Pairs pairs(targets, measured);
  const std::size_t words = measured.words.size(), factors = number_of_factors(words);
  std::vector<CalibrationPoint> points;
  for (std::size_t place = factors; place-- > 0;) {
    const std::size_t first = place * kWordsOfFactor;
    const std::size_t last = place + 1 == factors ? words : first + kWordsOfFactor;
    Sums sums;
    double log_count = 0;
    for (std::size_t one = first; one < last; ++one) {
      for (std::size_t other = first; other < one; ++other) pairs.add(one, other, sums);
      log_count += std::log(static_cast<double>(counts[measured.words[one]]));
    }
    const double count = std::exp(log_count / static_cast<double>(last - first));
    // A float cannot tell all counts apart, and points ascend.
    const float least =
        points.empty() ? 0 : std::nextafter(points.back().count, std::numeric_limits<float>::max());
    points.push_back({.count = std::max(static_cast<float>(count), least),
                      .target = factor_of(sums, count),
                      .context = kContextFactor});
  }
  return points;
}

}  // namespace bsg::inference
