#include <fmt/format.h>

#include "bsg/checkpoint.h"
#include "bsg/error.h"
#include "checkpoint/checkpoint_file.h"
#include "checkpoint/checkpoint_folder.h"
#include "checkpoint/run_description.h"
#include "tensors/format_error.h"

namespace bsg {
namespace {

/// The model that is updated, if it is where it was.
void add_base(SavedRun& saved, const std::string& path) {
  if (path.empty()) {
    saved.missing_base = "it was in memory";
    return;
  }
  try {
    saved.input.base = BaseModel{Model::load(path), path, saved.posterior};
  } catch (const Error& error) {
    saved.missing_base = error.what();
  }
}

SavedRun read_state(const checkpoint::SavedState& state, const std::filesystem::path& folder) {
  const checkpoint::CheckpointFile file(state.path);
  const checkpoint::RunDescription run = checkpoint::description_from(file.metadata());
  SavedRun saved{.input = checkpoint::input_of(run),
                 .options = checkpoint::options_of(run),
                 .in_memory = run.in_memory,
                 .posterior = run.base_posterior,
                 .iteration = state.iteration};
  if (run.base) add_base(saved, *run.base);
  saved.input.checkpoint.folder = folder.string();
  return saved;
}

}  // namespace

SavedRun read_checkpoint(const std::filesystem::path& folder) {
  const std::vector<checkpoint::SavedState> states = checkpoint::list_states(folder);
  for (const checkpoint::SavedState& state : states) {
    try {
      return read_state(state, folder);
    } catch (const tensors::FormatError& error) {
      if (state.path != states.back().path) continue;
      throw CheckpointError(
          fmt::format("'{}' cannot be resumed from: {}; start anew in another folder",
                      state.path.string(), error.what()));
    }
  }
  checkpoint::refuse_empty_folder(folder);
}

void discard_checkpoint(const std::filesystem::path& folder) {
  checkpoint::remove_states(folder);
}

}  // namespace bsg
