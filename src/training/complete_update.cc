#include "training/complete_update.h"

#include <Eigen/Core>
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "inference/axes_matrix.h"
#include "model/axes.h"

namespace bsg::training {
namespace {

using Eigen::MatrixXd;
using inference::axes_matrix;
using inference::rows_of;

/// What brings vectors of one side from the old model's axes to the new one's: B' B⁻¹, where B⁻¹ is
/// the transpose of the other side's B⁻ᵀ.
MatrixXd turn(std::span<const float> new_axes, std::span<const float> other_old_axes,
              std::size_t m) {
  return axes_matrix(new_axes, m) * axes_matrix(other_old_axes, m).transpose();
}

void append(std::vector<float>& rows, std::span<const float> row) {
  rows.insert(rows.end(), row.begin(), row.end());
}

/// Words that no text has, as the model has them.
void append_left_out(ModelData& data, const UpdateStart& start) {
  const Model& model = start.model;
  for (const WordId id : start.words.left_out) {
    data.words.emplace_back(model.word(id));
    data.counts.push_back(0);
    append(data.target_mean, model.mean(Side::target, id));
    append(data.target_variance, model.variance(Side::target, id));
    append(data.context_mean, model.mean(Side::context, id));
    append(data.context_variance, model.variance(Side::context, id));
  }
}

/// Their variance is alike in every axis of training: AAᵀ stretches it.
void turn_variances(std::span<float> variances, std::span<const float> old_axes,
                    std::span<const float> new_axes, std::size_t m) {
  const std::vector<double> before = model::squared_stretches(old_axes, m);
  const std::vector<double> after = model::squared_stretches(new_axes, m);
  for (std::size_t at = 0; at < variances.size(); ++at) {
    variances[at] = static_cast<float>(double{variances[at]} * after[at % m] / before[at % m]);
  }
}

}  // namespace

void complete_update(ModelData& data, const UpdateStart& start,
                     const std::optional<inference::Gauge>& gauge) {
  const std::size_t m = data.dimension, learned = data.words.size() * m;
  const Model& model = start.model;
  const std::span<const float> old_targets = model.axes(Side::target);
  const std::span<const float> old_contexts = model.axes(Side::context);
  data.features = model.features();
  data.calibration.assign(model.calibration().begin(), model.calibration().end());
  data.target_axes.assign(old_targets.begin(), old_targets.end());
  data.context_axes.assign(old_contexts.begin(), old_contexts.end());
  append_left_out(data, start);
  if (!start.new_axes) return;

  const inference::Gauge before = start.axes.value_or(inference::Gauge{});
  const MatrixXd targets = turn(gauge->targets, before.contexts, m);
  const MatrixXd contexts = turn(gauge->contexts, before.targets, m);
  if (start.in_axes_of_training()) {
    data.target_axes =
        gauge->targets;  // without a rounding: the update's axes are those of training
    data.context_axes = gauge->contexts;
  } else {
    data.target_axes = rows_of(targets * axes_matrix(old_targets, m));
    data.context_axes = rows_of(contexts * axes_matrix(old_contexts, m));
  }
  data.features.weights =
      inference::rows_in_axes(rows_of(targets), std::move(data.features.weights), m);
  const std::vector<float> cold(data.target_mean.begin() + static_cast<std::ptrdiff_t>(learned),
                                data.target_mean.end());
  data.target_mean.resize(learned);
  append(data.target_mean, inference::rows_in_axes(rows_of(targets), cold, m));
  turn_variances(std::span(data.target_variance).subspan(learned), old_targets, data.target_axes,
                 m);
  turn_variances(std::span(data.context_variance).subspan(learned), old_contexts, data.context_axes,
                 m);
}

}  // namespace bsg::training
