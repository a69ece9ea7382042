#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "corpus/vocabulary.h"
#include "inference/feature_prior.h"
#include "inference/learned_side.h"
#include "inference/prior.h"
#include "inference/word_priors.h"
#include "training/update_start.h"
#include "training/word_knowledge.h"

namespace bsg::training {

/// Whether an update learns anew what spelling tells: where the old posterior says what it contains
/// of that, and the texts are worth the time, which follows the vocabulary. Tags are in no model,
/// so they stay as they were learned.
bool relearns_features(const Model& model, const posterior::OldPosterior& old,
                       const UpdateWords& words);

/// The targets' priors from features in an update: those that the words' natural parameters contain
/// before its text, and what takes their place.
struct UpdateFeatures {
  inference::Prior start;  ///< of the targets before the text
  std::shared_ptr<const inference::WordPriors> contained;
  std::shared_ptr<const std::vector<bool>> touched;  ///< by word: gets the new priors
  std::shared_ptr<const std::vector<bool>> known;    ///< by word: in the old posterior
};

/// None where the old posterior does not say. `u` are the targets before the text.
std::optional<UpdateFeatures> update_features(const UpdateStart& start,
                                              const corpus::Vocabulary& vocabulary,
                                              const inference::LearnedSide& u);

/// The weights of features before the text, for an update that learns them anew.
void start_features(inference::FeaturePrior& features, const WordKnowledge& knowledge,
                    const UpdateStart& start, const UpdateFeatures& before);

/// Moves the priors that were learned anew so that their mean over the words that have an old one
/// is what it was. All words share a direction in which u may grow while v shrinks, with every uᵀv
/// as it is: if the prior followed, each update would leave the axes a little.
void hold_mean(const UpdateFeatures& before, inference::FeaturePrior& features);

/// The targets' prior in an iteration that the features' own is `now` of.
inference::Prior relearned_prior(const UpdateFeatures& before, const inference::Prior& now);

/// What the natural parameters of all words contain after an update; `features` are none where they
/// were not learned anew.
inference::WordPriors priors_after(const UpdateFeatures& before,
                                   const std::optional<inference::FeaturePrior>& features);

}  // namespace bsg::training
