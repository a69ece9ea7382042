#pragma once

#include <cstdint>

namespace bsg::inference {

/// β of step 5.5 in iteration 1, 2, …: 1 while k <= 0, then k^-γ, with k = iteration - κ (step 4).
double step_size(std::uint32_t iteration, std::uint32_t burn_in, double decay);

}  // namespace bsg::inference
