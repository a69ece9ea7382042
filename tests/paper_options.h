#pragma once

#include "bsg/options.h"

namespace bsg::tests {

/// Recipe::paper's: for tests of what the paper describes, whatever else is the default.
inline TrainingOptions paper_options() {
  TrainingOptions options;
  set_option(options, "recipe", "paper");
  return options;
}

}  // namespace bsg::tests
