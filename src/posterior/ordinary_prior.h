#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "bsg/model.h"
#include "inference/gauge.h"
#include "inference/term.h"

namespace bsg::posterior {

/// The prior that a model's words have before any text, N(m_i, τ_i⁻¹ I) in the axes of training: in
/// the model's axes N(A m_i, τ_i⁻¹ A Aᵀ), and in those of an update, B from the model's, N(m'_i,
/// (τ_i M)⁻¹) with M = (A⁻¹B)ᵀ A⁻¹B and m'_i = B⁻¹ A m_i; for contexts A⁻ᵀ and B⁻ᵀ stand for A and
/// B.
class OrdinaryPrior {
 public:
  /// Of one side of a model, for so many words of an update in axes that `axes` brings to the
  /// model's. Every word starts as one of which nothing is
  /// known: N(0, (τM)⁻¹), and where features have a say in the mean, as wide as theirs is, too.
  OrdinaryPrior(const Model& model, Side side, const std::optional<inference::Gauge>& axes,
                std::size_t words);

  /// τ of words of which nothing is known, for those that resize() adds.
  void set_unknown_precision(double precision) { unknown_precision_ = precision; }
  /// For so many words instead; those added start as every word does.
  void resize(std::size_t words);

  /// A word's prior as the model guesses it from its spelling, if it can.
  void guess(const Model& model, std::uint32_t word, std::string_view name);
  /// A word's prior that the model has as its density, since no text taught it: of items that are
  /// known by their tags alone.
  void take(const Model& model, std::uint32_t word, WordId id);
  /// A word's prior around this mean, in the model's axes, as wide as it is.
  void centre(std::uint32_t word, std::span<const float> mean);

  /// Adds weight · (τ_i M, τ_i M m'_i). Thread-safe.
  void add(std::uint32_t word, float weight, const inference::WordSums& sums) const;

  /// τ_i.
  [[nodiscard]] float precision(std::uint32_t word) const { return precisions_[word]; }
  /// τ_i M m'_i; nothing where it is 0.
  [[nodiscard]] std::span<const float> r(std::uint32_t word) const;

  /// τ of words without one of their own.
  [[nodiscard]] double precision() const { return precision_; }

 private:
  void set(std::uint32_t word, std::span<const float> mean, double variance);

  std::size_t dimension_;
  double precision_;
  double unknown_precision_;           ///< of words of which nothing is known
  double stretch_;                     ///< of the first axis: what A makes of a variance that was 1
  std::vector<float> back_;            ///< B⁻¹, m × m; empty for the identity
  std::vector<float> packed_;          ///< M, its packed upper triangle; empty for the identity
  std::vector<float> precisions_;      ///< τ_i, by word
  std::vector<std::uint32_t> places_;  ///< by word, of a row of r_; kNone for a mean of 0
  std::vector<float> r_;               ///< τ_i M m'_i
};

/// τ of the model's targets or contexts at the end of its training. Throws ModelError if the model
/// does not tell.
double prior_precision_of(const Model& model, Side side);

}  // namespace bsg::posterior
