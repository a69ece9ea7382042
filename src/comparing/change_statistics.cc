#include "comparing/change_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/normal_below.h"

namespace bsg::comparing {
namespace {

constexpr double kNumber = kParts;

/// Words whose parts are looked at together.
constexpr std::size_t kNeighborhood = 400;
/// A word whose parts differ this many times as much as the median word's has changed within a
/// text.
constexpr double kOutlier = 9;
/// How much words of similar counts tell of how one word varies: degrees of freedom.
constexpr double kToldByOthers = 20;
/// Squares that noise is learned from: as many as an F distribution with a variance needs, and
/// some.
constexpr double kLeastKnown = 6;
/// Products that seen_trace_squares is a mean of: three in each text and four between them.
constexpr double kProducts = 10;
/// How much words of similar counts tell of how evenly one word varies, in such products.
constexpr double kProductsOfOthers = 3;

double product(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += double{a[k]} * double{b[k]};
  return sum;
}

/// (a − b)·(c − d).
double product_of_differences(std::span<const float> a, std::span<const float> b,
                              std::span<const float> c, std::span<const float> d) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    sum += (double{a[k]} - double{b[k]}) * (double{c[k]} - double{d[k]});
  }
  return sum;
}

std::vector<double> sum_of(const std::array<std::vector<float>, kParts>& rows) {
  std::vector<double> sum(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) sum[k] += double{row[k]};
  }
  return sum;
}

double squared_length(const std::vector<double>& x) {
  return std::inner_product(x.begin(), x.end(), x.begin(), 0.0);
}

/// Mean over f ≠ g of x_f·x_g, `whole` being Σ x_f.
double product_of_parts(const std::array<std::vector<float>, kParts>& means,
                        const std::vector<double>& whole) {
  double own = 0;
  for (const auto& mean : means) own += product(mean, mean);
  return (squared_length(whole) - own) / (kNumber * (kNumber - 1));
}

double mean_of(const std::array<double, kParts>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / kNumber;
}

/// Of one text: estimates of tr V and of tr V² from differences between its parts.
void add_seen(const WordParts& text, double of_squares, PartProducts& seen) {
  const auto& x = text.means;
  constexpr std::array<std::array<std::size_t, kParts>, 3> kPairings{
      {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}}};
  for (const auto& [i, j, k, l] : kPairings) {
    const double crossed = product_of_differences(x[i], x[j], x[k], x[l]);
    seen.seen_trace_squares += of_squares * crossed * crossed / 4 / kPairings.size();
    const double squares = product_of_differences(x[i], x[j], x[i], x[j]) +
                           product_of_differences(x[k], x[l], x[k], x[l]);
    seen.seen_trace += squares / 4 / kPairings.size();
  }
}

/// The same of tr V_a V_b.
double seen_between(const WordParts& a, const WordParts& b) {
  const auto &x = a.means, &y = b.means;
  double sum = 0;
  for (std::size_t f = 0; f < kParts; f += 2) {
    for (std::size_t g = 0; g < kParts; g += 2) {
      const double crossed = product_of_differences(x[f], x[f + 1], y[g], y[g + 1]);
      sum += crossed * crossed / 4;
    }
  }
  return sum / (kNumber * kNumber / 4);
}

/// Of ‖a − b‖² without a change, from all parts.
struct Noise {
  double trace;          ///< of the covariance of a − b
  double variance;       ///< of ‖a − b‖²
  double freedom;        ///< squares in ‖a − b‖²: (tr V)² / tr V²
  double known_freedom;  ///< squares that `trace` was learned from
};

/// The share of its dimensions that noise fills evenly.
double squares_of(const PartProducts& parts, const Excess& excess) {
  const double squares = parts.dimension * excess.trace * excess.trace / excess.trace_squares;
  return std::clamp(squares, 1.0, parts.dimension);
}

/// How many times fewer directions a word varies in than others do, its squared traces being so
/// many times what is expected; 1 at least. A word of a few articles varies towards their topics
/// alone, and chance takes it far more easily.
double narrowness(double seen_squares) {
  const double likely =
      (kProducts * seen_squares + kProductsOfOthers) / (kProducts + kProductsOfOthers);
  return std::max(likely, 1.0);
}

Noise noise_of(const PartProducts& parts, const Excess& excess) {
  const double trace = excess.trace * parts.trace() / kNumber;
  const double variance = excess.trace_squares * parts.trace_squares;
  const double squares = squares_of(parts, excess);
  // How much more than words of its count the word varies within each text, as far as its parts can
  // tell: three differences in each text, the noisier of which says the most.
  const double v = parts.trace_a, w = parts.trace_b;
  const double told = 3 * squares * (v + w) * (v + w) / (v * v + w * w);
  const double seen = parts.seen_trace / (excess.trace * parts.trace());
  const double own = (told * seen + kToldByOthers) / (told + kToldByOthers);
  const double own_variance = own * own * variance;
  const double narrow = narrowness(parts.seen_trace_squares / own_variance);
  return {.trace = own * trace,
          .variance = own_variance,
          .freedom = std::max(squares / narrow, 1.0),
          .known_freedom = std::max((told + kToldByOthers) / narrow, kLeastKnown)};
}

/// A squared length less what noise adds to it; one that is noise alone stays above zero.
double without_noise(double square, double noise) {
  return std::max(square - noise, square / 2);
}

double seen_over_told(const PartProducts& word) {
  return word.seen_trace / word.trace();
}

/// What words with as many occurrences have in common.
class Neighborhood {
 public:
  /// `order`: places of its words.
  Neighborhood(std::span<const PartProducts> words, std::span<const std::size_t> order)
      : words_(words), order_(order) {}

  [[nodiscard]] Excess excess() const {
    const double most = kOutlier * median();
    double told = 0, seen = 0, squares = 0, count = 0;
    for (const std::size_t place : order_) {
      const PartProducts& word = words_[place];
      if (seen_over_told(word) > most) continue;
      told += word.trace();
      seen += word.seen_trace;
      squares += word.seen_trace_squares / word.trace_squares;
      count += 1;
    }
    if (!(seen > 0) || !(squares > 0)) return {};
    return {.trace = seen / told, .trace_squares = squares / count};
  }

 private:
  [[nodiscard]] double median() const {
    std::vector<double> ratios;
    for (const std::size_t place : order_) ratios.push_back(seen_over_told(words_[place]));
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::ranges::nth_element(ratios, middle);
    return *middle;
  }

  std::span<const PartProducts> words_;
  std::span<const std::size_t> order_;
};

}  // namespace

PartProducts multiply_parts(const WordParts& a, const WordParts& b) {
  constexpr double kWithin = 2 / (kNumber * (kNumber - 1)), kBetween = 4 / (kNumber * kNumber);
  const std::vector<double> sum_a = sum_of(a.means), sum_b = sum_of(b.means);
  const double square_a = product_of_parts(a.means, sum_a);
  const double square_b = product_of_parts(b.means, sum_b);
  const double between =
      std::inner_product(sum_a.begin(), sum_a.end(), sum_b.begin(), 0.0) / (kNumber * kNumber);
  PartProducts word{.squared_distance = square_a - 2 * between + square_b,
                    .trace_a = mean_of(a.traces),
                    .trace_b = mean_of(b.traces),
                    .dimension = static_cast<double>(sum_a.size())};
  for (std::size_t k = 0; k < sum_a.size(); ++k) {
    const double apart = (sum_a[k] - sum_b[k]) / kNumber;
    word.plain_distance += apart * apart;
  }

  const double v = word.trace_a, w = word.trace_b;
  word.trace_squares = (kWithin * (v * v + w * w) + kBetween * v * w) / word.dimension;
  add_seen(a, kWithin, word);
  add_seen(b, kWithin, word);
  word.seen_trace_squares += kBetween * seen_between(a, b);
  return word;
}

std::vector<Excess> excess_by_weight(std::span<const PartProducts> words,
                                     std::span<const double> weights) {
  std::vector<std::size_t> order(words.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t word) { return weights[word]; });
  std::vector<Excess> result(words.size());
  const std::size_t size = std::min(kNeighborhood, words.size());
  for (std::size_t first = 0; first < words.size(); first += size) {
    // The last neighbourhood reaches back to be as large as the others.
    const std::size_t begin = std::min(first, words.size() - size);
    const Excess excess = Neighborhood(words, std::span(order).subspan(begin, size)).excess();
    for (std::size_t at = first; at < std::min(first + size, words.size()); ++at) {
      result[order[at]] = excess;
    }
  }
  return result;
}

double Distance::deviation() const {
  return std::sqrt(noise + growth * std::max(value, 0.0));
}

Distance distance_of(const PartProducts& parts, const Excess& excess, const WordWholes& wholes) {
  const auto [a, b] = wholes;
  const double whole_distance = product_of_differences(a, b, a, b);
  if (!(whole_distance > 0) || !(parts.plain_distance > 0)) return {};
  const Noise noise = noise_of(parts, excess);
  const double to_wholes = whole_distance / parts.plain_distance;
  const double whole_noise = to_wholes * noise.trace / parts.trace();
  const double lengths = std::sqrt(without_noise(product(a, a), whole_noise * parts.trace_a) *
                                   without_noise(product(b, b), whole_noise * parts.trace_b));
  const double scale = to_wholes / (2 * lengths);
  // A change δ adds 4 δᵀVδ to the variance, of which its length tells the most likely share.
  return {.value = scale * parts.squared_distance,
          .noise = scale * scale * noise.variance,
          .growth = scale * 4 * noise.trace / parts.dimension};
}

Evidence evidence_of(const PartProducts& parts, const Excess& excess) {
  const Noise noise = noise_of(parts, excess);
  const double above = noise.freedom, below = noise.known_freedom;
  const double ratio = parts.plain_distance / noise.trace;
  // The deviation of F, which has one since more than four squares are known.
  const double deviation =
      below / (below - 2) * std::sqrt(2 * (above + below - 2) / (above * (below - 4)));
  return {.z = (ratio - 1) / deviation, .p_value = chance_of_ratio(ratio, above, below)};
}

double chance_of_ratio(double ratio, double freedom_above, double freedom_below) {
  const double root = std::cbrt(ratio);
  const double above = 2 / (9 * freedom_above), below = 2 / (9 * freedom_below);
  const double apart = (1 - below) * root - (1 - above);
  return kernels::normal_below(-apart / std::sqrt(below * root * root + above));
}

std::vector<double> false_discovery_rates(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t word) { return p_values[word]; });
  std::vector<double> rates(p_values.size());
  double least = 1;
  for (std::size_t rank = p_values.size(); rank > 0; --rank) {
    const std::size_t word = order[rank - 1];
    const double expected = p_values[word] * static_cast<double>(p_values.size());
    least = std::min(least, expected / static_cast<double>(rank));
    rates[word] = least;
  }
  return rates;
}

}  // namespace bsg::comparing
