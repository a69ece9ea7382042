#pragma once

#include <optional>

#include "bsg/model.h"
#include "inference/gauge.h"
#include "training/update_start.h"

namespace bsg::training {

/// What an updated model has beside the words of the update and their densities: the axes, the
/// features, and the words that no text has. `gauge` are the update's axes as UpdateStart::axes has
/// them, or the new ones.
void complete_update(ModelData& data, const UpdateStart& start,
                     const std::optional<inference::Gauge>& gauge);

}  // namespace bsg::training
