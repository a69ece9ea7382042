#pragma once

#include <algorithm>
#include <cstdint>

#include "bsg/options.h"
#include "corpus/encoded_corpus.h"

namespace bsg::sampling {

/// c of BasketWeight::items: how many items an item has beside it; 1 where none has any.
double mean_partners(const corpus::EncodedCorpus& corpus);

/// What the positive pairs of an occurrence weigh, in whole units, so that their sums depend on no
/// order. Texts and BasketWeight::pairs: one unit each. BasketWeight::items: c / (n − 1) in a
/// basket of n, where c = Σ n (n − 1) / Σ n over all baskets. 1 / (n − 1) is rounded to a unit of
/// 2^−k, at least one; k is as large as 32 bits allow for the most frequent item, 20 at the most.
/// Up to a million occurrences that is an error of less than (n − 1) / 2048. Immutable,
/// thread-safe.
class PairWeights {
 public:
  PairWeights(const corpus::EncodedCorpus& corpus, const CorpusOptions& corpus_options,
              const SamplingOptions& sampling, double pair_weight);

  /// Units of each pair of an occurrence that has so many.
  [[nodiscard]] std::uint32_t units(std::uint32_t pairs) const {
    return !by_items_ || pairs == 0 ? 1 : divided(pairs);
  }
  /// What a unit weighs, and a drawn negative: SamplingOptions::pair_weight is in both.
  [[nodiscard]] double unit_weight() const { return pair_weight_ * mean_partners_ / unit_; }
  [[nodiscard]] double negative_weight() const { return pair_weight_; }

 private:
  [[nodiscard]] std::uint32_t divided(std::uint32_t pairs) const {
    return std::max((unit_ + pairs / 2) / pairs, std::uint32_t{1});
  }

  bool by_items_;
  std::uint32_t unit_;    ///< units of 1
  double mean_partners_;  ///< c; 1 where pairs weigh 1
  double pair_weight_;
};

}  // namespace bsg::sampling
