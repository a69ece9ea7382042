#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "inference/term.h"

namespace bsg::inference {

/// What is known of the words of one side before their pairs: N(m_i, Λ_i⁻¹), which adds the natural
/// parameters (Λ_i, Λ_i m_i) to (P_i, r_i). A value; copies share what is large.
class Prior final : public Term {
 public:
  /// N(0, τ⁻¹I) for every word: the paper's.
  static Prior isotropic(double precision) { return Prior(Isotropic{precision}); }

  /// N(m_i, τ_i⁻¹I), with a mean and a precision for each word, as natural parameters: τ_i, l
  /// floats, and τ_i m_i, l × m floats, row-major. τ is what all words have in common.
  static Prior natural(double precision, std::shared_ptr<const std::vector<float>> precisions,
                       std::shared_ptr<const std::vector<float>> r) {
    return Prior(Natural{precision, std::move(precisions), std::move(r)});
  }

  /// Whatever the term adds: an old posterior, say. τ is what words without one have.
  static Prior of(std::shared_ptr<const Term> term, double precision = 0) {
    return Prior(Given{std::move(term), precision});
  }

  void add(std::uint32_t word, const WordSums& sums,
           kernels::AlignedBuffer& workspace) const override;

  /// τ.
  [[nodiscard]] double precision() const;

 private:
  struct Isotropic {
    double precision;
  };
  struct Natural {
    double precision;
    std::shared_ptr<const std::vector<float>> precisions;
    std::shared_ptr<const std::vector<float>> r;
  };
  struct Given {
    std::shared_ptr<const Term> term;
    double precision;
  };
  using Kind = std::variant<Isotropic, Natural, Given>;

  explicit Prior(Kind kind) : kind_(std::move(kind)) {}

  Kind kind_;
};

}  // namespace bsg::inference
