// Coverage of intervals on simulated data: u and v are drawn from their priors, labels of random
// pairs from σ(uᵀv), and both are inferred again. Printed for variational Bayes and for draws from
// the exact posterior: how many of all scores uᵀv (and so of all probabilities) lie in their 90 %
// intervals, and how wide these are.
//
//     simulated_coverage WORDS DIMENSION PAIRS [SWEEPS] [SEED]

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

#include "gibbs/chain_steps.h"
#include "inference/half_update.h"
#include "inference/learned_side.h"

namespace {

using namespace bsg;
using inference::LearnedSide;
using inference::PairSource;

constexpr double kPriorPrecision = 1;
constexpr double kNormalQuantile = 1.6448536269514722;  // of 95 %
constexpr std::uint32_t kIterations = 100;              // of variational Bayes

struct Simulation {
  std::vector<std::vector<double>> u, v;
  std::vector<sampling::PairRow> rows{}, columns{};
};

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

std::vector<std::vector<double>> draw_vectors(std::size_t words, std::size_t m,
                                              std::mt19937_64& random) {
  std::normal_distribution<double> normal(0, 1 / std::sqrt(kPriorPrecision));
  std::vector<std::vector<double>> all(words, std::vector<double>(m));
  for (auto& vector : all) {
    for (double& x : vector) x = normal(random);
  }
  return all;
}

void add(sampling::PairRow& row, std::uint32_t id, float count, float pull) {
  row.ids.push_back(id);
  row.counts.push_back(count);
  row.pulls.push_back(pull);
}

Simulation simulate(std::uint32_t words, std::size_t m, std::uint64_t pairs, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Simulation all{.u = draw_vectors(words, m, random), .v = draw_vectors(words, m, random)};
  all.rows.resize(words);
  all.columns.resize(words);
  std::vector<float> counts(std::size_t{words} * words), pulls(counts.size());
  std::uniform_int_distribution<std::size_t> place(0, counts.size() - 1);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (std::uint64_t k = 0; k < pairs; ++k) {
    const std::size_t at = place(random);
    const double score = product(all.u[at / words], all.v[at % words]);
    counts[at] += 1;
    pulls[at] += uniform(random) < 1 / (1 + std::exp(-score)) ? 1.0F : -1.0F;
  }
  for (std::uint32_t i = 0; i < words; ++i) {
    for (std::uint32_t j = 0; j < words; ++j) {
      const std::size_t at = std::size_t{i} * words + j;
      if (counts[at] > 0) add(all.rows[i], j, counts[at], pulls[at]);
      const std::size_t mirrored = std::size_t{j} * words + i;
      if (counts[mirrored] > 0) add(all.columns[i], j, counts[mirrored], pulls[mirrored]);
    }
  }
  return all;
}

PairSource source_of(const std::vector<sampling::PairRow>& rows) {
  return [&rows](auto word, auto& /*scratch*/, auto& row) { row = rows[word]; };
}

/// Scores in their intervals, and the mean width of these.
struct Coverage {
  double inside = 0;
  double width = 0;

  void add(double score, double low, double high, double share) {
    if (low <= score && score <= high) inside += share;
    width += (high - low) * share;
  }
};

class Inference {
 public:
  Inference(const Simulation& data, std::uint64_t seed)
      : data_(data),
        seed_(seed),
        words_(static_cast<std::uint32_t>(data.u.size())),
        m_(data.u.front().size()),
        u_(Side::target, words_, m_, inference::Prior::isotropic(kPriorPrecision)),
        v_(Side::context, words_, m_, inference::Prior::isotropic(kPriorPrecision)) {
    initialise(u_.densities, Side::target, seed);
    initialise(v_.densities, Side::context, seed);
  }

  Coverage variational() {
    for (std::uint32_t k = 1; k <= kIterations; ++k) iterate(k, false);
    Coverage coverage;
    for_each_pair([&](std::uint32_t i, std::uint32_t j, double truth, double share) {
      double mean = 0, variance = 0;
      for (std::size_t k = 0; k < m_; ++k) {
        const double a = double{u_.densities.mean(i)[k]}, s = double{u_.densities.variance(i)[k]};
        const double b = double{v_.densities.mean(j)[k]}, t = double{v_.densities.variance(j)[k]};
        mean += a * b;
        variance += s * t + s * b * b + t * a * a;
      }
      const double half = kNormalQuantile * std::sqrt(variance);
      coverage.add(truth, mean - half, mean + half, share);
    });
    return coverage;
  }

  /// From where variational() ended; every second sweep is kept.
  Coverage gibbs(std::uint32_t sweeps) {
    for (LearnedSide* side : {&u_, &v_}) {
      for (std::uint32_t word = 0; word < words_; ++word) {
        std::fill_n(side->densities.variance(word), m_, 0.0F);
      }
    }
    std::vector<std::vector<float>> scores(std::size_t{words_} * words_);
    for (std::uint32_t k = 1; k <= sweeps + sweeps / 4; ++k) {
      iterate(kIterations + k, true);
      if (k <= sweeps / 4 || k % 2 != 0) continue;
      for_each_pair([&](std::uint32_t i, std::uint32_t j, double, double) {
        scores[std::size_t{i} * words_ + j].push_back(score(i, j));
      });
    }
    Coverage coverage;
    for_each_pair([&](std::uint32_t i, std::uint32_t j, double truth, double share) {
      auto& draws = scores[std::size_t{i} * words_ + j];
      std::ranges::sort(draws);
      const auto last = static_cast<double>(draws.size() - 1);
      coverage.add(truth, double{draws[static_cast<std::size_t>(std::round(0.05 * last))]},
                   double{draws[static_cast<std::size_t>(std::round(0.95 * last))]}, share);
    });
    return coverage;
  }

 private:
  void iterate(std::uint32_t iteration, bool draws) {
    update(data_.rows, v_, u_, iteration, draws);
    update(data_.columns, u_, v_, iteration, draws);
  }

  void update(const std::vector<sampling::PairRow>& rows, const LearnedSide& other,
              LearnedSide& updated, std::uint32_t iteration, bool draws) const {
    half_update({.xi = kernels::XiForm::exact,
                 .at = {seed_, iteration, updated.side},
                 .weighing = draws ? gibbs::drawn_weights() : inference::expected_weights(),
                 .estimation = draws ? gibbs::posterior_draws() : inference::posterior_moments()},
                source_of(rows), other.densities, updated, {});
  }

  [[nodiscard]] float score(std::uint32_t i, std::uint32_t j) const {
    const float* const a = u_.densities.rows().mean(i);
    const float* const b = v_.densities.rows().mean(j);
    float sum = 0;
    for (std::size_t k = 0; k < m_; ++k) sum += a[k] * b[k];
    return sum;
  }

  template <class Visit>
  void for_each_pair(Visit visit) const {
    const double share = 1 / std::pow(words_, 2);
    for (std::uint32_t i = 0; i < words_; ++i) {
      for (std::uint32_t j = 0; j < words_; ++j) {
        visit(i, j, product(data_.u[i], data_.v[j]), share);
      }
    }
  }

  const Simulation& data_;
  std::uint64_t seed_;
  std::uint32_t words_;
  std::size_t m_;
  LearnedSide u_, v_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) {
    fmt::print(stderr, "usage: simulated_coverage WORDS DIMENSION PAIRS [SWEEPS] [SEED]\n");
    return 2;
  }
  const auto number = [&](int place, std::uint64_t otherwise) {
    return place < count ? std::strtoull(arguments[place], nullptr, 10) : otherwise;
  };
  const std::uint64_t seed = number(5, 1);
  const Simulation data =
      simulate(static_cast<std::uint32_t>(number(1, 0)), number(2, 0), number(3, 0), seed);
  Inference inference(data, seed);
  const Coverage variational = inference.variational();
  const Coverage exact = inference.gibbs(static_cast<std::uint32_t>(number(4, 1000)));
  fmt::print(
      "words {} m {} pairs {} seed {}: variational {:.1f} % inside, width {:.2f}; "
      "draws {:.1f} % inside, width {:.2f}\n",
      arguments[1], arguments[2], arguments[3], seed, 100 * variational.inside, variational.width,
      100 * exact.inside, exact.width);
  return 0;
}
