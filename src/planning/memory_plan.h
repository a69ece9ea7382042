#pragma once

#include <cstdint>
#include <string>

#include "bsg/memory_plan.h"
#include "bsg/model.h"
#include "bsg/options.h"
#include "bsg/wording.h"
#include "files/scratch_array.h"
#include "planning/memory_need.h"

namespace bsg::planning {

/// The folder of checkpoints (empty if there are none), and what it holds already.
struct CheckpointRoom {
  std::string folder{};
  std::uint64_t held = 0;
};

/// Which parts of a need stay in memory, so that the sum keeps within the budget: the precisions
/// first, whose pages are written in every iteration, then the text, which is only read.
/// `text_is_in_file`: it is there already, and stays. Throws ResourceError if what must
/// be in memory exceeds the budget, or if the scratch folder has no room for the rest or that of
/// the checkpoints none for two of them, and FileError if one cannot be used.
MemoryPlan plan_memory(const MemoryNeed& need, const MemoryOptions& options,
                       bool text_is_in_file = false, const CheckpointRoom& checkpoints = {});

/// What to say when memory could not be had although the plan (empty: none was made yet) fits.
[[nodiscard]] Wording describe_shortage(const MemoryPlan& plan);

/// Where each part goes, by a plan.
[[nodiscard]] files::ScratchRule place_of_text(const MemoryPlan& plan, bool size_is_known);
[[nodiscard]] bool text_goes_to_file(const MemoryPlan& plan);
[[nodiscard]] files::ScratchPlace place_of_precision(const MemoryPlan& plan, Side side);

}  // namespace bsg::planning
