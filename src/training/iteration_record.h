#pragma once

#include <cstdint>

#include "bsg/model.h"
#include "inference/half_update.h"
#include "sampling/data_set.h"

namespace bsg::training {

/// What an iteration of Figure 1 did, with β = `step`.
IterationRecord make_record(std::uint32_t iteration, double step, const sampling::PairTotals& data,
                            const inference::UpdateSummary& target,
                            const inference::UpdateSummary& context);

}  // namespace bsg::training
