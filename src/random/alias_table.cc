#include "random/alias_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bsg::random {
namespace {

std::uint32_t to_threshold(double probability) {
  return static_cast<std::uint32_t>(std::clamp(std::round(probability * 0x1p32), 0.0, 0x1p32 - 1));
}

}  // namespace

AliasTable::AliasTable(std::span<const double> weights) : cells_(weights.size()) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double scale = static_cast<double>(weights.size()) / total;
  std::vector<double> mass(weights.begin(), weights.end());
  std::vector<std::uint32_t> small;
  std::vector<std::uint32_t> large;
  for (std::uint32_t i = 0; i < mass.size(); ++i) {
    mass[i] *= scale;
    (mass[i] < 1 ? small : large).push_back(i);
  }
  while (!small.empty() && !large.empty()) {
    const std::uint32_t poor = small.back();
    const std::uint32_t rich = large.back();
    small.pop_back();
    cells_[poor] = {to_threshold(mass[poor]), rich};
    mass[rich] -= 1 - mass[poor];
    if (mass[rich] < 1) {
      large.pop_back();
      small.push_back(rich);
    }
  }
  // What is left has mass 1 up to rounding.
  for (const auto& rest : {small, large}) {
    for (const std::uint32_t i : rest) cells_[i] = {0, i};
  }
}

}  // namespace bsg::random
