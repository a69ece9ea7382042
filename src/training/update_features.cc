#include "training/update_features.h"

#include <algorithm>
#include <string>
#include <utility>

#include "features/prediction.h"
#include "kernels/row_layout.h"
#include "posterior/ordinary_prior.h"
#include "posterior/relearned_prior.h"
#include "posterior/update_prior.h"

namespace bsg::training {
namespace {

using inference::FeaturePrior;
using inference::Prior;
using inference::WordPriors;

/// The ordinary prior of a word, weighed, in the axes of training.
void add_ordinary(const posterior::OrdinaryPrior& ordinary, std::uint32_t word, float weight,
                  std::vector<float>& diagonal, float* r, float& precision) {
  std::ranges::fill(diagonal, 0.0F);
  ordinary.add(word, weight, {diagonal.size(), 0, nullptr, diagonal.data(), r});
  precision += diagonal.front();
}

}  // namespace

bool relearns_features(const Model& model, const posterior::OldPosterior& old,
                       const UpdateWords& words) {
  return words.is_much_text && !old.prior_means().empty() && model.feature_counts().tags == 0;
}

std::optional<UpdateFeatures> update_features(const UpdateStart& start,
                                              const corpus::Vocabulary& vocabulary,
                                              const inference::LearnedSide& u) {
  const std::span<const float> precisions = start.old->prior_precisions();
  const std::span<const float> means = start.old->prior_means();
  if (means.empty() || !start.in_axes_of_training()) return std::nullopt;
  const std::size_t m = start.model.dimension(), words = vocabulary.size();
  const posterior::OrdinaryPrior ordinary = ordinary_prior(start, Side::target, vocabulary);
  const auto forget = static_cast<float>(start.forget);
  WordPriors priors{std::vector<float>(words), std::vector<float>(words * m)};
  std::vector<float> diagonal(m);
  std::vector<bool> in_old(words);
  for (std::uint32_t word = 0; word < words; ++word) {
    float& precision = priors.precisions[word];
    float* const mean = &priors.means[word * m];
    const WordId old = (*start.words.in_model)[word];
    const bool known = old != posterior::kNewWord && old < precisions.size();
    in_old[word] = known;
    if (known) {
      precision = precisions[old];
      std::copy_n(&means[std::size_t{old} * m], m, mean);
      if (forget == 0) continue;
      precision *= 1 - forget;
      for (std::size_t k = 0; k < m; ++k) mean[k] *= precision;
    }
    add_ordinary(ordinary, word, known ? forget : 1, diagonal, mean, precision);
    for (std::size_t k = 0; k < m; ++k) mean[k] /= precision;
  }
  std::vector<bool> touched(words);
  const inference::WordSelection updated = start.updated(Side::target);
  for (std::size_t place = 0; place < updated.size(); ++place) touched[updated[place]] = true;
  return UpdateFeatures{u.prior, std::make_shared<const WordPriors>(std::move(priors)),
                        std::make_shared<const std::vector<bool>>(std::move(touched)),
                        std::make_shared<const std::vector<bool>>(std::move(in_old))};
}

void start_features(FeaturePrior& features, const WordKnowledge& knowledge,
                    const UpdateStart& start, const UpdateFeatures& before) {
  const std::size_t m = start.model.dimension();
  const FeatureData learned = start.model.features();
  const std::vector<float> rows = inference::rows_in_axes(
      inference::inverse_axes_of(start.axes, Side::target, m), learned.weights, m);
  const std::vector<std::string>& names = knowledge.matrix.names();
  std::vector<float> weights(names.size() * m);
  for (std::size_t feature = 0; feature < names.size(); ++feature) {
    const auto place = features::find_name(learned.names, names[feature]);
    if (place) std::copy_n(&rows[*place * m], m, &weights[feature * m]);
  }
  features.start_from(std::move(weights), *before.contained,
                      posterior::prior_precision_of(start.model, Side::target));
}

void hold_mean(const UpdateFeatures& before, FeaturePrior& features) {
  const std::size_t words = before.contained->precisions.size();
  const std::size_t m = before.contained->means.size() / words;
  std::vector<double> back(m);
  std::size_t count = 0;
  for (std::size_t word = 0; word < words; ++word) {
    if (!(*before.known)[word]) continue;
    ++count;
    const std::span<const float> now = features.mean(word);
    for (std::size_t k = 0; k < m; ++k) {
      back[k] += double{before.contained->means[word * m + k]} - double{now[k]};
    }
  }
  for (double& sum : back) sum /= static_cast<double>(std::max<std::size_t>(count, 1));
  features.move_means(back);
}

Prior relearned_prior(const UpdateFeatures& before, const Prior& now) {
  return Prior::of(std::make_shared<posterior::RelearnedPrior>(before.start, before.contained,
                                                               before.touched, now),
                   now.precision());
}

WordPriors priors_after(const UpdateFeatures& before, const std::optional<FeaturePrior>& features) {
  WordPriors after = *before.contained;
  if (!features) return after;
  const WordPriors now = features->word_priors();
  const std::size_t m = after.means.size() / after.precisions.size();
  for (std::size_t word = 0; word < after.precisions.size(); ++word) {
    if (!(*before.touched)[word]) continue;
    after.precisions[word] = now.precisions[word];
    std::copy_n(&now.means[word * m], m, &after.means[word * m]);
  }
  return after;
}

}  // namespace bsg::training
