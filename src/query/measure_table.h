#pragma once

#include "bsg/measure.h"
#include "kernels/scan.h"
#include "query/density.h"
#include "query/measures.h"

namespace bsg::query {

/// A tile of queries and a block of rows, as the kernels take them.
struct ScanBlock {
  kernels::ScanShape shape;
  /// Means at unit length if the measure says so; variances, and 1/σ², if it needs variances.
  kernels::DensityMatrix queries;
  const float* query_precisions;
  kernels::DensityMatrix rows;
  const float* inverse_lengths;  ///< 1/‖μ‖ of the rows if the measure is at unit length
  float* keys;                   ///< [q · shape.rows + k], to be made
  float* spare;                  ///< as many floats, if the measure needs variances
};

/// A measure, in double for the few words whose scores are shown, in float for the scan of all.
struct MeasureRow {
  MeasureDescription description;
  /// What answers are ranked by: of a comparison, whose parts make up `sum`.
  double (*key)(const Comparison& comparison, const Density& sum) = nullptr;
  /// How much that key would scatter from one text to another.
  double (*key_deviation)(const Comparison& comparison, const Density& sum, double key,
                          Spread spread) = nullptr;
  /// The score that belongs to a key, and grows with it, and its derivative.
  double (*score)(double key) = nullptr;
  double (*slope)(double key) = nullptr;
  /// Makes the keys of a block.
  void (*scan)(const ScanBlock& block) = nullptr;
};

const MeasureRow& row_of(Measure measure);

}  // namespace bsg::query
