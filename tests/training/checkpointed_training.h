#pragma once

#include <cstdint>
#include <string>

#include "bsg/checkpoint.h"
#include "bsg/error.h"
#include "bsg/train.h"
#include "paper_options.h"

namespace bsg::tests {

inline constexpr std::uint32_t kIterations = 6;

/// Iterations 1 to 3 do not blend, 4 to 6 do, so that precisions are kept from iteration 3 on.
inline TrainingOptions checkpointed_options(TrainingOptions options = paper_options()) {
  options.inference.dimension = 5;
  options.inference.iterations = kIterations;
  options.inference.burn_in = 2;
  options.sampling.subsample = 1e-2;
  return options;
}

/// Trains until iteration `last` is done and asks it to stop then; whether it was interrupted.
inline bool train_until(std::uint32_t last, const TrainingInput& input,
                        const TrainingOptions& options) {
  std::stop_source source;
  TrainingObserver observer{.stop = source.get_token()};
  observer.progress = [&](const Progress& progress) {
    if (progress.finished != nullptr && progress.iteration == last) source.request_stop();
  };
  try {
    train(input, options, observer);
    return false;
  } catch (const Interrupted&) {
    return true;
  }
}

/// The message of the CheckpointError that a training ends with; empty if it ends well.
inline std::string refusal_of(const TrainingInput& input, const TrainingOptions& options) {
  try {
    train(input, options);
    return {};
  } catch (const CheckpointError& error) {
    return error.what();
  }
}

}  // namespace bsg::tests
