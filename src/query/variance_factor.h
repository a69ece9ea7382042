#pragma once

#include <optional>

#include "bsg/model.h"

namespace bsg::query {

/// What a word's variances on one side are multiplied by to say how much its mean would scatter
/// from one text to another. Without an id, of a density that is no word of the model: a guess, or
/// one that was inferred, which no calibration has measured.
inline double variance_factor(const Model& model, Side side, std::optional<WordId> id) {
  if (!id) return 1;
  const double factor = model.deviation_factor(side, model.count(*id));
  return factor * factor;
}

}  // namespace bsg::query
