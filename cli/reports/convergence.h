#pragma once

#include <string>
#include <string_view>

#include "bsg/model.h"

namespace bsg::cli {

/// The number of an iteration that tells how far training has come.
struct Convergence {
  std::string_view name;        ///< "relative change", or "mean loss" of skip-gram
  std::string_view short_name;  ///< its last word
  double value;
};

Convergence convergence_of(const IterationRecord& record);

/// "relative change 0.01234".
std::string convergence_text(const IterationRecord& record);

}  // namespace bsg::cli
