#include "inference/solve_words.h"

#include <cmath>
#include <vector>

#include "kernels/reference.h"

namespace bsg::inference {
namespace {

/// Returns whether all results are finite in single precision.
bool solve_in_double(std::size_t m, const kernels::System& system, const float* axes) {
  std::vector<double> mean(m);
  std::vector<double> variance(m);
  bool solved =
      kernels::reference::solve(m, system.precision, system.r, mean.data(), variance.data(), axes);
  for (std::size_t k = 0; k < m; ++k) {
    system.mean[k] = static_cast<float>(mean[k]);
    system.variance[k] = static_cast<float>(variance[k]);
    solved = solved && std::isfinite(system.mean[k]) && std::isfinite(system.variance[k]);
  }
  return solved;
}

bool draw_in_double(std::size_t m, const kernels::System& system) {
  std::vector<double> draw(m);
  bool solved = kernels::reference::draw(m, system.precision, system.r, system.mean, draw.data());
  for (std::size_t k = 0; k < m; ++k) {
    system.mean[k] = static_cast<float>(draw[k]);
    solved = solved && std::isfinite(system.mean[k]);
  }
  return solved;
}

}  // namespace

void solve_words(std::size_t m, std::span<const std::uint32_t> words,
                 std::span<kernels::System> systems, float* workspace, const float* axes) {
  kernels::solve_batch(m, systems, workspace, axes);
  for (std::size_t k = 0; k < systems.size(); ++k) {
    if (!systems[k].solved && !solve_in_double(m, systems[k], axes)) throw SolveFailure{words[k]};
  }
}

void draw_words(std::size_t m, std::span<const std::uint32_t> words,
                std::span<kernels::System> systems, float* workspace) {
  kernels::draw_batch(m, systems, workspace);
  for (std::size_t k = 0; k < systems.size(); ++k) {
    if (!systems[k].solved && !draw_in_double(m, systems[k])) throw SolveFailure{words[k]};
  }
}

}  // namespace bsg::inference
