#include "query/density.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "query/side_by_side.h"
#include "query/variance_factor.h"

namespace bsg::query {
namespace {

/// scatter += the side's variances times its factor, from the place `first` on.
void add_scatter(const Model& model, Side side, WordId id, std::size_t first,
                 std::vector<double>& scatter) {
  const double factor = variance_factor(model, side, id);
  const std::span<const float> variance = model.variance(side, id);
  for (std::size_t k = 0; k < variance.size(); ++k) {
    scatter[first + k] += factor * double{variance[k]};
  }
}

}  // namespace

Density zero_density(std::size_t dimension) {
  return {std::vector<double>(dimension), std::vector<double>(dimension),
          std::vector<double>(dimension)};
}

Density density_of(const Model& model, Representation representation, Role role, WordId id) {
  const Representation shown = model::in_role(representation, role);
  Density density = zero_density(model::representation_dimension(model, shown));
  load_density(model, representation, role, id, density);
  return density;
}

void load_density(const Model& model, Representation representation, Role role, WordId id,
                  Density& density) {
  const Representation shown = model::in_role(representation, role);
  model::representation_row(model, shown, model::Moment::mean, id, std::span(density.mean));
  if (!model.has_variances()) return;
  model::representation_row(model, shown, model::Moment::variance, id, std::span(density.variance));
  std::ranges::fill(density.scatter, 0.0);
  const bool has_target = shown != Representation::context;
  const bool has_context = shown != Representation::target;
  const std::size_t context = shown == Representation::concat ? model.dimension() : 0;
  if (has_target) add_scatter(model, Side::target, id, 0, density.scatter);
  if (has_context) add_scatter(model, Side::context, id, context, density.scatter);
}

Density density_of(const Model& model, const TargetDensity& density) {
  Density result{{density.mean.begin(), density.mean.end()},
                 {density.variance.begin(), density.variance.end()},
                 {density.variance.begin(), density.variance.end()}};
  const double factor = variance_factor(model, Side::target, std::nullopt);
  for (double& scatter : result.scatter) scatter *= factor;
  return result;
}

double length(const Density& density) {
  const std::vector<double>& mean = density.mean;
  return std::sqrt(sum_side_by_side(mean.size(), [&](std::size_t k) { return mean[k] * mean[k]; }));
}

void add_scaled(Density& sum, double factor, const Density& density) {
  for (std::size_t k = 0; k < sum.mean.size(); ++k) {
    sum.mean[k] += factor * density.mean[k];
    sum.variance[k] += factor * factor * density.variance[k];
    sum.scatter[k] += factor * factor * density.scatter[k];
  }
}

double unit_scale(const Density& density) {
  const double norm = length(density);
  return norm > 0 ? 1 / norm : 1;
}

}  // namespace bsg::query
