#include "inference/ridge_regression.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <utility>

#include "random/counter_random.h"

namespace bsg::inference {
namespace {

using features::FeatureEntries;
using features::FeatureMatrix;

/// Rows whose products are summed by one task; sums of parts are added in order.
constexpr std::size_t kPart = 1024;
constexpr std::size_t kProbes = 16;
constexpr int kProbeSteps = 60;

/// sum = Σ values[e] · rows[ids[e]].
void add_rows(const FeatureEntries& entries, const float* rows, std::size_t columns, float* sum) {
  std::fill_n(sum, columns, 0.0F);
  for (std::size_t e = 0; e < entries.ids.size(); ++e) {
    const float* const row = rows + std::size_t{entries.ids[e]} * columns;
    const float value = entries.values[e];
    for (std::size_t c = 0; c < columns; ++c) sum[c] += value * row[c];
  }
}

/// Calls work(row) for all rows, in parallel.
template <class Work>
void for_rows(std::size_t rows, const Work& work) {
  tbb::parallel_for(std::size_t{0}, (rows + kPart - 1) / kPart, [&](std::size_t part) {
    const std::size_t last = std::min((part + 1) * kPart, rows);
    for (std::size_t row = part * kPart; row < last; ++row) work(row);
  });
}

/// Σ over rows of x ∘ y for each column, where work(row) is done to each row first.
template <class Work>
std::vector<double> column_products(std::size_t rows, std::size_t columns,
                                    const std::vector<float>& x, const std::vector<float>& y,
                                    const Work& work) {
  const std::size_t parts = (rows + kPart - 1) / kPart;
  std::vector<std::vector<double>> sums(parts, std::vector<double>(columns));
  tbb::parallel_for(std::size_t{0}, parts, [&](std::size_t part) {
    const std::size_t last = std::min((part + 1) * kPart, rows);
    for (std::size_t row = part * kPart; row < last; ++row) {
      work(row);
      for (std::size_t c = 0; c < columns; ++c) {
        const std::size_t at = row * columns + c;
        sums[part][c] += double{x[at]} * double{y[at]};
      }
    }
  });
  std::vector<double> total(columns);
  for (const std::vector<double>& sum : sums) {
    for (std::size_t c = 0; c < columns; ++c) total[c] += sum[c];
  }
  return total;
}

/// numerator / denominator by column, 0 where there is nothing left to divide.
std::vector<float> ratios(const std::vector<double>& numerators,
                          const std::vector<double>& denominators) {
  std::vector<float> result;
  for (std::size_t c = 0; c < numerators.size(); ++c) {
    result.push_back(denominators[c] > 0 ? static_cast<float>(numerators[c] / denominators[c])
                                         : 0.0F);
  }
  return result;
}

}  // namespace

RidgeRegression::RidgeRegression(const FeatureMatrix& a, double ridge) : a_(a), ridge_(ridge) {
  weigh(std::vector<float>(a.words(), 1.0F));
}

void RidgeRegression::weigh(std::vector<float> weights) {
  weights_ = std::move(weights);
  inverse_diagonal_.resize(a_.features());
  for_rows(a_.features(), [&](std::size_t feature) {
    const FeatureEntries entries = a_.of_feature(feature);
    double squares = 0;
    for (std::size_t e = 0; e < entries.ids.size(); ++e) {
      const double value = entries.values[e];
      squares += double{weights_[entries.ids[e]]} * value * value;
    }
    inverse_diagonal_[feature] = static_cast<float>(1 / (squares + ridge_));
  });
}

void RidgeRegression::improve(std::vector<float>& w, FloatRows y, std::size_t columns,
                              int steps) const {
  const std::size_t words = a_.words(), features = a_.features();
  const auto ridge = static_cast<float>(ridge_);
  std::vector<float> at_words(words * columns);
  std::vector<float> residual(features * columns), direction(features * columns),
      image(features * columns);

  for_rows(words, [&](std::size_t i) {
    float* const left = &at_words[i * columns];
    add_rows(a_.of_word(i), w.data(), columns, left);
    for (std::size_t c = 0; c < columns; ++c) left[c] = weights_[i] * (y[i][c] - left[c]);
  });
  // r = AᵀT(Y − A w) − k w, z = D⁻¹ r in `image`, p = z.
  std::vector<double> before =
      column_products(features, columns, residual, image, [&](std::size_t g) {
        float* const r = &residual[g * columns];
        add_rows(a_.of_feature(g), at_words.data(), columns, r);
        for (std::size_t c = 0; c < columns; ++c) {
          r[c] -= ridge * w[g * columns + c];
          image[g * columns + c] = inverse_diagonal_[g] * r[c];
        }
      });
  direction = image;
  for (int step = 0; step < steps; ++step) {
    for_rows(words, [&](std::size_t i) {
      float* const image_of_word = &at_words[i * columns];
      add_rows(a_.of_word(i), direction.data(), columns, image_of_word);
      for (std::size_t c = 0; c < columns; ++c) image_of_word[c] *= weights_[i];
    });
    const std::vector<double> curvature =
        column_products(features, columns, direction, image, [&](std::size_t g) {
          float* const q = &image[g * columns];
          add_rows(a_.of_feature(g), at_words.data(), columns, q);
          for (std::size_t c = 0; c < columns; ++c) q[c] += ridge * direction[g * columns + c];
        });
    const std::vector<float> length = ratios(before, curvature);
    const std::vector<double> after =
        column_products(features, columns, residual, image, [&](std::size_t g) {
          for (std::size_t c = 0; c < columns; ++c) {
            const std::size_t at = g * columns + c;
            w[at] += length[c] * direction[at];
            residual[at] -= length[c] * image[at];
            image[at] = inverse_diagonal_[g] * residual[at];
          }
        });
    const std::vector<float> turn = ratios(after, before);
    for_rows(features, [&](std::size_t g) {
      for (std::size_t c = 0; c < columns; ++c) {
        const std::size_t at = g * columns + c;
        direction[at] = image[at] + turn[c] * direction[at];
      }
    });
    before = after;
  }
}

std::vector<float> RidgeRegression::fitted(std::span<const float> w, std::size_t columns) const {
  std::vector<float> result(a_.words() * columns);
  for_rows(a_.words(), [&](std::size_t i) {
    add_rows(a_.of_word(i), w.data(), columns, &result[i * columns]);
  });
  return result;
}

double RidgeRegression::degrees_of_freedom() const {
  const random::CounterRandom random(0, random::Purpose::probes);
  std::vector<float> probes;
  for (std::size_t word = 0; word < a_.words(); ++word) {
    const std::uint64_t bits = random.block(word, 0, 0)[0];
    for (std::size_t p = 0; p < kProbes; ++p) probes.push_back((bits >> p & 1) != 0 ? 1.0F : -1.0F);
  }
  std::vector<float> w(a_.features() * kProbes);
  improve(w, {probes.data(), kProbes}, kProbes, kProbeSteps);
  const std::vector<float> fit = fitted(w, kProbes);
  double sum = 0;
  for (std::size_t at = 0; at < fit.size(); ++at) sum += double{probes[at]} * double{fit[at]};
  return sum / kProbes;
}

std::vector<float> RidgeRegression::variances() const {
  return inverse_diagonal_;
}

std::uint64_t RidgeRegression::bytes(std::size_t words, std::size_t features, std::size_t columns) {
  return sizeof(float) * columns * (words + 3 * features) +
         sizeof(double) * columns * (words + features) / kPart;
}

}  // namespace bsg::inference
