#include "folding/taught_words.h"

#include <cstdint>

#include "bsg/error.h"
#include "model/taught_contexts.h"
#include "sampling/negative_sampler.h"
#include "sampling/sampled_text.h"

namespace bsg::folding {

std::vector<WordId> taught_words(const Model& model) {
  std::vector<WordId> taught;
  for (WordId id = 0; id < model.size(); ++id) {
    if (model::has_taught_context(model, id)) taught.push_back(id);
  }
  if (taught.empty()) {
    throw ModelError("the model has learned nothing: all its contexts are their prior");
  }
  return taught;
}

std::vector<double> weights_as_negatives(const Model& model, const std::vector<WordId>& taught,
                                         double exponent) {
  std::vector<double> weights(model.size());
  for (const WordId id : taught) weights[id] = sampling::negative_weight(model.count(id), exponent);
  return weights;
}

std::vector<float> kept_as_context(const Model& model, const std::vector<WordId>& taught,
                                   double rho) {
  std::uint64_t total = 0;
  for (const WordId id : taught) total += model.count(id);
  std::vector<float> keep(model.size());
  for (const WordId id : taught) {
    const std::uint64_t threshold = sampling::keep_threshold(rho, model.count(id), total);
    keep[id] = static_cast<float>(static_cast<double>(threshold) * 0x1p-32);
  }
  return keep;
}

float mean_partners(const Model& model) {
  if (model.iterations().empty()) return 1;
  const IterationRecord& last = model.iterations().back();
  if (last.tokens == 0) return 1;
  return static_cast<float>(static_cast<double>(last.positive_pairs) /
                            static_cast<double>(last.tokens));
}

}  // namespace bsg::folding
