#include <gtest/gtest.h>

#include <Eigen/Core>
#include <Eigen/LU>
#include <cmath>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "inference/densities.h"
#include "posterior/posterior_file.h"
#include "smallest_model.h"
#include "training/planted_groups.h"

/// One iteration of an update, and of an update of that one, against (14) in double, with the old
/// posterior in place of the prior.

namespace bsg {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using posterior::PosteriorFile;

constexpr std::size_t kDimension = 3;
constexpr auto kM = static_cast<Index>(kDimension);
constexpr double kTau = 2, kNegatives = 3;
constexpr const char* kText = "g0w0 g0w1 g0new g0w2\ng0new g0w1 g0w0\ng1w0 g0new g0w0 g1w1\n";

VectorXd vector(std::span<const float> values) {
  return Eigen::Map<const Eigen::VectorXf>(values.data(), kM).cast<double>();
}

struct Density {
  VectorXd mean, variance;

  [[nodiscard]] MatrixXd second_moment() const {
    return MatrixXd(variance.asDiagonal()) + mean * mean.transpose();
  }
};

/// P and r, or what is added to them.
struct Natural {
  MatrixXd P = MatrixXd::Zero(kM, kM);
  VectorXd r = VectorXd::Zero(kM);

  [[nodiscard]] Density density() const {
    const MatrixXd covariance = P.inverse();
    return {covariance * r, covariance.diagonal()};
  }
  void add(double weight, const Natural& other) {
    P += weight * other.P;
    r += weight * other.r;
  }
};

/// N(m, τ⁻¹I).
Natural prior(double tau, const VectorXd& mean) {
  return {tau * MatrixXd::Identity(kM, kM), tau * mean};
}

/// 2λ(ξ), ξ² = E[(uᵀv)²], given E[vvᵀ].
double weight(const Density& u, const MatrixXd& moment) {
  const double xi = std::sqrt(u.variance.dot(moment.diagonal()) + u.mean.dot(moment * u.mean));
  return std::tanh(xi / 2) / (2 * xi);
}

using PairCounts = std::map<std::pair<std::string, std::string>, double>;

/// Directed pairs of neighbours: a window of one.
PairCounts neighbours_in(const std::string& text) {
  PairCounts counts;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream tokens(line);
    std::string before;
    for (std::string token; tokens >> token; before = token) {
      if (before.empty()) continue;
      ++counts[{token, before}];
      ++counts[{before, token}];
    }
  }
  return counts;
}

/// A model with the posterior that was kept beside it.
struct Learned {
  Model model;
  std::filesystem::path kept;

  [[nodiscard]] Natural natural(Side side, std::string_view word) const {
    const WordId id = model.id(word);
    const PosteriorFile file(kept, model);
    Natural all;
    const float* packed = file.precision(side, id);
    for (Index i = 0; i < kM; ++i) {
      for (Index j = i; j < kM; ++j) all.P(i, j) = all.P(j, i) = double{*packed++};
    }
    all.r = vector({file.r(side, id), kDimension});
    return all;
  }

  /// What a target's natural parameters have of its prior from features.
  [[nodiscard]] Natural contained_prior(std::string_view word) const {
    const PosteriorFile file(kept, model);
    const WordId id = model.id(word);
    return prior(double{file.prior_precisions()[id]},
                 vector(file.prior_means().subspan(std::size_t{id} * kDimension, kDimension)));
  }
};

struct FormulaCase {
  std::string_view name;
  double gauge = 0;
  bool subwords = false;
  double forget = 0;

  friend void PrintTo(const FormulaCase& formula, std::ostream* out) { *out << formula.name; }
};

class UpdateFormula : public ::testing::TestWithParam<FormulaCase> {
 protected:
  UpdateFormula() {
    TrainingInput input{.texts = {folder_.write("old", tests::planted_groups(120))}};
    input.keep_posterior = old_.kept;
    TrainingOptions options;
    options.subwords = GetParam().subwords ? SubwordOptions{2, 3} : SubwordOptions{};
    options.sampling = {.subsample = 1, .window = 1, .negatives = 3};
    options.inference.dimension = kDimension;
    options.inference.iterations = 4;
    options.inference.burn_in = 2;
    options.inference.negative_groups = 1;
    options.inference.prior_precision = kTau;
    options.inference.context_prior_precision = kTau;
    options.inference.gauge = GetParam().gauge;
    old_.model = train(input, options).model;
  }

  Learned updated(const Learned& before, const std::string& text, const std::string& name) {
    TrainingInput input{.texts = {folder_.write(name, text)}};
    input.base = BaseModel{before.model, "", before.kept};
    Learned after{before.model, folder_ / (name + ".posterior")};
    input.keep_posterior = after.kept;
    TrainingOptions options = update_options(before.model);
    options.inference.iterations = 1;
    options.vocabulary.min_count = 1;
    options.update.forget = GetParam().forget;
    after.model = train(input, options).model;
    return after;
  }

  /// Where a word starts: where it was, or at its spelling, or at a draw from its prior.
  [[nodiscard]] static Density start(const Learned& before, const Model& after, Side side,
                                     std::string_view word) {
    if (before.model.find(word)) return before.natural(side, word).density();
    const std::optional<TargetDensity> guess = before.model.guess(word);
    if (side == Side::target && guess) return {vector(guess->mean), vector(guess->variance)};
    inference::Densities drawn(after.size(), kDimension);
    inference::initialise(drawn, side, TrainingOptions().seed);
    return {vector({drawn.mean(after.id(word)), kDimension}) / std::sqrt(kTau),
            VectorXd::Constant(kM, 1 / kTau)};
  }

  /// What is known of a word before the text, prior included.
  [[nodiscard]] static Natural before_text(const Learned& before, const Learned& after, Side side,
                                           std::string_view word) {
    const bool known = before.model.find(word).has_value(), spelled = GetParam().subwords;
    const double forget = GetParam().forget;
    Natural all;
    if (known) all.add(1 - forget, before.natural(side, word));
    if (!known || forget > 0) {
      all.add(known ? forget : 1, prior(kTau, VectorXd::Zero(kM)));
    }
    if (side == Side::context || !spelled) return all;
    // A prior that was learned anew takes the place of the old one.
    Natural relearned = after.contained_prior(word);
    if (!known) return relearned;
    all.add(-1, before.contained_prior(word));
    all.add(1, relearned);
    return all;
  }

  /// p̃ of all words, by the counts of both texts.
  [[nodiscard]] static std::vector<double> shares(const Model& model) {
    std::vector<double> shares;
    double sum = 0;
    for (WordId id = 0; id < model.size(); ++id) {
      shares.push_back(std::pow(static_cast<double>(model.count(id)), 0.75));
      sum += shares.back();
    }
    for (double& share : shares) share /= sum;
    return shares;
  }

  static void expect_equal(const Natural& is, const Natural& expected, std::string_view word) {
    EXPECT_LT((is.P - expected.P).norm(), 2e-4 * expected.P.norm()) << word;
    EXPECT_LT((is.r - expected.r).norm(), 2e-4 * (1 + expected.r.norm())) << word;
  }

  /// That P and r of these words follow from what was known before and from the text.
  static void expect_formula(const Learned& before, const Learned& after, const std::string& text,
                             const std::vector<std::string>& words) {
    const PairCounts counts = neighbours_in(text);
    const std::vector<double> shares = UpdateFormula::shares(after.model);
    std::map<std::string, double> alphas;
    for (const auto& [pair, count] : counts) alphas[pair.first] += kNegatives * count;
    MatrixXd G = MatrixXd::Zero(kM, kM);
    VectorXd g = VectorXd::Zero(kM);
    for (WordId id = 0; id < after.model.size(); ++id) {
      const Density context = start(before, after.model, Side::context, after.model.word(id));
      G += shares[id] * context.second_moment();
      g += shares[id] * context.mean;
    }
    Natural negatives;  // of all targets, for the contexts
    for (const auto& [word, alpha] : alphas) {
      const Density u = after.natural(Side::target, word).density();
      negatives.add(alpha, {weight(u, G) * u.second_moment(), -0.5 * u.mean});
    }
    for (const std::string& word : words) {
      Natural target = before_text(before, after, Side::target, word);
      Natural context = before_text(before, after, Side::context, word);
      const Density u = start(before, after.model, Side::target, word);
      const Density v = start(before, after.model, Side::context, word);
      for (const auto& [pair, count] : counts) {
        if (pair.first == word) {
          const Density other = start(before, after.model, Side::context, pair.second);
          const MatrixXd moment = other.second_moment();
          target.add(count, {weight(u, moment) * moment, 0.5 * other.mean});
        }
        if (pair.second == word) {
          const Density other = after.natural(Side::target, pair.first).density();
          const MatrixXd moment = other.second_moment();
          context.add(count, {weight(v, moment) * moment, 0.5 * other.mean});
        }
      }
      target.add(alphas[word], {weight(u, G) * G, -0.5 * g});
      context.add(shares[after.model.id(word)], negatives);
      expect_equal(after.natural(Side::target, word), target, word + " as a target");
      expect_equal(after.natural(Side::context, word), context, word + " as a context");
    }
  }

  tests::TemporaryFolder folder_;
  Learned old_{tests::smallest_model(), folder_ / "old.posterior"};
};

INSTANTIATE_TEST_SUITE_P(Kinds, UpdateFormula,
                         ::testing::Values(FormulaCase{.name = "Plain"},
                                           FormulaCase{.name = "InOtherAxes", .gauge = 0.6},
                                           FormulaCase{.name = "Spelled", .subwords = true},
                                           FormulaCase{.name = "Forgetting", .forget = 0.5}),
                         [](const auto& made) { return std::string(made.param.name); });

TEST_P(UpdateFormula, AddsTheNewTextToTheOldPosterior) {
  const Learned once = updated(old_, kText, "once");
  expect_formula(old_, once, kText, {"g0new", "g0w0", "g1w1"});
}

TEST_P(UpdateFormula, CountsThePriorOnceInAChain) {
  const Learned once = updated(old_, kText, "once");
  const std::string text = tests::planted_groups(40) + "g0new g2new g2w0\ng2new g2w1 g2w0\n";
  const Learned twice = updated(once, text, "twice");
  expect_formula(once, twice, text, {"g0new", "g2new", "g0w0", "g2w0", "g3w1"});
}

TEST_P(UpdateFormula, LeavesThePosteriorOfOtherWords) {
  if (GetParam().forget > 0) GTEST_SKIP() << "what is forgotten changes all words";
  const Learned once = updated(old_, kText, "once");
  for (const Side side : {Side::target, Side::context}) {
    const Natural before = old_.natural(side, "g3w3"), after = once.natural(side, "g3w3");
    EXPECT_EQ(before.P, after.P);
    EXPECT_EQ(before.r, after.r);
  }
  if (!GetParam().subwords) return;
  EXPECT_EQ(old_.contained_prior("g3w3").r, once.contained_prior("g3w3").r);
}

/// Otherwise each update would move all words a little in the same direction.
TEST_P(UpdateFormula, HoldsTheMeanOfPriorsFromSpelling) {
  if (!GetParam().subwords) GTEST_SKIP() << "without features all priors have mean 0";
  const Learned after = updated(old_, tests::planted_groups(300), "all");
  VectorXd moved = VectorXd::Zero(kM), lengths = VectorXd::Zero(kM);
  for (WordId id = 0; id < old_.model.size(); ++id) {
    const std::string_view word = old_.model.word(id);
    const Natural before = old_.contained_prior(word), now = after.contained_prior(word);
    const VectorXd change = now.r / now.P(0, 0) - before.r / before.P(0, 0);
    moved += change;
    lengths += change.cwiseAbs();
  }
  EXPECT_GT(lengths.norm(), 1e-3);
  EXPECT_LT(moved.norm(), 1e-3 * lengths.norm());
}

TEST_P(UpdateFormula, AddsCounts) {
  const Learned once = updated(old_, kText, "once");
  EXPECT_EQ(once.model.size(), old_.model.size() + 1);
  EXPECT_EQ(once.model.count(once.model.id("g0new")), 3U);
  EXPECT_EQ(once.model.count(once.model.id("g0w0")), old_.model.count(old_.model.id("g0w0")) + 3);
  EXPECT_EQ(once.model.count(once.model.id("g3w3")), old_.model.count(old_.model.id("g3w3")));
}

}  // namespace
}  // namespace bsg
