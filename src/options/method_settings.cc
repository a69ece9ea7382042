#include "options/method_settings.h"

namespace bsg::options {

TrainingOptions method_settings(TrainingOptions options) {
  if (options.method != Method::bsg) {  // pairs are counted, whole
    options.sampling.basket_weight = BasketWeight::pairs;
    options.sampling.pair_weight = 1;
  }
  if (options.corpus.users) {  // the same pairs in every iteration: nothing to blend
    options.inference.burn_in = options.inference.iterations;
    options.inference.gauge = 0;
    options.inference.calibrate = Calibrate::no;
  }
  if (options.method != Method::gibbs) return options;
  options.sampling.negative_mode = NegativeMode::sampled;
  InferenceOptions& how = options.inference;
  how.xi = Xi::exact;
  how.burn_in = how.iterations;
  how.tolerance = 0;
  how.learn_prior = false;
  how.gauge = 0;
  how.calibrate = Calibrate::no;
  return options;
}

}  // namespace bsg::options
