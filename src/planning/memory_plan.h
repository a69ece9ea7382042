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

/// Where files beside the model go.
struct DiskRoom {
  std::string checkpoints{};           ///< their folder; empty if there are none
  std::uint64_t checkpoints_held = 0;  ///< bytes that it holds already
  std::string posterior{};             ///< the folder of the one that is kept; empty if none is
};

/// Which parts of a need stay in memory, so that the sum keeps within the budget: the precisions
/// first, whose pages are written in every iteration, then the text, which is only read.
/// `text_is_in_file`: it is there already, and stays. Throws ResourceError if what must
/// be in memory exceeds the budget, or if the scratch folder has no room for the rest, that of the
/// checkpoints none for two of them or that of the posterior none for it, and FileError if one
/// cannot be used.
MemoryPlan plan_memory(const MemoryNeed& need, const MemoryOptions& options,
                       bool text_is_in_file = false, const DiskRoom& room = {});

/// What to say when memory could not be had although the plan (empty: none was made yet) fits.
[[nodiscard]] Wording describe_shortage(const MemoryPlan& plan);

/// Where each part goes, by a plan.
[[nodiscard]] files::ScratchRule place_of_text(const MemoryPlan& plan, bool size_is_known);
[[nodiscard]] bool text_goes_to_file(const MemoryPlan& plan);
[[nodiscard]] files::ScratchPlace place_of_precision(const MemoryPlan& plan, Side side);

}  // namespace bsg::planning
