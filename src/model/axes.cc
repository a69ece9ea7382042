#include "model/axes.h"

namespace bsg::model {

std::vector<double> squared_stretches(std::span<const float> axes, std::size_t m) {
  std::vector<double> squares(m, axes.empty() ? 1 : 0);
  for (std::size_t at = 0; at < axes.size(); ++at) {
    squares[at / m] += double{axes[at]} * double{axes[at]};
  }
  return squares;
}

}  // namespace bsg::model
