#include "kernels/cosine_scatter.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "kernels/every_target.h"
#include "kernels/random_densities.h"

namespace bsg::kernels {
namespace {

class ScatterOfTheCosine : public EveryTarget {};
BSG_ON_EVERY_TARGET(ScatterOfTheCosine);

/// `size` floats that start behind another one and end with the memory.
std::vector<float> floats(std::size_t size, float low, float high, std::uint32_t seed) {
  const AlignedBuffer drawn = random_floats(size, low, high, seed);
  std::vector<float> values{0};
  values.insert(values.end(), drawn.begin(), drawn.end());
  return values;
}

TEST_P(ScatterOfTheCosine, AgreesWithItsSumsInDouble) {
  for (const std::size_t m : kAwkwardLengths) {
    const std::vector<float> query = floats(m, -1, 1, 1), query_variances = floats(m, 0, 2, 2);
    const std::vector<float> mean = floats(m, -3, 3, 3), variances = floats(m, 0, 2, 4);
    const float cosine = 0.3F, inverse_length = 0.4F;
    double by_query = 0, by_row = 0;
    for (std::size_t k = 1; k <= m; ++k) {
      const double p = query[k], q = double{inverse_length} * double{mean[k]};
      by_query += std::pow(q - double{cosine} * p, 2) * double{query_variances[k]};
      by_row +=
          std::pow((p - double{cosine} * q) * double{inverse_length}, 2) * double{variances[k]};
    }
    const CosineScatter scatter =
        cosine_scatter(query.data() + 1, query_variances.data() + 1,
                       {mean.data() + 1, variances.data() + 1, inverse_length}, m, cosine);
    const double epsilon =
        static_cast<double>(m + 16) * double{std::numeric_limits<float>::epsilon()};
    EXPECT_NEAR(scatter.by_query, by_query, epsilon * (by_query + 1));
    EXPECT_NEAR(scatter.by_row, by_row, epsilon * (by_row + 1));
  }
}

/// Of vectors along one axis, and along two.
TEST_P(ScatterOfTheCosine, IsExactForSmallIntegers) {
  std::vector<float> query(19), mean(19);
  query[3] = 1;
  mean[3] = 2;
  const std::vector<float> query_variances(19, 1), variances(19, 4);
  const ScatteredRow row{mean.data(), variances.data(), 0.5F};
  const CosineScatter along = cosine_scatter(query.data(), query_variances.data(), row, 19, 1);
  EXPECT_EQ(along.by_query, 0);
  EXPECT_EQ(along.by_row, 0);
  mean[3] = 0;
  mean[17] = 2;
  const CosineScatter across = cosine_scatter(query.data(), query_variances.data(), row, 19, 0);
  EXPECT_EQ(across.by_query, 1);
  EXPECT_EQ(across.by_row, 1);
}

}  // namespace
}  // namespace bsg::kernels
