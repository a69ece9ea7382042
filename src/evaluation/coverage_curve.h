#pragma once

#include <optional>
#include <vector>

#include "bsg/evaluate.h"

namespace bsg::evaluation {

/// An answer to a question whose solution is known.
struct JudgedAnswer {
  double confidence = 0;
  bool right = false;
};

/// Not set without answers. A coverage that falls between two numbers of answers is interpolated.
std::optional<CoverageCurve> coverage_curve(std::vector<JudgedAnswer> answers);

}  // namespace bsg::evaluation
