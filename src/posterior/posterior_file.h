#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "bsg/model.h"
#include "files/output_file.h"
#include "inference/gauge.h"
#include "inference/natural_parameters.h"
#include "inference/word_priors.h"
#include "tensors/tensor_file.h"

/// What a training knows of its words beyond the model: the natural parameters P and r of both
/// sides, prior included. A safetensors file of F32 matrices, l being the words that were learned,
/// the first ones of the model:
///   target.precision, context.precision    l × m (m + 1) / 2, packed upper triangles of P
///   target.r, context.r                    l × m
///   target.prior_precision, target.prior_mean    l, l × m: of targets with features, the prior
///                                          N(m_i, τ_i⁻¹I) that P and r contain
///   target.axes, context.axes              m × m: B and B⁻ᵀ, where densities P⁻¹ r are in other
///                                          axes than the model's: u of the model is B u of the
///                                          file, v of the model B⁻ᵀ v
/// with the metadata
///   bsg.posterior    version of this layout, a decimal number
///   model            model_checksum() of the model it belongs to
///   checksum.TENSOR, checksum.header    as in every file of tensors/write_tensors.h

namespace bsg::posterior {

inline constexpr tensors::FileKind kPosteriorFile{
    .name = "posterior", .format_key = "bsg.posterior", .newest_format = 1};

/// Of words, counts and densities, whatever file they lie in: 16 hexadecimal digits.
std::string model_checksum(const Model& model);

/// What write_posterior() writes.
struct LearnedPosterior {
  inference::NaturalParameters targets;
  inference::NaturalParameters contexts;
  std::size_t words = 0;                   ///< of them
  std::optional<inference::Gauge> axes{};  ///< from theirs to the model's, if they differ
  /// Priors of targets from their features, which P and r contain.
  std::optional<inference::WordPriors> target_priors{};
};

/// In a stream; whoever opened the file commits it. REQUIRES: both sides have their precision.
/// Throws FileError.
void write_posterior(files::OutputFile& file, const Model& model,
                     const LearnedPosterior& posterior);

/// Mapped: rows are read from the disk as they are needed.
class PosteriorFile {
 public:
  /// Verifies structure and checksums. Throws FileError; ModelError if it is damaged, no posterior,
  /// of a newer format, or not the one that was kept with the model.
  PosteriorFile(const std::filesystem::path& path, const Model& model);

  [[nodiscard]] std::size_t words() const { return words_; }
  /// REQUIRES: word < words().
  [[nodiscard]] const float* precision(Side side, WordId word) const {
    return of(side).precision.data() + std::size_t{word} * packed_;
  }
  [[nodiscard]] const float* r(Side side, WordId word) const {
    return of(side).r.data() + std::size_t{word} * dimension_;
  }
  /// B and B⁻ᵀ; none where the posterior is in the model's axes.
  [[nodiscard]] const std::optional<inference::Gauge>& axes() const { return axes_; }
  /// τ_i, and m_i row by row, of the targets' priors; empty where they have no features.
  [[nodiscard]] std::span<const float> prior_precisions() const { return prior_precisions_; }
  [[nodiscard]] std::span<const float> prior_means() const { return prior_means_; }

  /// Rows that were read need not stay in memory.
  void give_back() const noexcept { file_.give_back(); }

 private:
  struct Rows {
    std::span<const float> precision, r;
  };

  [[nodiscard]] const Rows& of(Side side) const { return side == Side::target ? u_ : v_; }
  Rows take_side(const std::string& name);

  tensors::TensorFile file_;
  std::size_t dimension_;
  std::size_t packed_;
  std::size_t words_;
  Rows u_, v_;
  std::span<const float> prior_precisions_, prior_means_;
  std::optional<inference::Gauge> axes_;
};

}  // namespace bsg::posterior
