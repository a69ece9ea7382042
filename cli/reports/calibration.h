#pragma once

#include <string>

#include "bsg/model.h"

namespace bsg::cli {

/// "+- times 0.55 at a count of 34, 0.81 at 305, 0.76 at 7,615"; empty if nothing was measured.
std::string calibration_text(const Model& model);

}  // namespace bsg::cli
