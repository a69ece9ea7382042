#pragma once

#include <cstdint>
#include <vector>

#include "bsg/options.h"
#include "corpus/vocabulary.h"
#include "random/alias_table.h"
#include "random/counter_random.h"
#include "sampling/pair_counter.h"

namespace bsg::sampling {

/// p_uni^e, not normalised (step 3 of Figure 1, section 2.1, where e = ¾); 0 for a word that the
/// text does not have, whatever e.
double negative_weight(std::uint64_t count, double exponent);
std::vector<double> negative_weights(const corpus::Vocabulary& vocabulary, double exponent);

/// Step 5.4.2.1 of Figure 1: words drawn from p_uni^e, those that are positive partners excluded
/// unless the options say otherwise. Immutable, thread-safe.
class NegativeSampler {
 public:
  NegativeSampler(const corpus::Vocabulary& vocabulary, const SamplingOptions& options,
                  std::uint64_t seed);

  /// Whether draw() looks at the positives of the word.
  [[nodiscard]] bool excludes_positives() const { return exclude_positives_; }

  /// Appends `draws` negatives of `word` to `negatives`; none if every word that can be drawn is
  /// one of its positives, which `pairs` holds. A draw is repeated until it is no positive; after
  /// some failures it is made among the remaining words directly, which has the same distribution
  /// and always ends.
  void draw(std::uint32_t iteration, std::uint32_t word, std::uint64_t draws,
            const PairCounter& pairs, std::vector<std::uint32_t>& negatives) const;

 private:
  std::vector<double> weights_;
  random::AliasTable table_;
  bool exclude_positives_;
  random::CounterRandom random_;
};

}  // namespace bsg::sampling
