#pragma once

#include <vector>

#include "options/option_row.h"

namespace bsg::options {

/// What is learned from: texts, tables and their vocabulary; spelling; pairs and negatives.
std::vector<Row> data_rows();

/// How densities are learned: the iterations, the prior, the gauge.
std::vector<Row> inference_rows();

/// All rows of the table, in the order of the algorithm.
const std::vector<Row>& rows();

}  // namespace bsg::options
