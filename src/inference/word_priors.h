#pragma once

#include <vector>

namespace bsg::inference {

/// N(m_i, τ_i⁻¹I) for each word of one side.
struct WordPriors {
  std::vector<float> precisions;  ///< τ_i, words
  std::vector<float> means;       ///< m_i, words × m, row-major
};

}  // namespace bsg::inference
