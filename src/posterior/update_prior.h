#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "bsg/model.h"
#include "inference/term.h"
#include "posterior/old_posterior.h"
#include "posterior/ordinary_prior.h"

namespace bsg::posterior {

/// A word of an update that the old posterior does not know.
inline constexpr WordId kNewWord = std::numeric_limits<WordId>::max();

/// What is known of the words of an update before its text: of a word that the model has learned
/// (1 − F) times its old posterior and F times the ordinary prior, F being the share that is
/// forgotten; of every other word the ordinary prior. So the prior counts once.
class UpdatePrior final : public inference::Term {
 public:
  /// `old_ids`: by word of the update, its id in the model, or kNewWord.
  UpdatePrior(Side side, std::shared_ptr<const OldPosterior> old,
              std::shared_ptr<const std::vector<WordId>> old_ids, OrdinaryPrior ordinary,
              double forget)
      : side_(side),
        old_(std::move(old)),
        old_ids_(std::move(old_ids)),
        ordinary_(std::move(ordinary)),
        forget_(static_cast<float>(forget)) {}

  void add(std::uint32_t word, const inference::WordSums& sums,
           kernels::AlignedBuffer& workspace) const override;

 private:
  Side side_;
  std::shared_ptr<const OldPosterior> old_;
  std::shared_ptr<const std::vector<WordId>> old_ids_;
  OrdinaryPrior ordinary_;
  float forget_;
};

}  // namespace bsg::posterior
