#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "posterior/posterior_file.h"
#include "training/planted_groups.h"

/// One iteration of an update against (14) in double, with the old posterior in place of the prior.

namespace bsg {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::size_t kDimension = 3;
constexpr auto kM = static_cast<Index>(kDimension);
constexpr double kTau = 2, kNegatives = 3;
constexpr const char* kText = "g0w0 g0w1 novel g0w2\nnovel g0w1 g0w0\ng1w0 novel g0w0 g1w1\n";

VectorXd vector(std::span<const float> values) {
  return Eigen::Map<const Eigen::VectorXf>(values.data(), kM).cast<double>();
}

struct Density {
  VectorXd mean, variance;
};

MatrixXd second_moment(const Density& one) {
  return MatrixXd(one.variance.asDiagonal()) + one.mean * one.mean.transpose();
}

double lambda(double xi) {
  return std::tanh(xi / 2) / (4 * xi);
}

/// √E[(uᵀv)²], given E[vvᵀ].
double xi(const Density& u, const MatrixXd& moment) {
  return std::sqrt(u.variance.dot(moment.diagonal()) + u.mean.dot(moment * u.mean));
}

/// Directed pairs of neighbours: a window of one.
std::map<std::pair<std::string, std::string>, double> neighbours_in(const std::string& text) {
  std::map<std::pair<std::string, std::string>, double> counts;
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

class UpdateFormula : public ::testing::Test {
 protected:
  UpdateFormula() {
    TrainingInput input{.texts = {folder_.write("old", tests::planted_groups(120))}};
    input.keep_posterior = folder_ / "old.posterior";
    TrainingOptions options;
    options.subwords = SubwordOptions{};
    options.sampling = {.subsample = 1, .window = 1, .negatives = 3};
    options.inference.dimension = kDimension;
    options.inference.iterations = 4;
    options.inference.burn_in = 2;
    options.inference.negative_groups = 1;
    options.inference.prior_precision = kTau;
    options.inference.context_prior_precision = kTau;
    options.inference.gauge = 0;
    old_ = train(input, options).model;

    input = {.texts = {folder_.write("new", kText)}};
    input.base = BaseModel{old_, "", folder_ / "old.posterior"};
    input.keep_posterior = folder_ / "new.posterior";
    options = update_options(old_);
    options.inference.iterations = 1;
    options.vocabulary.min_count = 1;
    updated_ = train(input, options).model;
  }

  [[nodiscard]] Density before(const std::string& word, Side side) const {
    const std::optional<WordId> id = old_.find(word);
    if (!id) return {VectorXd::Zero(kM), VectorXd::Constant(kM, 1 / kTau)};
    return {vector(old_.mean(side, *id)), vector(old_.variance(side, *id))};
  }

  /// P and r of the target of a word in a kept posterior.
  [[nodiscard]] std::pair<MatrixXd, VectorXd> natural(const char* file, const Model& model,
                                                      const std::string& word) const {
    const std::optional<WordId> id = model.find(word);
    if (!id) return {kTau * MatrixXd::Identity(kM, kM), VectorXd::Zero(kM)};
    const posterior::PosteriorFile kept(folder_ / file, model);
    MatrixXd P(kM, kM);
    const float* packed = kept.precision(Side::target, *id);
    for (Index i = 0; i < kM; ++i) {
      for (Index j = i; j < kM; ++j) P(i, j) = P(j, i) = double{*packed++};
    }
    return {P, vector({kept.r(Side::target, *id), kDimension})};
  }

  /// p̃ of all words, by the counts of both texts.
  [[nodiscard]] std::vector<double> shares() const {
    std::vector<double> shares;
    double sum = 0;
    for (WordId id = 0; id < updated_.size(); ++id) {
      shares.push_back(std::pow(static_cast<double>(updated_.count(id)), 0.75));
      sum += shares.back();
    }
    for (double& share : shares) share /= sum;
    return shares;
  }

  tests::TemporaryFolder folder_;
  Model old_ = tests::smallest_model();
  Model updated_ = old_;
};

TEST_F(UpdateFormula, AddsTheNewTextToTheOldPosterior) {
  const auto counts = neighbours_in(kText);
  const std::vector<double> shares = this->shares();
  MatrixXd G = MatrixXd::Zero(kM, kM);
  VectorXd g = VectorXd::Zero(kM);
  for (WordId id = 0; id < updated_.size(); ++id) {
    const Density context = before(std::string(updated_.word(id)), Side::context);
    G += shares[id] * second_moment(context);
    g += shares[id] * context.mean;
  }
  for (const std::string word : {"novel", "g0w0", "g1w1"}) {
    auto [P, r] = natural("old.posterior", old_, word);
    const Density target = before(word, Side::target);
    double pairs = 0;
    for (const auto& [pair, count] : counts) {
      if (pair.first != word) continue;
      const Density context = before(pair.second, Side::context);
      const MatrixXd moment = second_moment(context);
      P += 2 * lambda(xi(target, moment)) * count * moment;
      r += 0.5 * count * context.mean;
      pairs += count;
    }
    const double alpha = kNegatives * pairs;
    P += 2 * lambda(xi(target, G)) * alpha * G;
    r -= 0.5 * alpha * g;
    const auto [P_new, r_new] = natural("new.posterior", updated_, word);
    EXPECT_LT((P_new - P).norm(), 1e-4 * P.norm()) << word;
    EXPECT_LT((r_new - r).norm(), 1e-4 * (1 + r.norm())) << word;
  }
}

TEST_F(UpdateFormula, LeavesThePosteriorOfOtherWords) {
  const auto [P, r] = natural("old.posterior", old_, "g3w3");
  const auto [P_new, r_new] = natural("new.posterior", updated_, "g3w3");
  EXPECT_EQ(P, P_new);
  EXPECT_EQ(r, r_new);
}

TEST_F(UpdateFormula, AddsCounts) {
  EXPECT_EQ(updated_.size(), old_.size() + 1);
  EXPECT_EQ(updated_.count(updated_.id("novel")), 3U);
  EXPECT_EQ(updated_.count(updated_.id("g0w0")), old_.count(old_.id("g0w0")) + 3);
  EXPECT_EQ(updated_.count(updated_.id("g3w3")), old_.count(old_.id("g3w3")));
}

}  // namespace
}  // namespace bsg
