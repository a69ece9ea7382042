#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "bsg/options.h"
#include "corpus/encoded_corpus.h"
#include "corpus/vocabulary.h"
#include "random/counter_random.h"
#include "sampling/group_by_key.h"
#include "sampling/negative_sampler.h"
#include "sampling/pair_counter.h"
#include "sampling/pair_weights.h"
#include "sampling/sampled_text.h"

namespace bsg::sampling {

/// How much an iteration had to learn from.
struct PairTotals {
  std::uint64_t tokens = 0;
  std::uint64_t positive_pairs = 0;
  std::uint64_t negative_pairs = 0;  ///< drawn, or expected
};

/// D of one iteration (steps 5.1 to 5.4 of Figure 1), by row and by column. Pairs are never listed:
/// a row of pair counts is made when it is asked for, by walking the occurrences of one word in
/// T_sub. With NegativeMode::expected rows and columns hold the positive pairs alone.
class DataSet {
 public:
  /// Corpus and vocabulary must outlive the data set.
  DataSet(const corpus::EncodedCorpus& corpus, const corpus::Vocabulary& vocabulary,
          const TrainingOptions& options);

  /// Draws the data of iteration 1, 2, …; throws Interrupted on request. The result depends on the
  /// options, the texts and the iteration alone.
  void draw(std::uint32_t iteration, const std::stop_token& stop);

  /// The pairs (word, ·): what u of the word is updated from. Thread-safe, as is column();
  /// `scratch` must be empty and belong to the calling thread.
  void row(std::uint32_t word, PairCounter& scratch, PairRow& pairs) const;
  /// The pairs (·, word): what v of the word is updated from.
  void column(std::uint32_t word, PairCounter& scratch, PairRow& pairs) const;

  /// The positive pairs (word, ·) with random signs, one for each block of the corpus, the same in
  /// every iteration: counts are numbers of pairs, pulls sums of their signs. Thread-safe as row().
  void signed_row(std::uint32_t word, PairCounter& scratch, PairRow& pairs) const;

  /// Positive pairs (word, ·), with multiplicity, times their weights: the sum of the row's
  /// positives. Thread-safe.
  [[nodiscard]] double positives_of(std::uint32_t word) const;

  /// Bytes that the data of an iteration take at the most beyond T_sub itself, for `kept` tokens of
  /// it and `negatives` draws.
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t kept, std::uint64_t negatives,
                                           std::size_t words, std::uint32_t threads);

  [[nodiscard]] std::uint64_t tokens() const { return text_.size(); }
  [[nodiscard]] std::uint64_t positive_pairs() const { return positive_pairs_; }
  /// Σ of their weights.
  [[nodiscard]] double positive_weight() const { return positive_weight_; }
  /// Drawn, or expected.
  [[nodiscard]] std::uint64_t negative_pairs() const { return negative_pairs_; }
  [[nodiscard]] PairTotals totals() const { return {tokens(), positive_pairs_, negative_pairs_}; }

 private:
  void index_occurrences();
  void count_positives();
  void draw_negatives(std::uint32_t iteration, const std::stop_token& stop);
  void transpose_negatives();
  /// Calls visit(position), and before that prefetch(position) of those to come.
  template <class Prefetch, class Visit>
  void for_each_occurrence(std::uint32_t word, Prefetch prefetch, Visit visit) const;
  void prefetch_window(std::uint32_t position) const;
  /// Calls add(position, id, units) for each context of each occurrence of the word.
  template <class Add>
  void for_each_context(std::uint32_t word, Add add) const;
  void count_contexts(std::uint32_t word, PairCounter& pairs) const;
  void count_centres(std::uint32_t word, PairCounter& pairs) const;
  void take(PairCounter& scratch, PairRow& pairs) const;

  std::size_t vocabulary_size_;
  std::uint32_t window_;
  std::uint32_t negatives_;
  NegativeMode mode_;
  bool sets_;
  PairWeights weights_;
  TextSampler sampler_;
  NegativeSampler negative_sampler_;

  random::CounterRandom signs_;
  SampledText text_;
  BlockStarts blocks_;
  Groups occurrences_;                                     ///< positions in T_sub by word
  std::vector<std::vector<std::uint32_t>> negative_rows_;  ///< drawn z by word
  Groups negative_columns_;                                ///< i by drawn word z, ascending
  std::uint64_t positive_pairs_ = 0;
  double positive_weight_ = 0;
  std::uint64_t negative_pairs_ = 0;
};

}  // namespace bsg::sampling
