#include "kernels/scan.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/every_target.h"
#include "kernels/random_densities.h"
#include "kernels/reference.h"

namespace bsg::kernels {
namespace {

constexpr double kEpsilon = std::numeric_limits<float>::epsilon();
constexpr std::size_t kCounts[] = {0, 1, 2, 3, 4, 5, 9};
constexpr std::size_t kOffsets[] = {0, 1, 3};

class Scan : public EveryTarget {};
BSG_ON_EVERY_TARGET(Scan);

/// Rows that start `offset` floats into a piece of memory that ends with the last one.
class Rows {
 public:
  Rows(std::size_t count, std::size_t m, std::size_t offset, float low, float high,
       std::uint32_t seed)
      : offset_(offset), m_(m), floats_(offset + count * m) {
    const AlignedBuffer values = random_floats(floats_.size(), low, high, seed);
    std::copy(values.begin(), values.end(), floats_.begin());
  }

  [[nodiscard]] float* row(std::size_t k) { return floats_.data() + offset_ + k * m_; }
  void round() {
    for (float& x : floats_) x = std::round(x);
  }

 private:
  std::size_t offset_;
  std::size_t m_;
  std::vector<float> floats_;
};

struct Case {
  Rows query_mean, query_variance, means, variances;

  Case(std::size_t count, std::size_t m, std::size_t offset)
      : query_mean(1, m, offset, -2, 2, 1),
        query_variance(1, m, offset, 0.01F, 2, 2),
        means(count, m, offset, -2, 2, 3),
        variances(count, m, offset, 0.01F, 2, 4) {}
};

template <typename Check>
void for_every_case(Check check) {
  for (const std::size_t m : kAwkwardLengths) {
    for (const std::size_t count : kCounts) {
      for (const std::size_t offset : kOffsets) check(Case(count, m, offset), count, m);
    }
  }
}

double epsilon_of(std::size_t m) {
  return static_cast<double>(m + 8) * kEpsilon;
}

double product_of_magnitudes(const float* a, const float* b, std::size_t m) {
  double sum = 0;
  for (std::size_t i = 0; i < m; ++i) sum += std::abs(double{a[i]} * double{b[i]});
  return sum;
}

TEST_P(Scan, ProductsAgreeWithReference) {
  for_every_case([](Case c, std::size_t count, std::size_t m) {
    std::vector<float> products(count);
    scan_products(c.query_mean.row(0), c.means.row(0), count, m, products.data());
    for (std::size_t k = 0; k < count; ++k) {
      const float* const row = c.means.row(k);
      ASSERT_NEAR(products[k], reference::product(c.query_mean.row(0), row, m),
                  epsilon_of(m) * product_of_magnitudes(c.query_mean.row(0), row, m));
    }
  });
}

TEST_P(Scan, ProductsAreExactForSmallIntegers) {
  for_every_case([](Case c, std::size_t count, std::size_t m) {
    c.query_mean.round();
    c.means.round();
    std::vector<float> products(count);
    scan_products(c.query_mean.row(0), c.means.row(0), count, m, products.data());
    for (std::size_t k = 0; k < count; ++k) {
      ASSERT_EQ(products[k], reference::product(c.query_mean.row(0), c.means.row(k), m));
    }
  });
}

TEST_P(Scan, MomentsAgreeWithReference) {
  for_every_case([](Case c, std::size_t count, std::size_t m) {
    std::vector<float> means(count);
    std::vector<float> variances(count);
    scan_moments(c.query_mean.row(0), c.query_variance.row(0), c.means.row(0), c.variances.row(0),
                 count, m, means.data(), variances.data());
    std::vector<float> products(count);
    scan_products(c.query_mean.row(0), c.means.row(0), count, m, products.data());
    ASSERT_EQ(means, products);
    for (std::size_t k = 0; k < count; ++k) {
      const double expected = reference::product_variance(
          c.query_mean.row(0), c.query_variance.row(0), c.means.row(k), c.variances.row(k), m);
      ASSERT_NEAR(variances[k], expected, epsilon_of(m) * expected);
    }
  });
}

TEST_P(Scan, SymmetricKlAgreesWithReference) {
  for_every_case([](Case c, std::size_t count, std::size_t m) {
    std::vector<float> similarities(count);
    scan_symmetric_kl(c.query_mean.row(0), c.query_variance.row(0), c.means.row(0),
                      c.variances.row(0), count, m, similarities.data());
    for (std::size_t k = 0; k < count; ++k) {
      const double expected = reference::symmetric_kl(c.query_mean.row(0), c.query_variance.row(0),
                                                      c.means.row(k), c.variances.row(k), m);
      ASSERT_NEAR(similarities[k], expected, epsilon_of(m) * std::abs(expected)) << m << ' ' << k;
    }
  });
}

TEST_P(Scan, SymmetricKlWithItselfIsZero) {
  Case c(1, 41, 1);
  float similarity = 1;
  scan_symmetric_kl(c.means.row(0), c.variances.row(0), c.means.row(0), c.variances.row(0), 1, 41,
                    &similarity);
  EXPECT_EQ(similarity, 0);
}

TEST_P(Scan, ARowDoesNotDependOnItsPlace) {
  const std::size_t m = 41;
  const std::size_t count = 9;
  Case c(count, m, 1);
  std::vector<float> together(count);
  scan_symmetric_kl(c.query_mean.row(0), c.query_variance.row(0), c.means.row(0),
                    c.variances.row(0), count, m, together.data());
  for (std::size_t k = 0; k < count; ++k) {
    float alone = 0;
    scan_symmetric_kl(c.query_mean.row(0), c.query_variance.row(0), c.means.row(k),
                      c.variances.row(k), 1, m, &alone);
    EXPECT_EQ(alone, together[k]);
  }
}

}  // namespace
}  // namespace bsg::kernels
