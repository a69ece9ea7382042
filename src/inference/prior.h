#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "inference/natural_parameters.h"
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

  /// An old posterior: (Λ_i, Λ_i m_i) are its P and r. REQUIRES: it has its precision, and all
  /// words that will be asked for.
  static Prior posterior(std::shared_ptr<const NaturalParameters> old) {
    return Prior(Posterior{std::move(old)});
  }

  void add(std::uint32_t word, const WordSums& sums,
           kernels::AlignedBuffer& workspace) const override;

  /// τ, or 0 for an old posterior, which has none.
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
  struct Posterior {
    std::shared_ptr<const NaturalParameters> old;
  };
  using Kind = std::variant<Isotropic, Natural, Posterior>;

  explicit Prior(Kind kind) : kind_(std::move(kind)) {}

  static void add_to(const WordSums& sums, std::uint32_t word, const Isotropic& kind);
  static void add_to(const WordSums& sums, std::uint32_t word, const Natural& kind);
  static void add_to(const WordSums& sums, std::uint32_t word, const Posterior& kind);

  Kind kind_;
};

}  // namespace bsg::inference
