#include "query/density.h"

#include <cmath>
#include <numeric>
#include <span>

namespace bsg::query {

Density zero_density(std::size_t dimension) {
  return {std::vector<double>(dimension), std::vector<double>(dimension)};
}

Density density_of(const Model& model, Representation representation, Role role, WordId id) {
  const Representation shown = model::in_role(representation, role);
  Density density = zero_density(model::representation_dimension(model, shown));
  model::representation_row(model, shown, model::Moment::mean, id, std::span(density.mean));
  if (model.has_variances()) {
    model::representation_row(model, shown, model::Moment::variance, id,
                              std::span(density.variance));
  }
  return density;
}

double length(const Density& density) {
  return std::sqrt(
      std::inner_product(density.mean.begin(), density.mean.end(), density.mean.begin(), 0.0));
}

void add_scaled(Density& sum, double factor, const Density& density) {
  for (std::size_t k = 0; k < sum.mean.size(); ++k) {
    sum.mean[k] += factor * density.mean[k];
    sum.variance[k] += factor * factor * density.variance[k];
  }
}

double unit_scale(const Density& density) {
  const double norm = length(density);
  return norm > 0 ? 1 / norm : 1;
}

}  // namespace bsg::query
