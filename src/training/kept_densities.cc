#include "training/kept_densities.h"

#include "checkpoint/checkpoint_file.h"
#include "inference/kept_precisions.h"
#include "kernels/row_layout.h"

namespace bsg::training {
namespace {

using inference::Densities;
using inference::NaturalParameters;

void add_densities(std::vector<checkpoint::StateArray>& arrays, const std::string& side,
                   Densities& densities) {
  const std::uint64_t l = densities.size();
  const std::uint64_t m = densities.dimension();
  arrays.push_back(
      {side + ".mean", l, m, [&](std::uint32_t word) { return densities.mean(word); }});
  arrays.push_back(
      {side + ".variance", l, m, [&](std::uint32_t word) { return densities.variance(word); }});
}

void add_r(std::vector<checkpoint::StateArray>& arrays, const std::string& side,
           const Densities& densities, NaturalParameters& natural) {
  arrays.push_back({side + ".r", densities.size(), densities.dimension(),
                    [&](std::uint32_t word) { return natural.r(word); }});
}

void add_precision(std::vector<checkpoint::StateArray>& arrays, const std::string& side,
                   const Densities& densities, NaturalParameters& natural) {
  arrays.push_back({side + ".precision", densities.size(),
                    kernels::packed_size(densities.dimension()),
                    [&](std::uint32_t word) { return natural.precision(word); }});
}

/// What the iterations to come need of the state.
std::vector<checkpoint::StateArray> arrays_of(const LearningState& state,
                                              const InferenceOptions& how) {
  std::vector<checkpoint::StateArray> arrays;
  add_densities(arrays, "target", state.u);
  add_densities(arrays, "context", state.v);
  if (is_finished(state.iterations, how)) return arrays;
  add_r(arrays, "target", state.u, state.u_natural);
  add_r(arrays, "context", state.v, state.v_natural);
  if (!inference::next_blends(static_cast<std::uint32_t>(state.iterations.size()), how))
    return arrays;
  add_precision(arrays, "target", state.u, state.u_natural);
  add_precision(arrays, "context", state.v, state.v_natural);
  return arrays;
}

}  // namespace

bool has_converged(const IterationRecord& record, double tolerance) {
  return record.iteration > 1 && record.target_change < tolerance &&
         record.context_change < tolerance;
}

bool is_finished(const std::vector<IterationRecord>& iterations, const InferenceOptions& how) {
  if (iterations.empty()) return false;
  return iterations.size() >= how.iterations || has_converged(iterations.back(), how.tolerance);
}

std::uint32_t resume_learning(const LearningState& state, const InferenceOptions& how, Run& run) {
  if (!run.checkpoints || run.checkpoints->done().empty()) return 0;
  state.iterations = run.checkpoints->done();
  const auto done = static_cast<std::uint32_t>(state.iterations.size());
  if (!is_finished(state.iterations, how) && inference::next_blends(done, how)) {
    state.u_natural.allocate_precision();
    state.v_natural.allocate_precision();
  }
  run.checkpoints->restore(arrays_of(state, how));
  run.report.converged = has_converged(state.iterations.back(), how.tolerance);
  run.report.resumed_after = done;
  return run.report.resumed_after;
}

void keep_learning(const LearningState& state, const InferenceOptions& how, Run& run) {
  run.keep(state.iterations, is_finished(state.iterations, how), arrays_of(state, how));
}

}  // namespace bsg::training
