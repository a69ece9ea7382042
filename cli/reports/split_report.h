#pragma once

#include <string>

#include "bsg/split.h"

namespace bsg::cli {

/// What went into which file.
std::string split_text(const BasketSplit& split, const std::string& train, const std::string& test);

}  // namespace bsg::cli
