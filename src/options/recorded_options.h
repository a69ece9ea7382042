#pragma once

#include <map>
#include <string>

#include "bsg/options.h"

namespace bsg::options {

/// Every option that affects the result, by name, as a model records them; with a given vocabulary,
/// "vocabulary" instead of what chooses one.
std::map<std::string, std::string> recorded_options(const TrainingOptions& options,
                                                    bool vocabulary_given);

}  // namespace bsg::options
