#include "bsg/resume.h"

#include <fmt/format.h>

#include "bsg/checkpoint.h"
#include "bsg/error.h"
#include "training/checkpoint_file.h"
#include "training/checkpoint_folder.h"
#include "training/run_description.h"

namespace bsg {
namespace {

SavedRun read_state(const training::SavedState& state, const std::filesystem::path& folder) {
  const training::CheckpointFile file(state.path);
  const training::RunDescription run = training::description_from(file.metadata());
  SavedRun saved{.input = training::input_of(run),
                 .options = training::options_of(run),
                 .in_memory = run.in_memory,
                 .iteration = state.iteration};
  saved.input.checkpoint.folder = folder.string();
  return saved;
}

}  // namespace

SavedRun read_checkpoint(const std::filesystem::path& folder) {
  const std::vector<training::SavedState> states = training::list_states(folder);
  for (const training::SavedState& state : states) {
    try {
      return read_state(state, folder);
    } catch (const model::FormatError& error) {
      if (state.path != states.back().path) continue;
      throw CheckpointError(
          fmt::format("'{}' cannot be resumed from: {}; start anew in another folder",
                      state.path.string(), error.what()));
    }
  }
  training::refuse_empty_folder(folder);
}

void discard_checkpoint(const std::filesystem::path& folder) {
  training::remove_states(folder);
}

}  // namespace bsg
