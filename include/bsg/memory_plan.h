#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bsg {

/// Something that training keeps.
struct MemoryPart {
  std::string_view name;
  std::uint64_t bytes = 0;
  bool in_file = false;  ///< in a scratch file instead of memory

  bool operator==(const MemoryPart&) const = default;
};

/// What a training will need: an estimate from above, made before the work begins.
struct MemoryPlan {
  std::vector<MemoryPart> parts{};
  std::uint64_t budget = 0;       ///< bytes that may be taken
  std::uint64_t memory = 0;       ///< the most that is in memory at one time
  std::uint64_t disk = 0;         ///< in scratch files
  std::string scratch{};          ///< their folder
  std::uint64_t checkpoints = 0;  ///< disk for two of them: the last good one and the next
  std::string checkpoint_folder{};
  std::uint64_t posterior = 0;  ///< disk for the posterior that is kept

  bool operator==(const MemoryPlan&) const = default;
};

}  // namespace bsg
