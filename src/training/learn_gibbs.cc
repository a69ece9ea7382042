#include "training/learn_gibbs.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checkpoint/checkpoint_file.h"
#include "gibbs/alignment.h"
#include "gibbs/chain_steps.h"
#include "gibbs/running_moments.h"
#include "inference/half_update.h"
#include "sampling/data_set.h"
#include "training/density_steps.h"
#include "training/iteration_record.h"
#include "training/make_model.h"
#include "training/text_without_pairs.h"

namespace bsg::training {
namespace {

using checkpoint::StateArray;
using gibbs::KeptDraws;
using gibbs::RunningMoments;
using inference::Densities;
using inference::LearnedSide;
using inference::UpdateSummary;

/// One side of the chain, and what its draws were so far.
struct ChainSide {
  ChainSide(Side which, std::size_t words, const TrainingOptions& options)
      : learned(initial_side(which, words, options)), moments(words, options.inference.dimension) {}

  LearnedSide learned;
  RunningMoments moments;
};

/// All that an iteration leaves to the next.
struct ChainState {
  ChainSide u;
  ChainSide v;
  std::vector<IterationRecord> iterations{};
  std::optional<KeptDraws> draws{};
};

/// How many of so many iterations have had their draws kept.
std::uint32_t kept_sweeps(std::size_t iterations, const TrainingOptions& options) {
  const std::size_t before = options.inference.iterations + options.gibbs.warm_up;
  return static_cast<std::uint32_t>(iterations - std::min(iterations, before));
}

ChainState initial_state(const PreparedText& prepared, const TrainingInput& input,
                         const TrainingOptions& options) {
  const std::size_t words = prepared.vocabulary.size();
  ChainState state{{Side::target, words, options}, {Side::context, words, options}};
  if (input.save_draws) {
    state.draws.emplace(words, options.inference.dimension,
                        options.gibbs.sweeps / options.gibbs.thinning);
  }
  return state;
}

void add_rows(std::vector<StateArray>& arrays, Side side, const char* mean, const char* variance,
              Densities& values) {
  const std::string name = side == Side::target ? "target." : "context.";
  arrays.push_back({name + mean, values.size(), values.dimension(),
                    [&values](auto word) { return values.mean(word); }});
  arrays.push_back({name + variance, values.size(), values.dimension(),
                    [&values](auto word) { return values.variance(word); }});
}

void add_draws(std::vector<StateArray>& arrays, Side side, KeptDraws& draws) {
  const auto words = static_cast<std::uint32_t>(draws.words());
  arrays.push_back(
      {side == Side::target ? "target.draws" : "context.draws", std::uint64_t{draws.size()} * words,
       draws.dimension(),
       [&draws, side, words](auto row) { return draws.row(side, row / words, row % words); }});
}

std::vector<StateArray> arrays_of(ChainState& state) {
  std::vector<StateArray> arrays;
  for (ChainSide* chain : {&state.u, &state.v}) {
    LearnedSide& side = chain->learned;
    add_rows(arrays, side.side, "mean", "variance", side.densities);
    arrays.push_back({side.side == Side::target ? "target.r" : "context.r", side.densities.size(),
                      side.densities.dimension(),
                      [&side](auto word) { return side.natural.r(word); }});
    if (chain->moments.draws() > 0) {
      add_rows(arrays, side.side, "draws_mean", "draws_squares", chain->moments.stored());
    }
    if (state.draws && state.draws->size() > 0) add_draws(arrays, side.side, *state.draws);
  }
  return arrays;
}

void resume_chain(ChainState& state, const TrainingOptions& options, Run& run) {
  if (!run.checkpoints || run.checkpoints->done().empty()) return;
  state.iterations = run.checkpoints->done();
  const std::uint32_t kept = kept_sweeps(state.iterations.size(), options);
  state.u.moments.restored(kept);
  state.v.moments.restored(kept);
  if (state.draws) state.draws->resize(kept / options.gibbs.thinning);
  run.checkpoints->restore(arrays_of(state));
  run.report.resumed_after = static_cast<std::uint32_t>(state.iterations.size());
}

/// The chain starts at the means of variational Bayes.
void become_points(Densities& densities) {
  for (std::uint32_t word = 0; word < densities.size(); ++word) {
    std::fill_n(densities.variance(word), densities.dimension(), 0.0F);
  }
}

/// Iterations of Figure 1 on one data set, then sweeps of the chain: half-updates with draws.
class Sampler {
 public:
  Sampler(const PreparedText& prepared, const TrainingOptions& options, Run& run)
      : options_(options), run_(run), data_(prepared.text, prepared.vocabulary, options) {
    data_.draw(1, stop_within_iteration(run));
  }

  void iterate(ChainState& state) {
    LearnedSide &u = state.u.learned, &v = state.v.learned;
    const auto iteration = static_cast<std::uint32_t>(state.iterations.size() + 1);
    if (iteration == options_.inference.iterations + 1) {
      become_points(u.densities);
      become_points(v.densities);
    }
    const UpdateSummary target = update(u, v, iteration);
    const UpdateSummary context = update(v, u, iteration);
    state.iterations.push_back(make_record(iteration, 1, data_.totals(), target, context));
    run_.report.row_entries += target.row_entries + context.row_entries;
    if (kept_sweeps(iteration, options_) > 0) keep_draw(state);
  }

 private:
  UpdateSummary update(LearnedSide& updated, const LearnedSide& other, std::uint32_t iteration) {
    begin_stage(run_, updated.side == Side::target ? Stage::targets : Stage::contexts, iteration);
    const bool draws = iteration > options_.inference.iterations;
    return half_update(
        {.xi = kernels::XiForm::exact,
         .at = {options_.seed, iteration, updated.side},
         .weighing = draws ? gibbs::drawn_weights() : inference::expected_weights(),
         .estimation = draws ? gibbs::posterior_draws() : inference::posterior_moments()},
        pairs_of(data_, updated.side), other.densities, updated, stop_within_iteration(run_));
  }

  void keep_draw(ChainState& state) const {
    Densities &u = state.u.learned.densities, &v = state.v.learned.densities;
    if (state.u.moments.draws() > 0) {
      gibbs::align(u, v, state.u.moments.values(), state.v.moments.values());
    }
    state.u.moments.add(u);
    state.v.moments.add(v);
    if (state.draws && state.u.moments.draws() % options_.gibbs.thinning == 0) {
      state.draws->add(u, v);
    }
  }

  const TrainingOptions& options_;
  Run& run_;
  sampling::DataSet data_;
};

ChainState run_chain(const PreparedText& prepared, const TrainingInput& input,
                     const TrainingOptions& options, Run& run) {
  ChainState state = initial_state(prepared, input, options);
  begin_stage(run, Stage::sampling, 1);
  Sampler sampler(prepared, options, run);
  resume_chain(state, options, run);
  while (state.iterations.size() < options.all_iterations()) {
    sampler.iterate(state);
    const IterationRecord& last = state.iterations.back();
    if (last.iteration == 1) refuse_text_without_pairs(last);
    finish_iteration(run, last);
    keep_checkpoint(run, state.iterations, last.iteration == options.all_iterations(),
                    arrays_of(state));
  }
  return state;
}

/// The moments of one side, which gives up all else as it goes.
void take_moments(ChainSide side, std::vector<float>& means, std::vector<float>& variances) {
  means = side.moments.means();
  variances = side.moments.variances();
}

ModelData model_of_moments(const PreparedText& prepared, ChainState state) {
  ModelData data = model_of_words(prepared.vocabulary);
  data.dimension = state.u.moments.values().dimension();
  data.iterations = std::move(state.iterations);
  take_moments(std::move(state.u), data.target_mean, data.target_variance);
  take_moments(std::move(state.v), data.context_mean, data.context_variance);
  return data;
}

}  // namespace

Learned learn_gibbs(const PreparedText& prepared, const TrainingInput& input,
                    const TrainingOptions& options, Run& run) {
  try {
    ChainState state = run_chain(prepared, input, options, run);
    Learned learned{.model = {}, .posterior = {}, .draws = std::move(state.draws)};
    learned.model = model_of_moments(prepared, std::move(state));
    return learned;
  } catch (const inference::SolveFailure& failure) {
    refuse_unsolved(prepared, failure.word);
  }
}

}  // namespace bsg::training
