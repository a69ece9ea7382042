#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "bsg/model.h"
#include "inference/gauge.h"
#include "inference/term.h"

namespace bsg::posterior {

/// What a model has learned of its words, as natural parameters: the prior of an update. Immutable.
class OldPosterior {
 public:
  virtual ~OldPosterior() = default;

  /// How many words of the model it knows: the first ones.
  [[nodiscard]] virtual std::size_t words() const = 0;

  /// B and B⁻ᵀ, which bring its axes to the model's; none where it is in the model's axes.
  [[nodiscard]] virtual const std::optional<inference::Gauge>& axes() const = 0;

  /// τ_i, and m_i row by row, of the priors from features that the targets' (P, r) contain; empty
  /// where there are none, or they are not known.
  [[nodiscard]] virtual std::span<const float> prior_precisions() const { return {}; }
  [[nodiscard]] virtual std::span<const float> prior_means() const { return {}; }

  /// Adds weight · (P, r). Thread-safe. REQUIRES: word < words().
  virtual void add(Side side, WordId word, float weight, const inference::WordSums& sums) const = 0;
};

/// Of a kept posterior, which is read from its file row by row.
inline constexpr std::uint64_t kMostBytesInMemory = std::uint64_t{64} << 20;

/// The full natural parameters that were kept beside the model. Throws as PosteriorFile does.
std::shared_ptr<const OldPosterior> kept_posterior(const std::filesystem::path& path,
                                                   const Model& model);

/// What the model itself tells: P = diag(1/σ²) and r = P μ, in the model's axes. How the dimensions
/// of a word vary together is lost. REQUIRES: the model has variances and contexts.
std::shared_ptr<const OldPosterior> diagonal_posterior(Model model);

}  // namespace bsg::posterior
