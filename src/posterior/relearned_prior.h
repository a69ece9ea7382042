#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "inference/prior.h"
#include "inference/term.h"
#include "inference/word_priors.h"

namespace bsg::posterior {

/// An old posterior whose words have another prior from features now: what it contains of the prior
/// goes out, and the new one comes in. The old posterior of words that an update does not touch
/// stays as it is.
class RelearnedPrior final : public inference::Term {
 public:
  /// `contained` is what `old` has of the prior; `now` takes its place. `touched`: by word.
  RelearnedPrior(inference::Prior old, std::shared_ptr<const inference::WordPriors> contained,
                 std::shared_ptr<const std::vector<bool>> touched, inference::Prior now)
      : old_(std::move(old)),
        contained_(std::move(contained)),
        touched_(std::move(touched)),
        now_(std::move(now)) {}

  void add(std::uint32_t word, const inference::WordSums& sums,
           kernels::AlignedBuffer& workspace) const override;

 private:
  inference::Prior old_;
  std::shared_ptr<const inference::WordPriors> contained_;
  std::shared_ptr<const std::vector<bool>> touched_;
  inference::Prior now_;
};

}  // namespace bsg::posterior
