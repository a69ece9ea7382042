#pragma once

#include <optional>

#include "bsg/model.h"
#include "bsg/options.h"
#include "bsg/train.h"
#include "gibbs/kept_draws.h"
#include "posterior/posterior_file.h"
#include "training/prepare_text.h"
#include "training/run.h"

namespace bsg::training {

struct Learned {
  ModelData model;
  std::optional<posterior::LearnedPosterior> posterior;  ///< if it is to be kept
  std::optional<gibbs::KeptDraws> draws;                 ///< of Method::gibbs, likewise
};

/// Steps 2 to 5 of Figure 1 on an encoded text; where a model is updated, from its posterior on.
/// Runs on the threads of the current oneTBB arena; the result does not depend on their number. The
/// run's report holds the plan of its memory. Throws FileError, ModelError, NumericalError or
/// Interrupted.
Learned learn(const PreparedText& prepared, const TrainingInput& input,
              const TrainingOptions& options, Run& run);

}  // namespace bsg::training
