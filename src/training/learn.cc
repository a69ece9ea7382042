#include "training/learn.h"

#include <fmt/format.h>

#include <optional>

#include "bsg/error.h"
#include "inference/densities.h"
#include "inference/expected_negatives.h"
#include "inference/half_update.h"
#include "inference/natural_parameters.h"
#include "inference/step_size.h"
#include "sampling/data_set.h"
#include "training/model_words.h"
#include "training/text_without_pairs.h"

namespace bsg::training {
namespace {

using inference::Densities;
using inference::ExpectedNegatives;
using inference::HalfUpdate;
using inference::NaturalParameters;
using inference::step_size;
using inference::UpdateSummary;

IterationRecord make_record(std::uint32_t iteration, double step, const sampling::DataSet& data,
                            const UpdateSummary& target, const UpdateSummary& context) {
  const double length = target.length + context.length;
  const double change = target.change + context.change;
  return {.iteration = iteration,
          .step = step,
          .tokens = data.tokens(),
          .positive_pairs = data.positive_pairs(),
          .negative_pairs = data.negative_pairs(),
          .target_change = target.change,
          .context_change = context.change,
          .relative_change = length > 0 ? change / (step * length) : 0};
}

/// The last line of Figure 1; never in iteration 1, whose r_prev is arbitrary.
bool has_converged(const IterationRecord& record, double tolerance) {
  return record.iteration > 1 && record.target_change < tolerance &&
         record.context_change < tolerance;
}

/// All words of a vocabulary, with the densities they ended in.
ModelData make_model(const corpus::Vocabulary& vocabulary, const Densities& u, const Densities& v,
                     std::vector<IterationRecord> iterations) {
  ModelData data = model_of_words(vocabulary);
  data.dimension = u.dimension();
  data.target_mean = u.means();
  data.target_variance = u.variances();
  data.context_mean = v.means();
  data.context_variance = v.variances();
  data.iterations = std::move(iterations);
  return data;
}

/// Figure 1 from step 2 on.
ModelData iterate(const corpus::Vocabulary& vocabulary, const corpus::EncodedCorpus& text,
                  const TrainingOptions& options, Run& run) {
  const InferenceOptions& how = options.inference;
  const auto xi = how.xi == Xi::exact ? kernels::XiForm::exact : kernels::XiForm::paper;
  run.begin(Stage::sampling, 1);

  Densities u(vocabulary.size(), how.dimension);  // step 2
  Densities v(vocabulary.size(), how.dimension);
  initialise(u, Side::target, options.seed);
  initialise(v, Side::context, options.seed);
  NaturalParameters u_natural(vocabulary.size(), how.dimension);
  NaturalParameters v_natural(vocabulary.size(), how.dimension);

  sampling::DataSet data(text, vocabulary, options);  // step 3
  std::optional<ExpectedNegatives> expected;
  if (options.sampling.negative_mode == NegativeMode::expected) {
    expected.emplace(vocabulary, options.sampling, xi, how.dimension);
  }
  const inference::PairSource rows = [&data](auto word, auto& scratch, auto& pairs) {
    data.row(word, scratch, pairs);
  };
  const inference::PairSource columns = [&data](auto word, auto& scratch, auto& pairs) {
    data.column(word, scratch, pairs);
  };

  std::vector<IterationRecord> records;
  for (std::uint32_t iteration = 1; iteration <= how.iterations; ++iteration) {
    run.begin(Stage::sampling, iteration);
    data.draw(iteration, run.stop());  // steps 5.1 to 5.4

    const double step = step_size(iteration, how.burn_in, how.decay);  // step 5.5
    if (iteration < how.iterations && step_size(iteration + 1, how.burn_in, how.decay) < 1) {
      u_natural.allocate_precision();
      v_natural.allocate_precision();
    }

    run.begin(Stage::targets, iteration);  // step 5.6
    HalfUpdate half{xi, how.prior_precision, step};
    if (expected) half.background.emplace(expected->of_targets(u, v));
    const UpdateSummary target = half_update(half, rows, v, u, u_natural, run.stop());
    run.begin(Stage::contexts, iteration);  // step 5.7
    half.prior_precision = options.context_prior_precision();
    if (expected) half.background.emplace(expected->of_contexts(u));
    const UpdateSummary context = half_update(half, columns, u, v, v_natural, run.stop());

    records.push_back(make_record(iteration, step, data, target, context));
    if (iteration == 1) refuse_text_without_pairs(records.back());
    run.report.row_entries += target.row_entries + context.row_entries;
    run.finished(records.back());
    run.report.converged = has_converged(records.back(), how.tolerance);
    if (run.report.converged) break;
  }
  return make_model(vocabulary, u, v, std::move(records));
}

}  // namespace

ModelData learn(const corpus::Vocabulary& vocabulary, const corpus::EncodedCorpus& text,
                const TrainingOptions& options, Run& run) {
  try {
    return iterate(vocabulary, text, options, run);
  } catch (const inference::SolveFailure& failure) {
    throw NumericalError(
        fmt::format("the precision of '{}' could not be inverted: its numbers left the range of "
                    "single precision; try a larger --prior-precision or fewer --negatives",
                    vocabulary.word(failure.word)));
  }
}

}  // namespace bsg::training
