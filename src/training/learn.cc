#include "training/learn.h"

#include <optional>

#include "bsg/error.h"
#include "inference/densities.h"
#include "inference/expected_negatives.h"
#include "inference/gauge.h"
#include "inference/half_update.h"
#include "inference/kept_precisions.h"
#include "inference/learned_prior.h"
#include "inference/natural_parameters.h"
#include "inference/step_size.h"
#include "inference/xi_form.h"
#include "planning/memory_plan.h"
#include "sampling/data_set.h"
#include "training/kept_densities.h"
#include "training/model_words.h"
#include "training/text_without_pairs.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::training {
namespace {

using inference::Densities;
using inference::ExpectedNegatives;
using inference::HalfUpdate;
using inference::learned_prior_precision;
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
  const files::ScratchPlace place = planning::place_of_precision(plan, side);
  if (place) parameters.reserve_precision(place);
}

/// Figure 1 from step 2 on.
class Learning {
 public:
  Learning(const corpus::Vocabulary& vocabulary, const corpus::EncodedCorpus& text,
           const TrainingOptions& options, Run& run)
      : options_(options),
        how_(options.inference),
        run_(run),
        xi_(inference::xi_form(how_.xi)),
        learned_{Densities(vocabulary.size(), how_.dimension),  // step 2
                 Densities(vocabulary.size(), how_.dimension)},
        u_natural_(vocabulary.size(), how_.dimension),
        v_natural_(vocabulary.size(), how_.dimension),
        data_(text, vocabulary, options) {  // step 3
    initialise(learned_.u, Side::target, options.seed);
    initialise(learned_.v, Side::context, options.seed);
    reserve_in_file(u_natural_, run.report.memory, Side::target);
    reserve_in_file(v_natural_, run.report.memory, Side::context);
    if (options.sampling.negative_mode == NegativeMode::expected) {
      expected_.emplace(vocabulary, options.sampling, how_);
    }
  }

  Learned all_iterations() {
    const LearningState state{learned_.u, learned_.v, u_natural_, v_natural_, learned_.iterations};
    std::uint32_t iteration = resume_learning(state, how_, run_);
    while (!is_finished(learned_.iterations, how_)) {
      iterate(++iteration);
      keep_learning(state, how_, run_);
    }
    return std::move(learned_);
  }

 private:
  /// Step 5, and after the last one the gauge.
  void iterate(std::uint32_t iteration) {
    auto& [u, v, records] = learned_;
    const double target_prior = target_prior_precision();
    const double context_prior = context_prior_precision();
    run_.begin(Stage::sampling, iteration);
    const std::stop_token stop = run_.stop_within_iteration();
    data_.draw(iteration, stop);  // steps 5.1 to 5.4

    const double step = step_size(iteration, how_.burn_in, how_.decay);  // step 5.5
    if (inference::keeps_precision(iteration, how_)) {
      u_natural_.allocate_precision();
      v_natural_.allocate_precision();
    }
    const UpdateSummary target = update_targets(iteration, {xi_, target_prior, step}, stop);
    const UpdateSummary context = update_contexts(iteration, {xi_, context_prior, step}, stop);

    records.push_back(make_record(iteration, step, data_, target, context));
    if (how_.learn_prior) {
      records.back().target_prior_precision = target_prior;
      records.back().context_prior_precision = context_prior;
    }
    if (iteration == 1) refuse_text_without_pairs(records.back());
    if (how_.gauge != 0 && is_finished(records, how_)) choose_axes(iteration, stop);
    run_.report.row_entries += target.row_entries + context.row_entries;
    run_.finished(records.back());
    run_.report.converged = has_converged(records.back(), how_.tolerance);
  }

  /// τ_u: after the first iteration a function of the densities, if it is to be learned.
  [[nodiscard]] double target_prior_precision() const {
    return learns_prior() ? learned_prior_precision(learned_.u) : options_.prior_precision();
  }
  [[nodiscard]] double context_prior_precision() const {
    return learns_prior() ? learned_prior_precision(learned_.v)
                          : options_.context_prior_precision();
  }
  [[nodiscard]] bool learns_prior() const {
    return how_.learn_prior && !learned_.iterations.empty();
  }

  /// Step 5.6.
  UpdateSummary update_targets(std::uint32_t iteration, HalfUpdate half,
                               const std::stop_token& stop) {
    run_.begin(Stage::targets, iteration);
    auto& [u, v, records] = learned_;
    if (expected_) half.background.emplace(expected_->of_targets(u, v, stop));
    const auto rows = [this](auto word, auto& scratch, auto& pairs) {
      data_.row(word, scratch, pairs);
    };
    return half_update(half, rows, v, u, u_natural_, stop);
  }

  /// Step 5.7.
  UpdateSummary update_contexts(std::uint32_t iteration, HalfUpdate half,
                                const std::stop_token& stop) {
    run_.begin(Stage::contexts, iteration);
    auto& [u, v, records] = learned_;
    if (expected_) half.background.emplace(expected_->of_contexts(u, stop));
    const auto columns = [this](auto word, auto& scratch, auto& pairs) {
      data_.column(word, scratch, pairs);
    };
    return half_update(half, columns, u, v, v_natural_, stop);
  }

  void choose_axes(std::uint32_t iteration, const std::stop_token& stop) {
    run_.begin(Stage::gauge, iteration);
    const inference::Gauge gauge = inference::make_gauge(learned_.u, learned_.v, how_.gauge);
    change_axes(gauge.targets, u_natural_, learned_.u, stop);
    change_axes(gauge.contexts, v_natural_, learned_.v, stop);
  }

  const TrainingOptions& options_;
  const InferenceOptions& how_;
  Run& run_;
  kernels::XiForm xi_;
  Learned learned_;
  NaturalParameters u_natural_;
  NaturalParameters v_natural_;
  sampling::DataSet data_;
  std::optional<ExpectedNegatives> expected_;
};

}  // namespace

ModelData learn(const corpus::Vocabulary& vocabulary, const corpus::EncodedCorpus& text,
                const TrainingOptions& options, Run& run) {
  try {
    run.begin(Stage::sampling, 1);
    Learned learned = Learning(vocabulary, text, options, run).all_iterations();
    return make_model(vocabulary, std::move(learned));
  } catch (const inference::SolveFailure& failure) {
    throw NumericalError(wording::compose(
        "the precision of '{}' could not be inverted: its numbers left the range of single "
        "precision; try a larger {} and {}, or fewer {}",
        vocabulary.word(failure.word), wording::option("prior-precision"),
        wording::option("context-prior-precision"), wording::option("negatives")));
  }
}

}  // namespace bsg::training
