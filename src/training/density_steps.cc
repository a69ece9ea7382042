#include "training/density_steps.h"

#include "bsg/error.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::training {

using inference::LearnedSide;
using inference::PairSource;
using inference::Prior;

LearnedSide initial_side(Side side, std::size_t words, const TrainingOptions& options) {
  const double prior_precision =
      side == Side::target ? options.prior_precision() : options.context_prior_precision();
  LearnedSide initial(side, words, options.inference.dimension, Prior::isotropic(prior_precision));
  initialise(initial.densities, side, options.seed);
  return initial;
}

PairSource pairs_of(const sampling::DataSet& data, Side side) {
  if (side == Side::target) {
    return [&data](auto word, auto& scratch, auto& pairs) { data.row(word, scratch, pairs); };
  }
  return [&data](auto word, auto& scratch, auto& pairs) { data.column(word, scratch, pairs); };
}

void refuse_unsolved(const PreparedText& prepared, std::uint32_t word) {
  const Wording remedy =
      prepared.update
          ? wording::compose("train a new model")  // the model has decided what would help
          : wording::compose(
                "try a larger {} and {}, or fewer {}", wording::option("prior-precision"),
                wording::option("context-prior-precision"), wording::option("negatives"));
  throw NumericalError(wording::compose(
      "the precision of '{}' could not be inverted: its numbers left the range of single "
      "precision; {}",
      prepared.vocabulary.word(word), remedy));
}

}  // namespace bsg::training
