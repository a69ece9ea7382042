#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/feature_matrix.h"
#include "inference/densities.h"
#include "inference/prior.h"
#include "inference/ridge_regression.h"
#include "inference/word_priors.h"

namespace bsg::inference {

/// The prior of targets that share features: u_i ~ N(m_i, τ_i⁻¹I) with m_i = Σ_g a_ig w_g,
/// w_g ~ N(0, τ_w⁻¹I), τ_w = kτ, and τ_i ~ Gamma(ν/2, ν/2τ), whose mean is τ: words that their
/// features mislead may lie far from m_i, and teach w less. Given q(u) and the τ_i, w is a ridge
/// regression of the targets' means with the weights τ_i / τ; the τ_i have a closed form given w;
/// given both, u has a prior with a mean for each word. What the words had before is kept, since
/// natural parameters that are blended with contain it.
class FeaturePrior {
 public:
  /// Before anything is known: w = 0, τ_i = τ. The matrix must outlive this.
  FeaturePrior(const features::FeatureMatrix& matrix, std::size_t dimension, double precision);

  /// What an earlier training knew: w, features × m; the priors that the words' natural parameters
  /// contain; τ.
  void start_from(std::vector<float> weights, WordPriors words, double precision);

  /// Adds a vector to the m_i of all words.
  void move_means(std::span<const double> by);
  /// τ_i.
  [[nodiscard]] double precision(std::size_t word) const { return precisions_[word]; }
  /// m_i.
  [[nodiscard]] std::span<const float> mean(std::size_t word) const {
    return std::span(means_).subspan(word * dimension_, dimension_);
  }

  /// w, τ and the τ_i anew from the targets' densities: some steps of the regression from where it
  /// stood, then with S_i = ‖μ_i − m_i‖² + tr Σ_i
  ///   τ = m (l − h Σ g_i²) / Σ S_i,   τ_i = (ν + m) / (S_i + (ν + m h g_i²) / τ).
  /// h is the mean leverage, the regression's degrees of freedom over l: m_i has about the variance
  /// h/τ. g_i = 1 − τ_i tr Σ_i / m is the share of u_i that pairs have decided. The rest of u_i
  /// goes wherever m_i is, so that only g_i of m_i's uncertainty stands between the two.
  void learn(const Densities& u);

  /// The prior for an iteration with step β that blends with natural parameters which contain the
  /// prior of the iteration before: what is added brings the blend to (τ_i, τ_i m_i) as if they had
  /// been there always, τ_i + (1 − β)/β (τ_i − τ_i of before), and alike for τ_i m_i.
  [[nodiscard]] Prior blended(double step) const;

  /// After the last iteration: w from the densities that it left.
  void finish(const Densities& u);

  /// The priors that natural parameters contain after an iteration.
  [[nodiscard]] WordPriors word_priors() const { return {precisions_, means_}; }

  /// w: features × m.
  [[nodiscard]] const std::vector<float>& weights() const { return weights_; }
  /// Of each w_g, the same in every dimension: RidgeRegression::variances() / τ, which leaves out
  /// how the w_g of a word's features vary against each other, times what makes Σ_g a_ig² var(w_g)
  /// right for the average word, h/τ.
  [[nodiscard]] std::vector<float> weight_variances() const;
  /// Of a w_g that is not among the features, whose mean is 0: τ_w⁻¹.
  [[nodiscard]] double unknown_weight_variance() const;
  /// Of a word around Σ_g a_ig w_g, its features outside the matrix included: τ⁻¹ less what those
  /// of the average word make of it.
  [[nodiscard]] double word_variance() const;

  /// What a checkpoint keeps, to be filled from it. restored() makes the rest of it: means are
  /// those of w, unless there is an iteration no more, and they were filled, too.
  [[nodiscard]] float* weight_row(std::size_t feature) { return &weights_[feature * dimension_]; }
  [[nodiscard]] float* word_precision(std::size_t word) { return &precisions_[word]; }
  [[nodiscard]] float* word_mean(std::size_t word) { return &means_[word * dimension_]; }
  void restored(double precision, bool finished);

  [[nodiscard]] std::size_t features() const { return weights_.size() / dimension_; }

  /// Bytes that it takes at the most, beside the matrix.
  static std::uint64_t bytes(std::size_t words, std::size_t features, std::size_t dimension);

 private:
  /// What learn() needs to know of a word.
  struct Distance {
    double from_mean;  ///< S_i
    double seen;       ///< g_i²
  };

  /// The regression's weights: τ_i / τ.
  void weigh_words();
  /// w a few steps better.
  void regress(const Densities& u, int steps);
  [[nodiscard]] std::vector<Distance> distances(const Densities& u) const;

  RidgeRegression regression_;
  std::size_t dimension_;
  double leverage_;           ///< h
  double diagonal_leverage_;  ///< Σ_g a_ig² / (Σ_i a_ig² + k), on average over the words
  double left_out_;           ///< FeatureMatrix::left_out()
  double precision_;
  std::vector<float> weights_;
  std::vector<float> means_, means_before_;            ///< words × m
  std::vector<float> precisions_, precisions_before_;  ///< τ_i
};

}  // namespace bsg::inference
