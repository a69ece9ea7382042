#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace bsg {

/// A folder that holds, all through a training, what it can be gone on from: a program that is
/// killed at any moment and resumed ends with the model it would have had, to the byte. None of the
/// fields changes the result.
struct CheckpointOptions {
  /// Made if it is not there; empty: no checkpoints. A folder that holds what another training has
  /// learned is refused (CheckpointError) unless `resume` is set, and so is one that another uses.
  std::string folder{};
  std::uint32_t every = 1;  ///< iterations from one checkpoint to the next; the last has one always
  /// Go on from the checkpoint in the folder. Everything that affects the result must be as it was:
  /// options, content of the texts and of the vocabulary, version, instruction set.
  bool resume = false;
  /// Where the model will go, for whoever resumes: training itself does not write there.
  std::string output{};
};

/// Removes the checkpoints from a folder, which stays. To be called when the model is safe: until
/// then the checkpoint of the last iteration gives it again without learning. Throws FileError.
void discard_checkpoint(const std::filesystem::path& folder);

}  // namespace bsg
