#pragma once

#include <cstdint>
#include <vector>

#include "bsg/model.h"
#include "files/output_file.h"
#include "inference/densities.h"
#include "tensors/tensor_file.h"

/// Draws of both sides, for functions of the posterior that means and variances do not tell. They
/// are kept as a safetensors file of F32 tensors,
///   u, v    draws × l × m; row i of a draw is word i of the model
/// with the metadata
///   bsg.draws    version of this layout, a decimal number
///   model        posterior::model_checksum() of the model that was made of the same chain
///   checksum.TENSOR, checksum.header    as in every file of tensors/write_tensors.h

namespace bsg::gibbs {

inline constexpr tensors::FileKind kDrawsFile{
    .name = "file of draws", .format_key = "bsg.draws", .newest_format = 1};

class KeptDraws {
 public:
  /// Room for so many draws is taken at once.
  KeptDraws(std::size_t words, std::size_t dimension, std::uint32_t most);

  void add(const inference::Densities& u, const inference::Densities& v);

  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::size_t dimension() const { return dimension_; }
  /// A word of a draw, m floats. REQUIRES: draw < size().
  [[nodiscard]] float* row(Side side, std::uint32_t draw, std::uint32_t word) {
    return of(side).data() + (std::size_t{draw} * words_ + word) * dimension_;
  }
  /// All of a side, size() × l × m.
  [[nodiscard]] std::span<const float> all(Side side) const {
    return side == Side::target ? u_ : v_;
  }

  /// For a checkpoint to fill: so many draws of zeros.
  void resize(std::uint32_t size);

 private:
  std::vector<float>& of(Side side) { return side == Side::target ? u_ : v_; }

  std::size_t words_;
  std::size_t dimension_;
  std::uint32_t size_ = 0;
  std::vector<float> u_, v_;
};

/// Whoever opened the file commits it. REQUIRES: there is a draw. Throws FileError.
void write_draws(files::OutputFile& file, const Model& model, const KeptDraws& draws);

}  // namespace bsg::gibbs
