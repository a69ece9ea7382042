#pragma once

#include "bsg/options.h"

namespace bsg::options {

/// The options as the steps of training take them: those that belong to other methods are what this
/// one needs them to be, whatever the recipe says. Method::gibbs draws from the posterior of one
/// data set given a prior that stays: negatives are drawn, ξ is the score itself, no iteration
/// blends with the one before it, and neither the prior nor the axes are learned.
TrainingOptions method_settings(TrainingOptions options);

}  // namespace bsg::options
