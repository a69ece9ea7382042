#pragma once

#include <cstdint>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "sampling/pair_counter.h"

namespace bsg::tests {

/// tests/golden of the source tree.
std::filesystem::path golden_folder();

/// One result of the NumPy script, and how far single precision alone moves it.
struct GoldenResult {
  std::vector<double> values;  ///< row-major
  double single = 0;           ///< largest absolute difference
};

struct GoldenSide {
  double prior_precision = 1;
  std::vector<double> initial_means;  ///< l × m, row-major, exact in single precision
  GoldenResult means;                 ///< after the last iteration
  GoldenResult variances;
  GoldenResult changes;  ///< Σ ‖r − r_prev‖ by iteration
  /// By iteration, then by word: the multisets of tuples as counts.
  std::vector<std::vector<sampling::PairRow>> pairs;
};

/// A case of tests/golden/figure_one.json, which tests/golden/figure_one.py describes.
struct GoldenCase {
  std::string name;
  std::size_t words = 0;
  std::size_t dimension = 0;
  std::uint32_t iterations = 0;
  std::uint32_t burn_in = 0;
  double decay = 0;
  bool exact_xi = false;
  GoldenSide u;
  GoldenSide v;
  GoldenResult bounds;  ///< L_ξ(q), by iteration

  friend void PrintTo(const GoldenCase& golden, std::ostream* out) { *out << golden.name; }
};

std::vector<GoldenCase> read_golden_cases();

}  // namespace bsg::tests
