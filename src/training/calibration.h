#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bsg/model.h"
#include "bsg/options.h"
#include "corpus/vocabulary.h"
#include "inference/densities.h"
#include "inference/gauge.h"

namespace bsg::training {

/// Whether a training of so many tokens measures what its variances miss: if it is asked to, or by
/// itself where what the measurement rests on was tested.
bool calibrates(const TrainingOptions& options, std::uint64_t tokens);

/// What a training notes of some words, to say in the end by how much their variances miss what
/// they are to tell (inference/deviation_factors.h).
class Calibration {
 public:
  Calibration(const corpus::Vocabulary& vocabulary, const InferenceOptions& how);

  [[nodiscard]] const std::vector<std::uint32_t>& words() const { return words_; }

  /// After each iteration: takes the words' means if half of the iterations are done.
  void note_halfway(std::uint32_t iteration, const inference::Densities& u,
                    const inference::Densities& v);
  /// After the last one: inference::TextScatter::moves(), in the axes of training.
  void note_moves(std::vector<float> moves) { moves_ = std::move(moves); }
  /// When the targets are in the axes of the model. Does nothing in a training that stopped in its
  /// first half, which has no moves.
  void finish(const inference::Densities& targets, const std::optional<inference::Gauge>& gauge);

  /// Of the model.
  [[nodiscard]] std::vector<CalibrationPoint> points() const;

  /// After so many iterations, the last of which has been noted or is about to be.
  [[nodiscard]] bool is_halfway(std::size_t iterations) const { return iterations >= halfway_; }
  /// What a checkpoint keeps from then on; with room for what it has.
  std::vector<float>& halfway();        ///< means, words × m, of a run that is not finished
  std::vector<float>& point_numbers();  ///< of one that is: count, target, context for each point

  static constexpr std::size_t kPointNumbers = 3;

 private:
  std::size_t dimension_;
  double gauge_;
  std::uint32_t halfway_;
  std::vector<std::uint64_t> counts_;  ///< of all words
  std::vector<std::uint32_t> words_;   ///< that stand for them
  std::vector<float> means_, moves_, points_;
};

}  // namespace bsg::training
