#pragma once

#include <vector>

#include "bsg/advice.h"
#include "bsg/model.h"
#include "bsg/options.h"
#include "bsg/train.h"

namespace bsg::training {

/// What a person should hear of after this training, notes first.
[[nodiscard]] std::vector<Advice> advise(const Model& model, const TrainingInput& input,
                                         const TrainingReport& report,
                                         const TrainingOptions& options);

}  // namespace bsg::training
