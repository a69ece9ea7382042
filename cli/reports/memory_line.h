#pragma once

#include <string>

#include "bsg/memory_plan.h"

namespace bsg::cli {

/// What a training will need and where, in one line.
std::string memory_line(const MemoryPlan& plan);

}  // namespace bsg::cli
