#pragma once

#include <array>
#include <cstdint>

#include "bsg/train.h"

namespace bsg::cli {

/// User and system time of the whole process, in seconds.
double process_cpu_seconds();

/// The most memory that the process ever had in use, in bytes.
std::uint64_t peak_memory();

/// CPU time by stage of training: what passes between two calls of enter() belongs to the first's.
class StageCpuTime {
 public:
  void enter(Stage stage);
  [[nodiscard]] double seconds(Stage stage) const;

 private:
  std::array<double, kStageCount> seconds_{};
  Stage stage_ = Stage::counting;
  double since_ = process_cpu_seconds();
};

}  // namespace bsg::cli
