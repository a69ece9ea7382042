#pragma once

#include <utility>

#include "bsg/model.h"

namespace bsg::tests {

/// One word in one dimension: what a variable holds until there is a model.
inline Model smallest_model() {
  ModelData data;
  data.dimension = 1;
  data.words = {"-"};
  data.counts = {1};
  data.target_mean = data.target_variance = data.context_mean = data.context_variance = {1};
  return Model(std::move(data));
}

}  // namespace bsg::tests
