#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "bsg/model.h"

namespace bsg::tests {

struct ModelCase {
  std::size_t words = 60;
  std::size_t dimension = 7;
  std::string xi = "exact";
  std::string exclude_positives = "no";
  std::uint32_t groups = 5;
  bool axes = true;       ///< in others than those of training
  bool spelling = false;  ///< with n-grams that names of words to infer have
  bool sets = false;
};

/// Words w0, w1, … with random densities, and the options that such a model would record. The last
/// word has no context: it was never in a text.
ModelData random_model(const ModelCase& c, std::uint64_t seed = 1);

}  // namespace bsg::tests
