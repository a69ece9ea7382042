#include "training/announcer.h"

namespace bsg::training {

void Announcer::begins(Stage stage, std::uint32_t iteration) {
  iteration_ = iteration;
  tell({.stage = stage, .iteration = iteration, .iterations = iterations_});
}

void Announcer::reading(Stage stage, std::uint64_t bytes_read, std::uint64_t bytes_total) const {
  tell({.stage = stage,
        .bytes_read = bytes_read,
        .bytes_total = bytes_total,
        .iterations = iterations_});
}

void Announcer::finished(Stage stage, const IterationRecord& record) const {
  tell({.stage = stage, .iteration = iteration_, .iterations = iterations_, .finished = &record});
}

void Announcer::planned(const MemoryPlan& plan) const {
  if (observer_.planned) observer_.planned(plan);
}

void Announcer::tell(const Progress& progress) const {
  if (observer_.progress) observer_.progress(progress);
}

}  // namespace bsg::training
