#pragma once

#include <span>
#include <string>
#include <vector>

#include "bsg/model.h"

namespace bsg::model {

/// A JSON array of objects, numbers in the shortest form that reads back the same.
/// REQUIRES: numbers are finite.
std::string to_text(std::span<const IterationRecord> iterations);

/// Reads what to_text() writes. Throws tensors::FormatError.
std::vector<IterationRecord> iterations_from_text(const std::string& text);

}  // namespace bsg::model
