#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>

#include "bsg/options.h"
#include "corpus/vocabulary.h"
#include "random/alias_table.h"
#include "random/counter_random.h"
#include "sampling/sampled_text.h"
#include "skipgram/points.h"

namespace bsg::skipgram {

/// The learning rate falls linearly from `first` to 0 over the passes, by position in the text.
struct LearningRate {
  double first;
  std::uint32_t passes;

  /// At a share (0 … 1) of pass 1, 2, ….
  [[nodiscard]] double at(std::uint32_t pass, double share) const {
    return first * (1 - (pass - 1 + share) / passes);
  }
};

/// Tokens that share a sequence of random numbers and a learning rate, and are one piece of work.
inline constexpr std::size_t kChunkTokens = 256;
/// Equal parts of a chunk whose pairs take turns: neighbouring pairs then seldom share a vector, so
/// that the processor can work on several at once.
inline constexpr std::size_t kChunkParts = 2;

struct PassSummary {
  std::uint64_t positive_pairs = 0;
  std::uint64_t negative_pairs = 0;
  double loss = 0;  ///< Σ over positive pairs, as skipgram_steps() has it
};

/// Passes over a text: every pair of every window once, with N negatives drawn from p_uni^e. A draw
/// that hits the pair's own context is left out, as in word2vec; fastText draws again, which need
/// not end in a small vocabulary.
class Trainer {
 public:
  Trainer(const corpus::Vocabulary& vocabulary, const SamplingOptions& sampling, LearningRate rate,
          std::uint64_t seed);

  /// Runs on the threads of the current oneTBB arena, all of which change u and v without locks:
  /// only with one thread is the result the same each time. Throws Interrupted.
  PassSummary pass(std::uint32_t number, const sampling::SampledText& text, Points& u, Points& v,
                   const std::stop_token& stop) const;

 private:
  class Worker;

  random::AliasTable table_;  ///< p_uni^e
  std::uint32_t negatives_;
  LearningRate rate_;
  random::CounterRandom random_;
};

}  // namespace bsg::skipgram
