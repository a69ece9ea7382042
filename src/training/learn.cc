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
#include "training/kept_densities.h"
#include "training/memory_plan.h"
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

/// u and v with what was learned about the iterations on the way.
struct Learned {
  Densities u;
  Densities v;
  std::vector<IterationRecord> iterations{};
};

/// All words of a vocabulary, with the densities they ended in, which are given up one by one.
ModelData make_model(const corpus::Vocabulary& vocabulary, Learned learned) {
  ModelData data = model_of_words(vocabulary);
  data.dimension = learned.u.dimension();
  data.iterations = std::move(learned.iterations);
  data.target_mean = learned.u.means();
  data.target_variance = learned.u.variances();
  learned.u = Densities(0, data.dimension);
  data.context_mean = learned.v.means();
  data.context_variance = learned.v.variances();
  return data;
}

/// The disk space of precisions that will be kept in a file is taken before the work begins.
void reserve_in_file(NaturalParameters& parameters, const MemoryPlan& plan, Side side) {
  const files::ScratchPlace place = place_of_precision(plan, side);
  if (place) parameters.reserve_precision(place);
}

/// Figure 1 from step 2 on.
Learned iterate(const corpus::Vocabulary& vocabulary, const corpus::EncodedCorpus& text,
                const TrainingOptions& options, Run& run) {
  const InferenceOptions& how = options.inference;
  const auto xi = how.xi == Xi::exact ? kernels::XiForm::exact : kernels::XiForm::paper;
  run.begin(Stage::sampling, 1);

  Learned learned{Densities(vocabulary.size(), how.dimension),  // step 2
                  Densities(vocabulary.size(), how.dimension)};
  auto& [u, v, records] = learned;
  initialise(u, Side::target, options.seed);
  initialise(v, Side::context, options.seed);
  NaturalParameters u_natural(vocabulary.size(), how.dimension);
  NaturalParameters v_natural(vocabulary.size(), how.dimension);
  reserve_in_file(u_natural, run.report.memory, Side::target);
  reserve_in_file(v_natural, run.report.memory, Side::context);

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

  const LearningState state{u, v, u_natural, v_natural, records};
  std::uint32_t iteration = resume_learning(state, how, run);
  while (++iteration <= how.iterations && !run.report.converged) {
    run.begin(Stage::sampling, iteration);
    const std::stop_token stop = run.stop_within_iteration();
    data.draw(iteration, stop);  // steps 5.1 to 5.4

    const double step = step_size(iteration, how.burn_in, how.decay);  // step 5.5
    if (iteration < how.iterations && step_size(iteration + 1, how.burn_in, how.decay) < 1) {
      u_natural.allocate_precision();
      v_natural.allocate_precision();
    }

    run.begin(Stage::targets, iteration);  // step 5.6
    HalfUpdate half{xi, how.prior_precision, step};
    if (expected) half.background.emplace(expected->of_targets(u, v));
    const UpdateSummary target = half_update(half, rows, v, u, u_natural, stop);
    run.begin(Stage::contexts, iteration);  // step 5.7
    half.prior_precision = options.context_prior_precision();
    if (expected) half.background.emplace(expected->of_contexts(u));
    const UpdateSummary context = half_update(half, columns, u, v, v_natural, stop);

    records.push_back(make_record(iteration, step, data, target, context));
    if (iteration == 1) refuse_text_without_pairs(records.back());
    run.report.row_entries += target.row_entries + context.row_entries;
    run.finished(records.back());
    run.report.converged = has_converged(records.back(), how.tolerance);
    keep_learning(state, how, run);
  }
  return learned;
}

}  // namespace

ModelData learn(const corpus::Vocabulary& vocabulary, const corpus::EncodedCorpus& text,
                const TrainingOptions& options, Run& run) {
  try {
    return make_model(vocabulary, iterate(vocabulary, text, options, run));
  } catch (const inference::SolveFailure& failure) {
    throw NumericalError(
        fmt::format("the precision of '{}' could not be inverted: its numbers left the range of "
                    "single precision; try a larger --prior-precision or fewer --negatives",
                    vocabulary.word(failure.word)));
  }
}

}  // namespace bsg::training
