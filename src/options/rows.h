#pragma once

#include <vector>

#include "options/option_row.h"

namespace bsg::options {

/// All rows of the table, in the order of the algorithm.
const std::vector<Row>& rows();

}  // namespace bsg::options
