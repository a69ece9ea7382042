#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bsg/model.h"
#include "inference/densities.h"

/// Deviations of cosines that follow from the variances of their words are off by a factor that
/// depends on how often the words occur. What a training can see of it without a second one:
///
/// - how far means scatter with the blocks of the text, the contexts given (TextScatter);
/// - how far cosines still move in the second half of the iterations: by more, the more depends on
///   where the training happened to start, and on what it knows of the contexts.

namespace bsg::inference {

/// Words that stand for all others, a few of each band of counts, in which they double. `counts` is
/// by word and descends; words with a count of 0 stand for nothing.
std::vector<std::uint32_t> words_of_all_counts(std::span<const std::uint64_t> counts);

/// How many these are at the most, of so many words with whatever counts.
std::size_t most_words_of_all_counts(std::size_t words);

/// Of words_of_all_counts(), words × m each, in the axes of the model.
struct MeasuredWords {
  std::span<const std::uint32_t> words;
  std::span<const float> halfway;  ///< means after half of the iterations, in the axes of then
  std::span<const float> moves;    ///< TextScatter::moves()
};

/// The factor for targets of a count n has the square (a S² + b(n)² D²) / V, with sums over pairs
/// of words that are about as frequent: V of the variance of their cosine c by the delta method, S²
/// of its squared change with their moves, D² of ½ (c − c halfway)². a and b(n) were fitted to
/// trainings on both halves of two texts (docs/calibration.md). Pairs of which nothing is known,
/// with a variance of 1 or more, are left out, and no square counts for more than 1. From 0.2 to 2;
/// 1 where V or both squares are 0, or half of the pairs are left out. By ascending count.
std::vector<CalibrationPoint> deviation_factors(const Densities& targets,
                                                std::span<const std::uint64_t> counts,
                                                const MeasuredWords& measured);

/// How many there are of so many words.
std::size_t number_of_factors(std::size_t words);

}  // namespace bsg::inference
