#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bsg/model.h"
#include "bsg/query.h"
#include "query/density.h"
#include "query/ranking.h"

namespace bsg::query {

/// What a question is scanned against: every word's density as floats, row-major, in the model's
/// own memory where the representation is one of its sides. Not copyable, since views may point
/// inside.
class AnswerRows {
 public:
  /// With variances if the measure or the rank needs them, and with inverse lengths if the measure
  /// does. The model must outlive this.
  AnswerRows(const Model& model, Representation representation, const Ranking& ranking);
  AnswerRows(const AnswerRows&) = delete;
  AnswerRows& operator=(const AnswerRows&) = delete;

  [[nodiscard]] std::size_t size() const { return means_.size() / dimension_; }
  [[nodiscard]] std::size_t dimension() const { return dimension_; }
  [[nodiscard]] const float* mean(std::size_t id) const { return &means_[id * dimension_]; }
  /// Null if there are none.
  [[nodiscard]] const float* variance(std::size_t id) const {
    return variances_.empty() ? nullptr : &variances_[id * dimension_];
  }
  /// 1/‖μ‖ of this word and those behind it, or 1/sqrt(E‖·‖²) if the rank is by the expected
  /// cosine; 0 for a length of zero. Null if there are none.
  [[nodiscard]] const float* inverse_lengths(std::size_t id) const {
    return inverse_lengths_.empty() ? nullptr : &inverse_lengths_[id];
  }

  /// In double, into the memory of a density of the rows' dimension.
  void load(WordId id, Density& density) const {
    load_density(model_, representation_, Role::answer, id, density);
  }

 private:
  const Model& model_;
  Representation representation_;
  Side side_;  ///< of a representation of one side
  std::size_t dimension_;
  std::vector<float> made_means_, made_variances_, inverse_lengths_;
  std::span<const float> means_, variances_;
};

}  // namespace bsg::query
