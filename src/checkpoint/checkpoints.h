#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "bsg/train.h"
#include "checkpoint/checkpoint_file.h"
#include "checkpoint/run_description.h"
#include "checkpoint/same_run.h"
#include "corpus/vocabulary.h"
#include "features/feature_file.h"
#include "files/folder_lock.h"

namespace bsg::checkpoint {

/// The checkpoints of one training. The folder holds one file, named after its iteration: the next
/// is written aside, made durable and renamed before the one before it is removed. The first is
/// written before the texts are read, so that there is always something to go on from. Random
/// numbers have addresses, so that arrays and records are all there is to keep.
class Checkpoints {
 public:
  /// Begins anew, or takes the last good checkpoint of the folder if the input says to resume; of
  /// damaged ones the observer is warned. Throws FileError or CheckpointError.
  Checkpoints(const TrainingInput& input, const TrainingOptions& options,
              const TrainingObserver& observer);

  /// What has been read. Throws CheckpointError if it is not what the checkpoint was made from.
  void identify(const corpus::Vocabulary& vocabulary, const features::TaggedWords& tagged,
                std::vector<std::string> fingerprints);

  /// Of the iterations that are done; none unless resumed.
  [[nodiscard]] const std::vector<IterationRecord>& done() const { return done_; }

  /// Fills the arrays, and is done with the file. Throws CheckpointError if it has others.
  void restore(std::span<const StateArray> arrays);
  /// For a run that is finished. Throws CheckpointError if the checkpoint has a posterior that is
  /// not to be kept, or none where it is.
  void check_posterior() const { refuse_other_posterior(*saved_run_, run_, folder_); }

  /// After every iteration, whose record is the last one: writes a checkpoint if it is time, if
  /// learning is finished, or if it is to stop; in this case it then throws Interrupted. Throws
  /// FileError if it cannot be written: the one before stays.
  void keep(std::span<const IterationRecord> records, bool finished,
            std::span<const StateArray> arrays, const std::stop_token& stop);

  /// Nothing was learned: removes what the run has put into the folder, and the folder if it made
  /// that. What another run left stays.
  void abandon() noexcept;

  [[nodiscard]] const std::string& folder() const { return folder_; }
  /// Disk space that the folder's checkpoint takes already.
  [[nodiscard]] std::uint64_t bytes_held() const { return bytes_held_; }

 private:
  void begin();
  void resume(const TrainingObserver& observer);
  [[nodiscard]] CheckpointFile open_last_good(const TrainingObserver& observer);
  void save(std::span<const IterationRecord> records, std::span<const StateArray> arrays) const;

  std::string folder_;
  bool made_folder_ = false;
  files::FolderLock lock_;
  RunDescription run_;
  std::optional<RunDescription> saved_run_;
  std::optional<CheckpointFile> file_;
  std::vector<IterationRecord> done_;
  std::uint64_t bytes_held_ = 0;
};

}  // namespace bsg::checkpoint
