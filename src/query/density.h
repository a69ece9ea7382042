#pragma once

#include <cstddef>
#include <vector>

#include "bsg/model.h"
#include "bsg/query.h"
#include "model/representation.h"

namespace bsg::query {

/// A Gaussian with a diagonal covariance, for the few words whose scores are shown. Variances are
/// all zeros where the model has none.
struct Density {
  std::vector<double> mean;
  std::vector<double> variance;
  /// How the mean would vary from one text to another of the same size: the variance times
  /// variance_factor(). Deviations of scores and orders are about this.
  std::vector<double> scatter;
};

/// Which of the two stands for the spread of a density.
using Spread = std::vector<double> Density::*;

using model::Role;

Density density_of(const Model& model, Representation representation, Role role, WordId id);

/// The same, in the memory of a density of that dimension.
void load_density(const Model& model, Representation representation, Role role, WordId id,
                  Density& density);

/// Of a target that is no word of the model.
Density density_of(const Model& model, const TargetDensity& density);

Density zero_density(std::size_t dimension);

/// Length of the mean.
double length(const Density& density);

/// sum += factor · density: means times the factor, variances and scatter times its square.
void add_scaled(Density& sum, double factor, const Density& density);

/// 1 / length, which brings the mean to unit length; 1 for a mean of zero, which has no direction.
double unit_scale(const Density& density);

}  // namespace bsg::query
