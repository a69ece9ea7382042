#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "bsg/model.h"
#include "bsg/options.h"
#include "bsg/train.h"
#include "inference/gauge.h"
#include "inference/learned_side.h"
#include "inference/word_selection.h"
#include "posterior/old_posterior.h"
#include "posterior/ordinary_prior.h"
#include "training/update_words.h"

namespace bsg::training {

/// What an update starts from: a model whose posterior is the prior, and which words are learned.
struct UpdateStart {
  UpdateStart(Model base, std::shared_ptr<const posterior::OldPosterior> of_base,
              const UpdateWords& update_words, const TrainingOptions& options);

  /// Priors from features are isotropic there, and nowhere else.
  [[nodiscard]] bool in_axes_of_training() const;
  /// The words of a side that change: those of the texts, or all where something is forgotten.
  /// Drawn negatives may be any contexts.
  [[nodiscard]] inference::WordSelection updated(Side side) const;
  /// The others, ascending.
  [[nodiscard]] std::vector<std::uint32_t> untouched(Side side) const;

  const UpdateWords& words;
  Model model;
  std::shared_ptr<const posterior::OldPosterior> old;
  std::optional<inference::Gauge> axes;  ///< from those of the update to the model's
  bool new_axes;
  bool drawn_negatives;
  double forget;
  std::uint64_t seed;
};

/// The ordinary prior of the words that need one.
posterior::OrdinaryPrior ordinary_prior(const UpdateStart& start, Side side,
                                        const corpus::Vocabulary& vocabulary);

/// A side of the update. Words that the model has learned start where they were, whatever is
/// forgotten of them; others start at their ordinary prior, or at a draw from it where its mean is
/// 0.
inference::LearnedSide side_before_text(const UpdateStart& start, Side side,
                                        const corpus::Vocabulary& vocabulary,
                                        const std::stop_token& stop);

/// P and r of words without pairs: their prior's. Densities stay as they are. Throws Interrupted on
/// request.
void take_prior(inference::LearnedSide& side, std::span<const std::uint32_t> words,
                const std::stop_token& stop);

}  // namespace bsg::training
