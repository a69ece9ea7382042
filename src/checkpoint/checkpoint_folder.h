#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bsg::checkpoint {

/// A checkpoint by its file: what was kept after so many iterations.
struct SavedState {
  std::filesystem::path path;
  std::uint32_t iteration = 0;
};

/// "iteration-7.checkpoint".
std::filesystem::path state_path(const std::filesystem::path& folder, std::uint32_t iteration);

/// All checkpoints of a folder, the last iteration first; none if there is no such folder. Throws
/// FileError if it cannot be read.
std::vector<SavedState> list_states(const std::filesystem::path& folder);

/// Removes all checkpoints but the one at `kept` (all, if that is empty), and what is left of one
/// that was never finished. Throws FileError.
void remove_states(const std::filesystem::path& folder, const std::filesystem::path& kept = {});

/// Throws CheckpointError that says how to begin.
[[noreturn]] void refuse_empty_folder(const std::filesystem::path& folder);

}  // namespace bsg::checkpoint
