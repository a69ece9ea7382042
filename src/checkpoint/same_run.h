#pragma once

#include <string>

#include "checkpoint/run_description.h"

namespace bsg::checkpoint {

/// Both throw CheckpointError that names the first thing by which the run at hand would give
/// another result than the one whose checkpoint lies in `folder`.

/// What is known before the texts are read.
void refuse_other_options(const RunDescription& saved, const RunDescription& now,
                          const std::string& folder);

/// Content of the texts, and the words: nothing to compare where the checkpoint is older than the
/// first reading.
/// For a run that is finished: P and r are in its checkpoint only if they are to be kept.
void refuse_other_posterior(const RunDescription& saved, const RunDescription& now,
                            const std::string& folder);
void refuse_other_content(const RunDescription& saved, const RunDescription& now,
                          const std::string& folder);

}  // namespace bsg::checkpoint
