#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "bsg/model.h"
#include "bsg/options.h"
#include "inference/context_groups.h"
#include "inference/densities.h"
#include "posterior/ordinary_prior.h"
#include "sampling/expected_pairs.h"

namespace bsg::folding {

/// A model's contexts, and what else a target is learned with that the model does not have: the
/// model's negatives, its options, its prior. Immutable, thread-safe; everything is in the model's
/// axes.
class FixedContexts {
 public:
  /// Throws ModelError if the model holds points, or the vectors of another program.
  explicit FixedContexts(const Model& model) : FixedContexts(model, kAllGroups) {}
  /// With so many groups of contexts at the most: fewer than the model was trained with make a
  /// looser bound in less time.
  FixedContexts(const Model& model, std::uint32_t most_groups);

  [[nodiscard]] const Model& model() const { return model_; }
  /// Those that the model was trained with.
  [[nodiscard]] const TrainingOptions& options() const { return options_; }
  [[nodiscard]] const inference::Densities& densities() const { return densities_; }
  [[nodiscard]] const inference::ContextGroups& groups() const { return groups_; }
  /// By word: its probability to be kept as a context (section 2.2); 0 if no text has taught its
  /// context, so that it tells nothing.
  [[nodiscard]] std::span<const float> keep() const { return keep_; }

  /// How pairs of a text are counted that has so many words to infer, with the ids behind those of
  /// the model. They take no place in windows, so that no word depends on which others are
  /// inferred.
  [[nodiscard]] sampling::PairRule pair_rule(std::size_t others) const;

  /// What so many targets have before their pairs: the prior that training gave a word of which
  /// nothing is known.
  [[nodiscard]] posterior::OrdinaryPrior prior(std::size_t targets) const;
  /// The same for targets that the model does not have: as wide as the model's targets spread,
  /// unless features tell how wide they are. The τ of training is an option that nothing ties to
  /// the words.
  [[nodiscard]] posterior::OrdinaryPrior prior_of_new(std::size_t targets) const;

 private:
  /// `taught`: words that have taught contexts, ascending.
  FixedContexts(const Model& model, const std::vector<WordId>& taught, std::uint32_t most_groups);

  static constexpr std::uint32_t kAllGroups = std::numeric_limits<std::uint32_t>::max();

  Model model_;
  TrainingOptions options_;
  inference::Densities densities_;
  inference::ContextGroups groups_;
  std::vector<float> keep_;
  posterior::OrdinaryPrior prior_;         ///< of no targets
  posterior::OrdinaryPrior prior_of_new_;  ///< of no targets
};

}  // namespace bsg::folding
