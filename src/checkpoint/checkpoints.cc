#include "checkpoint/checkpoints.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "bsg/error.h"
#include "checkpoint/checkpoint_folder.h"
#include "checkpoint/same_run.h"
#include "files/file_error.h"
#include "model/iteration_text.h"
#include "tensors/format_error.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::checkpoint {
namespace {

using tensors::FormatError;

constexpr const char* kIterations = "iterations";

/// Whether it was not there.
bool make_folder(const std::string& folder) {
  std::error_code failed;
  const bool made = std::filesystem::create_directories(folder, failed);
  if (failed) files::throw_file_error("make the folder", folder, failed.value());
  return made;
}

[[noreturn]] void refuse_damage(const std::filesystem::path& path, const FormatError& error) {
  throw CheckpointError(fmt::format("'{}' cannot be resumed from: {}; start anew in another folder",
                                    path.string(), error.what()));
}

void refuse_folder_in_use(const files::FolderLock& lock, const std::string& folder) {
  if (lock.is_held()) return;
  throw CheckpointError(fmt::format(
      "another training keeps its checkpoints in '{}'; wait for it, or choose another folder",
      folder));
}

}  // namespace

Checkpoints::Checkpoints(const TrainingInput& input, const TrainingOptions& options,
                         const TrainingObserver& observer)
    : folder_(input.checkpoint.folder), run_(describe_run(input, options)) {
  if (input.checkpoint.every == 0) {
    throw OptionError(wording::compose("option {}: '0' is not a whole number from 1 up",
                                       wording::option("checkpoint-every")));
  }
  if (input.checkpoint.resume) {
    resume(observer);
  } else {
    begin();
  }
}

void Checkpoints::begin() {
  made_folder_ = make_folder(folder_);
  lock_ = files::FolderLock(folder_);
  refuse_folder_in_use(lock_, folder_);
  const std::vector<SavedState> states = list_states(folder_);
  // One that has learned nothing yet is no loss.
  if (!states.empty() && states.front().iteration > 0) {
    throw CheckpointError(wording::compose(
        "'{}' holds a checkpoint of iteration {} already; to resume from it: {}; to start anew "
        "choose another folder, or remove the checkpoint first",
        folder_, states.front().iteration,
        wording::resume_call(folder_, run_.in_memory, run_.base.has_value())));
  }
  save({}, {});
}

void Checkpoints::resume(const TrainingObserver& observer) {
  if (list_states(folder_).empty()) refuse_empty_folder(folder_);
  lock_ = files::FolderLock(folder_);
  refuse_folder_in_use(lock_, folder_);
  file_ = open_last_good(observer);
  bytes_held_ = file_->size();
  refuse_other_options(*saved_run_, run_, folder_);
  if (observer.noted) {
    observer.noted(done_.empty()
                       ? fmt::format("starting again: the checkpoint in '{}' has no finished "
                                     "iteration",
                                     folder_)
                       : fmt::format("resuming after iteration {}, from the checkpoint in '{}'",
                                     done_.size(), folder_));
  }
}

CheckpointFile Checkpoints::open_last_good(const TrainingObserver& observer) {
  const std::vector<SavedState> states = list_states(folder_);
  for (const SavedState& state : states) {
    try {
      CheckpointFile file(state.path);
      file.verify();
      saved_run_ = description_from(file.metadata());
      done_ = model::iterations_from_text(tensors::text_of(file.metadata(), kIterations));
      if (done_.size() != state.iteration) {
        throw FormatError("its name is not that of its last iteration");
      }
      return file;
    } catch (const FormatError& error) {
      if (state.path == states.back().path) refuse_damage(state.path, error);
      if (observer.warned) {
        observer.warned(
            fmt::format("'{}' is damaged and left out: {}", state.path.string(), error.what()));
      }
    }
  }
  refuse_empty_folder(folder_);
}

void Checkpoints::identify(const corpus::Vocabulary& vocabulary,
                           const features::TaggedWords& tagged,
                           std::vector<std::string> fingerprints) {
  if (!tagged.lines().empty()) run_.tags = tagged.fingerprint();
  run_.words = words_checksum(vocabulary);
  run_.fingerprints = std::move(fingerprints);
  if (saved_run_) refuse_other_content(*saved_run_, run_, folder_);
}

void Checkpoints::restore(std::span<const StateArray> arrays) {
  try {
    file_->read(arrays);
  } catch (const FormatError& error) {
    refuse_damage(state_path(folder_, static_cast<std::uint32_t>(done_.size())), error);
  }
  file_.reset();
}

void Checkpoints::keep(std::span<const IterationRecord> records, bool finished,
                       std::span<const StateArray> arrays, const std::stop_token& stop) {
  const bool interrupted = !finished && stop.stop_requested();
  if (finished || interrupted || records.size() % run_.every == 0) save(records, arrays);
  if (interrupted) throw Interrupted(fmt::format("interrupted after iteration {}", records.size()));
}

void Checkpoints::abandon() noexcept {
  if (saved_run_) return;
  std::error_code ignored;
  std::filesystem::remove(state_path(folder_, 0), ignored);
  if (made_folder_) std::filesystem::remove(folder_, ignored);
}

void Checkpoints::save(std::span<const IterationRecord> records,
                       std::span<const StateArray> arrays) const {
  Metadata metadata{{kIterations, model::to_text(records)}};
  add_description(run_, metadata);
  const std::filesystem::path path =
      state_path(folder_, static_cast<std::uint32_t>(records.size()));
  write_checkpoint_file(path, std::move(metadata), arrays);
  remove_states(folder_, path);
}

}  // namespace bsg::checkpoint
