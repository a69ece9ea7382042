#pragma once

#include <span>
#include <string>
#include <vector>

#include "bsg/model.h"

namespace bsg::model {

/// A JSON array of objects, numbers in the shortest form that reads back the same.
/// REQUIRES: numbers are finite.
std::string to_text(std::span<const CalibrationPoint> calibration);

/// Reads what to_text() writes. Throws tensors::FormatError.
std::vector<CalibrationPoint> calibration_from_text(const std::string& text);

}  // namespace bsg::model
