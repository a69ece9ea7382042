#pragma once

#include <map>
#include <string>

#include "bsg/options.h"

namespace bsg::options {

/// Files beside the texts that decide the result.
struct GivenFiles {
  bool vocabulary = false;
  bool features = false;
  bool base = false;
};

/// Every option that affects the result and has a value, by name, as a model records them; with a
/// given vocabulary, "vocabulary" instead of what chooses one; with given features, "features";
/// where a model is updated, the options of updates.
std::map<std::string, std::string> recorded_options(const TrainingOptions& options,
                                                    GivenFiles given);

}  // namespace bsg::options
