#include "inference/text_scatter.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "inference/expected_negatives.h"
#include "inference/half_update.h"
#include "inference/text_of_blocks.h"
#include "kernels/row_layout.h"
#include "sampling/negative_sampler.h"
#include "small_vocabulary.h"

/// TextScatter against sums over explicit pairs of explicit blocks, in double.

namespace bsg::inference {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using kernels::XiForm;
using tests::all_rows;
using tests::Partners;
using tests::positive_rows;
using tests::random_signs;
using tests::random_text;
using tests::signed_rows;
using tests::Signs;
using tests::TextOfBlocks;

constexpr double kPrior = 0.7;

struct Gaussian {
  VectorXd mean, variance;

  [[nodiscard]] MatrixXd second_moment() const {
    return MatrixXd(variance.asDiagonal()) + mean * mean.transpose();
  }
};

Gaussian gaussian(const Densities& densities, std::size_t word) {
  const auto m = static_cast<Index>(densities.dimension());
  return {Eigen::Map<const Eigen::VectorXf>(densities.rows().mean(word), m).cast<double>(),
          Eigen::Map<const Eigen::VectorXf>(densities.rows().variance(word), m).cast<double>()};
}

double twice_lambda(double xi_squared) {
  const double xi = std::sqrt(xi_squared);
  return std::tanh(xi / 2) / (2 * xi);
}

MatrixXd precision_of(const LearnedSide& side, std::uint32_t word) {
  const auto m = static_cast<Index>(side.densities.dimension());
  MatrixXd P(m, m);
  const float* packed = side.natural.precision(word);
  for (Index i = 0; i < m; ++i) {
    for (Index j = i; j < m; ++j) P(i, j) = P(j, i) = double{*packed++};
  }
  return P;
}

struct Setting {
  TextOfBlocks text;
  std::size_t dimension;
  XiForm xi = XiForm::exact;
  SamplingOptions sampling{};
  std::uint32_t groups = 1;
};

/// Both sides, and what a target has of each of its pairs.
struct Sides {
  explicit Sides(const Setting& chosen)
      : setting(chosen),
        vocabulary(tests::vocabulary_with_counts(counts(chosen.text.words()))),
        u(Side::target, chosen.text.words(), chosen.dimension, Prior::isotropic(kPrior)),
        v(chosen.text.words(), chosen.dimension),
        expected(vocabulary, chosen.sampling, inference_options()) {
    initialise(u.densities, Side::target, 3);
    initialise(v, Side::context, 3);
    u.natural.allocate_precision();
    const PairSource rows = positive_rows(setting.text);
    expected.weigh_positives(
        [this](std::uint32_t word) { return static_cast<std::uint64_t>(positives(word)); }, rows,
        {});
  }

  static std::vector<std::uint64_t> counts(std::size_t words) {
    std::vector<std::uint64_t> counts;
    for (std::size_t word = 0; word < words; ++word) counts.push_back(1 + 500 / (word + 1));
    return counts;
  }
  [[nodiscard]] InferenceOptions inference_options() const {
    InferenceOptions options;
    options.dimension = static_cast<std::uint32_t>(setting.dimension);
    options.xi = setting.xi == XiForm::exact ? Xi::exact : Xi::paper;
    options.negative_groups = setting.groups;
    return options;
  }
  [[nodiscard]] bool draws() const {
    return setting.sampling.negative_mode == NegativeMode::sampled;
  }
  [[nodiscard]] double positives(std::uint32_t word) const {
    double sum = 0;
    for (const auto& [id, times] : setting.text.all_positives(word)) sum += times;
    return sum;
  }

  /// Half-updates of u alone; many of them bring it to where it stays.
  void learn(int times, double step = 1) {
    for (int k = 0; k < times; ++k) {
      background = draws() ? nullptr : expected.of_targets(u.densities, v, {});
      half_update({.xi = setting.xi, .step = step, .background = background.get()},
                  draws() ? all_rows(setting.text) : positive_rows(setting.text), v, u, {});
    }
    background = draws() ? nullptr : expected.of_targets(u.densities, v, {});
  }

  void add(TextScatter& scatter, const Signs& signs) const {
    scatter.add(signed_rows(setting.text, signs), all_rows(setting.text), background.get(), {});
  }
  [[nodiscard]] TextScatter scatter() const {
    std::vector<std::uint32_t> words(u.densities.size());
    std::iota(words.begin(), words.end(), 0U);
    return {u, v, setting.xi, words};
  }

  [[nodiscard]] double xi_squared(const Gaussian& target, std::uint32_t context) const {
    const Gaussian other = gaussian(v, context);
    const MatrixXd a = target.second_moment(), b = other.second_moment();
    return setting.xi == XiForm::exact ? a.cwiseProduct(b).sum() : a.diagonal().dot(b.diagonal());
  }
  /// What so many pairs with a context add to r − P μ.
  [[nodiscard]] VectorXd residual(const Gaussian& target, std::uint32_t context, double times,
                                  double pull, double twice_lambda_of_pair) const {
    const Gaussian other = gaussian(v, context);
    return times *
           (pull / 2 * other.mean - twice_lambda_of_pair * (other.second_moment() * target.mean));
  }
  [[nodiscard]] VectorXd positive_residual(std::uint32_t word, std::size_t block) const {
    const Gaussian target = gaussian(u.densities, word);
    VectorXd sum = VectorXd::Zero(target.mean.size());
    for (const auto& [id, times] : setting.text.positives[word][block]) {
      sum += residual(target, id, times, 1, twice_lambda(xi_squared(target, id)));
    }
    return sum;
  }
  [[nodiscard]] VectorXd negative_residual(std::uint32_t word) const {
    const Gaussian target = gaussian(u.densities, word);
    if (!draws()) return expected_residual(word, target);
    VectorXd sum = VectorXd::Zero(target.mean.size());
    for (const auto& [id, times] : setting.text.negatives[word]) {
      sum += residual(target, id, times, -1, twice_lambda(xi_squared(target, id)));
    }
    return sum;
  }
  /// Of N n_i negatives by p̃ outside the positives, if these are excluded; one ξ for a group.
  [[nodiscard]] VectorXd expected_residual(std::uint32_t word, const Gaussian& target) const {
    std::vector<double> shares = sampling::negative_weights(vocabulary, 0.75);
    const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& share : shares) share /= all;
    const Partners excluded =
        setting.sampling.exclude_positives ? setting.text.all_positives(word) : Partners();
    std::map<std::uint32_t, double> squares, share_of_group;
    double outside = 0;
    for (std::uint32_t id = 0; id < shares.size(); ++id) {
      squares[expected.group_of()[id]] += shares[id] * xi_squared(target, id);
      share_of_group[expected.group_of()[id]] += shares[id];
      if (!excluded.contains(id)) outside += shares[id];
    }
    VectorXd sum = VectorXd::Zero(target.mean.size());
    const double scale = setting.sampling.negatives * positives(word) / std::max(0.05, outside);
    for (std::uint32_t id = 0; id < shares.size(); ++id) {
      if (excluded.contains(id)) continue;
      const std::uint32_t group = expected.group_of()[id];
      sum += residual(target, id, scale * shares[id], -1,
                      twice_lambda(squares.at(group) / share_of_group.at(group)));
    }
    return sum;
  }

  /// s_b of every block: its positives, and its share of the negatives.
  [[nodiscard]] std::vector<VectorXd> residuals_of_blocks(std::uint32_t word) const {
    const VectorXd negative = negative_residual(word);
    std::vector<VectorXd> sums;
    for (std::size_t block = 0; block < setting.text.positives[word].size(); ++block) {
      double pairs = 0;
      for (const auto& [id, times] : setting.text.positives[word][block]) pairs += times;
      const double share = pairs == 0 ? 0 : pairs / positives(word);
      sums.emplace_back(positive_residual(word, block) + share * negative);
    }
    return sums;
  }
  [[nodiscard]] VectorXd expected_move(std::uint32_t word, const Signs& signs) const {
    const std::vector<VectorXd> residuals = residuals_of_blocks(word);
    VectorXd d = VectorXd::Zero(static_cast<Index>(setting.dimension));
    for (std::size_t block = 0; block < signs.size(); ++block) d += signs[block] * residuals[block];
    return precision_of(u, word).llt().solve(d);
  }

  const Setting& setting;
  corpus::Vocabulary vocabulary;
  LearnedSide u;
  Densities v;
  ExpectedNegatives expected;
  std::unique_ptr<const Background> background;
};

VectorXd move_of(const std::vector<float>& moves, std::size_t word, std::size_t m) {
  const auto size = static_cast<Index>(m);
  return Eigen::Map<const Eigen::VectorXf>(&moves[word * m], size).cast<double>();
}

std::vector<Setting> settings() {
  std::vector<Setting> all;
  for (const std::size_t dimension : {1U, 5U, 19U}) {
    const TextOfBlocks text = random_text(30, 6, static_cast<unsigned>(dimension));
    SamplingOptions drawn, expected;
    drawn.negative_mode = NegativeMode::sampled;
    expected.negative_mode = NegativeMode::expected;
    expected.negatives = 3;
    all.push_back({text, dimension, XiForm::exact, drawn});
    all.push_back({text, dimension, XiForm::paper, drawn});
    for (const bool exclude : {false, true}) {
      expected.exclude_positives = exclude;
      all.push_back({text, dimension, XiForm::exact, expected, 4});
      all.push_back({text, dimension, XiForm::paper, expected, 1});
    }
  }
  return all;
}

std::string name_of(const Setting& setting) {
  return "m " + std::to_string(setting.dimension) + ", groups " + std::to_string(setting.groups) +
         (setting.xi == XiForm::exact ? ", exact" : ", paper") +
         (setting.sampling.negative_mode == NegativeMode::sampled ? ", drawn" : ", expected") +
         (setting.sampling.exclude_positives ? ", excluded" : "");
}

TEST(TextScatter, IsTheSumOfSignedBlocksThroughTheInverseOfThePrecision) {
  std::mt19937 random(8);
  for (const Setting& setting : settings()) {
    SCOPED_TRACE(name_of(setting));
    Sides sides(setting);
    sides.learn(1);
    sides.learn(1, 0.6);
    const Signs signs = random_signs(6, random);
    TextScatter scatter = sides.scatter();
    sides.add(scatter, signs);
    const std::vector<float> moves = scatter.moves();
    ASSERT_EQ(moves.size(), 30 * setting.dimension);
    for (std::uint32_t word = 0; word < 30; ++word) {
      const VectorXd expected = sides.expected_move(word, signs);
      const VectorXd move = move_of(moves, word, setting.dimension);
      EXPECT_LT((move - expected).norm(), 2e-4 * (expected.norm() + 0.1)) << word;
      EXPECT_EQ(move.norm() > 0, word + 1 < 30) << word;  // the last has no pairs
    }
  }
}

/// With one sign for all, d is r − P μ without the prior: at the fixed point of the update, where
/// r − P μ is 0 with it, that is τ μ.
TEST(TextScatter, OfOneBlockIsWhatThePriorHoldsBack) {
  for (const Setting& setting : settings()) {
    SCOPED_TRACE(name_of(setting));
    Sides sides(setting);
    sides.learn(400);
    for (const int sign : {1, -1}) {
      TextScatter scatter = sides.scatter();
      sides.add(scatter, Signs(6, sign));
      const std::vector<float> moves = scatter.moves();
      for (std::uint32_t word = 0; word < 30; ++word) {
        const VectorXd mean = gaussian(sides.u.densities, word).mean;
        const VectorXd expected = sign * kPrior * precision_of(sides.u, word).llt().solve(mean);
        EXPECT_LT((move_of(moves, word, setting.dimension) - expected).norm(),
                  2e-3 * (expected.norm() + 0.05))
            << word;
      }
    }
  }
}

TEST(TextScatter, IsTheMeanOfSeveralDraws) {
  const Setting setting{random_text(20, 5, 2), 4};
  Sides sides(setting);
  sides.learn(2);
  const std::vector<Signs> draws{{1, -1, 1, 1, -1}, {-1, -1, 1, -1, 1}, {1, 1, 1, 1, -1}};
  TextScatter together = sides.scatter();
  std::vector<double> mean(20 * 4);
  for (const Signs& signs : draws) {
    sides.add(together, signs);
    TextScatter alone = sides.scatter();
    sides.add(alone, signs);
    const std::vector<float> moves = alone.moves();
    for (std::size_t at = 0; at < mean.size(); ++at) mean[at] += double{moves[at]} / 3;
  }
  const std::vector<float> moves = together.moves();
  for (std::size_t at = 0; at < mean.size(); ++at) EXPECT_NEAR(moves[at], mean[at], 1e-5);
}

TEST(TextScatter, OfSomeWordsIsThatOfAllForTheseOnAnyNumberOfThreads) {
  const Setting setting{random_text(60, 5, 2), 7};
  Sides sides(setting);
  sides.learn(2);
  const Signs signs{1, -1, -1, 1, -1};
  TextScatter all = sides.scatter();
  sides.add(all, signs);
  const std::vector<float> expected = all.moves();
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 7);
  const std::vector<std::uint32_t> words{0, 3, 17, 18, 40, 58};
  for (const int threads : {1, 2, 7}) {
    TextScatter some(sides.u, sides.v, setting.xi, words);
    std::vector<float> moves;
    tbb::task_arena(threads).execute([&] {
      sides.add(some, signs);
      moves = some.moves();
    });
    for (std::size_t place = 0; place < words.size(); ++place) {
      for (std::size_t k = 0; k < 7; ++k) {
        EXPECT_EQ(moves[place * 7 + k], expected[words[place] * 7 + k]) << words[place];
      }
    }
  }
}

/// Positives that the model gives: contexts by exp(½ uᵀv), in many blocks.
TextOfBlocks simulated_text(std::uint32_t words, std::size_t blocks, std::size_t dimension) {
  Densities u(words, dimension), v(words, dimension);
  initialise(u, Side::target, 11);
  initialise(v, Side::context, 3);  // those of Sides
  std::vector<std::vector<double>> weights(words);
  for (std::uint32_t word = 0; word < words; ++word) {
    for (std::uint32_t id = 0; id < words; ++id) {
      weights[word].push_back(std::exp(gaussian(u, word).mean.dot(gaussian(v, id).mean) / 2));
    }
  }
  return tests::drawn_text(weights, blocks, 9);
}

/// Over random signs the squares of moves have the mean P⁻¹ J P⁻¹, J = Σ_b s_b s_bᵀ.
TEST(TextScatter, ScattersAsTheSandwichSays) {
  constexpr std::uint32_t kWords = 60;
  constexpr std::size_t kBlocks = 48, kDimension = 4;
  constexpr int kDraws = 40;
  Setting setting{simulated_text(kWords, kBlocks, kDimension), kDimension};
  setting.sampling.negative_mode = NegativeMode::expected;
  setting.groups = 4;
  Sides sides(setting);
  sides.learn(60);
  MatrixXd sandwich = MatrixXd::Zero(kDimension, kDimension), seen = sandwich;
  for (std::uint32_t word = 0; word < kWords; ++word) {
    const auto P = precision_of(sides.u, word).llt();
    for (const VectorXd& s : sides.residuals_of_blocks(word)) {
      const VectorXd move = P.solve(s);
      sandwich += move * move.transpose() / kWords;
    }
  }
  std::mt19937 random(5);
  for (int draw = 0; draw < kDraws; ++draw) {
    TextScatter scatter = sides.scatter();
    sides.add(scatter, random_signs(kBlocks, random));
    const std::vector<float> moves = scatter.moves();
    for (std::size_t word = 0; word < kWords; ++word) {
      const VectorXd move = move_of(moves, word, kDimension);
      seen += move * move.transpose() / (kWords * kDraws);
    }
  }
  // 2400 squares of words that share signs but not pairs: their means are 3 % off.
  EXPECT_LT((seen - sandwich).cwiseAbs().maxCoeff(), 0.12 * sandwich.diagonal().maxCoeff())
      << seen << "\n\n"
      << sandwich;
  EXPECT_NEAR(seen.trace(), sandwich.trace(), 0.08 * sandwich.trace());
}

TEST(TextScatter, StopsOnRequest) {
  const Setting setting{random_text(20, 5, 2), 4};
  const Sides sides(setting);
  TextScatter scatter = sides.scatter();
  std::stop_source source;
  source.request_stop();
  const PairSource rows = positive_rows(setting.text);
  EXPECT_THROW(scatter.add(rows, rows, nullptr, source.get_token()), Interrupted);
}

}  // namespace
}  // namespace bsg::inference
