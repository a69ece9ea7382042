#include "inference/step_size.h"

#include <cmath>

namespace bsg::inference {

double step_size(std::uint32_t iteration, std::uint32_t burn_in, double decay) {
  if (iteration <= burn_in) return 1;
  return std::pow(static_cast<double>(iteration - burn_in), -decay);
}

}  // namespace bsg::inference
