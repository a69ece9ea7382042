#pragma once

#include <cstdint>

#include "bsg/options.h"
#include "corpus/encoded_corpus.h"
#include "corpus/vocabulary.h"

namespace bsg::planning {

/// What the size of a text decides.
struct TextSize {
  std::uint64_t tokens = 0;  ///< of words of the vocabulary
  std::uint64_t sentences = 0;
  double kept = 0;            ///< expected length of T_sub
  double positive_pairs = 0;  ///< expected, of one iteration
};

/// From counts alone, for a text of so many tokens with the vocabulary's frequencies. `sentences`
/// may be larger than those that keep a word of the vocabulary. The pairs of baskets are taken as
/// if all baskets were of one size.
TextSize estimate_text(const corpus::Vocabulary& vocabulary, std::uint64_t tokens,
                       std::uint64_t sentences, const TrainingOptions& options);

/// The same of a text that is there, from its own counts.
TextSize measure_text(const corpus::EncodedCorpus& text, const corpus::Vocabulary& vocabulary,
                      const TrainingOptions& options);

/// What is known of words beside the text; nothing where training does without.
struct FeatureSize {
  std::uint64_t features = 0;
  std::uint64_t bytes = 0;       ///< of all words' features, and of given tags
  std::uint64_t cold_words = 0;  ///< that join the model with their tags alone
};

/// What a training begins and ends with beside its texts.
struct PosteriorUse {
  bool needed_at_end = false;  ///< P of the last iteration: for other axes, calibration, a file
  bool kept = false;           ///< P and r outlive the making of the model
  bool draws = false;          ///< those of a Gibbs sampler are kept, too
  std::uint64_t base = 0;      ///< bytes of a model that is updated, and of priors made from it
};

/// Bytes of what a training keeps, at the most; l words, dimension m.
struct MemoryNeed {
  std::uint64_t program = 0;     ///< code, stacks, buffers of reading
  std::uint64_t vocabulary = 0;  ///< words and counts
  std::uint64_t text = 0;        ///< ids, sentence ends
  std::uint64_t sample = 0;      ///< T_sub, its index by word, drawn negatives
  std::uint64_t densities = 0;   ///< means and variances, or points, of both sides
  std::uint64_t draws = 0;       ///< their moments, and those that are kept
  std::uint64_t r = 0;           ///< of both sides
  std::uint64_t precision = 0;   ///< of one side; 0 where none is kept
  std::uint64_t features = 0;    ///< of words, and what is learned of them
  std::uint64_t base = 0;        ///< of a model that is updated
  bool keeps_posterior = false;  ///< r and the precisions are there while the model is made
  std::uint64_t workspaces = 0;  ///< of all threads
  std::uint64_t negatives = 0;   ///< what expected negatives keep; grows with their groups
  std::uint64_t model = 0;       ///< what making the model adds, when all but the words, the text
                                 ///< and the densities is gone
  std::uint64_t checkpoint = 0;  ///< of one, on disk
  std::uint64_t posterior = 0;   ///< that is kept, on disk
};

MemoryNeed memory_need(const TextSize& text, std::size_t words, const FeatureSize& features,
                       const PosteriorUse& posterior, const TrainingOptions& options,
                       std::uint32_t threads);

}  // namespace bsg::planning
