#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "inference/densities.h"
#include "kernels/scan.h"

namespace bsg::recommending {

/// Densities of some users as the scans take them: rows without padding.
class UserTile {
 public:
  /// Users for which items are fetched from memory once. More of them leave the inner cache.
  static constexpr std::size_t kUsers = 96;

  UserTile(const inference::Densities& users, std::size_t first, std::size_t size)
      : means_(size * users.dimension()), variances_(means_.size()) {
    const std::size_t m = users.dimension();
    for (std::size_t k = 0; k < size; ++k) {
      const auto user = static_cast<std::uint32_t>(first + k);
      std::copy_n(users.rows().mean(user), m, means_.data() + k * m);
      std::copy_n(users.rows().variance(user), m, variances_.data() + k * m);
    }
  }

  [[nodiscard]] const float* means() const { return means_.data(); }
  [[nodiscard]] float* means() { return means_.data(); }
  [[nodiscard]] kernels::DensityMatrix densities() const {
    return {means_.data(), variances_.data()};
  }

 private:
  std::vector<float> means_, variances_;
};

}  // namespace bsg::recommending
