#include "kernels/scan.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numbers>
#include <vector>

#include "kernels/every_target.h"
#include "kernels/random_densities.h"
#include "kernels/reference.h"

namespace bsg::kernels {
namespace {

constexpr double kEpsilon = std::numeric_limits<float>::epsilon();
constexpr std::size_t kCounts[] = {0, 1, 2, 3, 4, 5, 9};
constexpr std::size_t kQueries[] = {0, 1, 2, 3, 4, 7};
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

/// One row of a matrix of densities.
struct Density {
  const float* mean;
  const float* variance;
};

struct Case {
  ScanShape shape;
  Rows query_means, query_variances, means, variances;

  Case(ScanShape scan, std::size_t offset)
      : shape(scan),
        query_means(scan.queries, scan.m, offset, -2, 2, 1),
        query_variances(scan.queries, scan.m, offset, 0.01F, 2, 2),
        means(scan.rows, scan.m, offset, -2, 2, 3),
        variances(scan.rows, scan.m, offset, 0.01F, 2, 4) {}

  [[nodiscard]] DensityMatrix queries(std::size_t first = 0) {
    return {query_means.row(first), query_variances.row(first)};
  }
  [[nodiscard]] DensityMatrix rows(std::size_t first = 0) {
    return {means.row(first), variances.row(first)};
  }

  std::vector<float> products() {
    std::vector<float> result(shape.queries * shape.rows);
    scan_products(query_means.row(0), means.row(0), shape, result.data());
    return result;
  }

  /// Of the queries from `first` on.
  std::vector<float> precisions(std::size_t first = 0) {
    std::vector<float> result;
    const float* const variance = query_variances.row(first);
    for (std::size_t i = 0; i < (shape.queries - first) * shape.m; ++i) {
      result.push_back(1 / variance[i]);
    }
    return result;
  }

  std::vector<float> similarities() {
    std::vector<float> result(shape.queries * shape.rows);
    scan_symmetric_kl(queries(), precisions().data(), rows(), shape, result.data());
    return result;
  }
};

/// check(case, q, k, place) for every pair of query and row, `place` being that of their result.
template <typename Scan, typename Check>
void for_every_pair(Scan scan, Check check) {
  for (const std::size_t m : kAwkwardLengths) {
    for (const std::size_t queries : kQueries) {
      for (const std::size_t count : kCounts) {
        Case c({queries, count, m}, kOffsets[(m + queries + count) % std::size(kOffsets)]);
        const auto results = scan(c);
        for (std::size_t q = 0; q < queries; ++q) {
          for (std::size_t k = 0; k < count; ++k) {
            check(c, Density{c.query_means.row(q), c.query_variances.row(q)},
                  Density{c.means.row(k), c.variances.row(k)}, results, q * count + k);
            if (::testing::Test::HasFatalFailure()) return;
          }
        }
      }
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
  for_every_pair([](Case& c) { return c.products(); },
                 [](const Case& c, Density q, Density d, const auto& products, std::size_t place) {
                   const std::size_t m = c.shape.m;
                   ASSERT_NEAR(products[place], reference::product(q.mean, d.mean, m),
                               epsilon_of(m) * product_of_magnitudes(q.mean, d.mean, m));
                 });
}

TEST_P(Scan, ProductsAreExactForSmallIntegers) {
  const auto scan = [](Case& c) {
    c.query_means.round();
    c.means.round();
    return c.products();
  };
  for_every_pair(scan,
                 [](const Case& c, Density q, Density d, const auto& products, std::size_t place) {
                   ASSERT_EQ(products[place], reference::product(q.mean, d.mean, c.shape.m));
                 });
}

TEST_P(Scan, MomentsAgreeWithReference) {
  const auto scan = [](Case& c) {
    std::vector<float> means(c.shape.queries * c.shape.rows);
    std::vector<float> variances(means.size());
    scan_moments(c.queries(), c.rows(), c.shape, means.data(), variances.data());
    EXPECT_EQ(means, c.products());
    return variances;
  };
  for_every_pair(
      scan, [](const Case& c, Density q, Density d, const auto& variances, std::size_t place) {
        const double expected =
            reference::product_variance(q.mean, q.variance, d.mean, d.variance, c.shape.m);
        ASSERT_NEAR(variances[place], expected, epsilon_of(c.shape.m) * expected);
      });
}

TEST_P(Scan, SymmetricKlAgreesWithReference) {
  for_every_pair(
      [](Case& c) { return c.similarities(); },
      [](const Case& c, Density q, Density d, const auto& similarities, std::size_t place) {
        const std::size_t m = c.shape.m;
        const double expected = reference::symmetric_kl(q.mean, q.variance, d.mean, d.variance, m);
        ASSERT_NEAR(similarities[place], expected, epsilon_of(m) * std::abs(expected));
      });
}

TEST_P(Scan, SymmetricKlWithItselfIsZero) {
  Case c({1, 1, 41}, 1);
  std::vector<float> precisions;
  for (std::size_t i = 0; i < 41; ++i) precisions.push_back(1 / c.variances.row(0)[i]);
  *c.variances.row(0) = std::numeric_limits<float>::denorm_min();
  precisions.front() = std::numeric_limits<float>::max();
  float similarity = 1;
  scan_symmetric_kl(c.rows(), precisions.data(), c.rows(), c.shape, &similarity);
  EXPECT_EQ(similarity, 0);
}

TEST_P(Scan, APairDoesNotDependOnTheOthers) {
  Case c({7, 9, 41}, 1);
  const ScanShape one{1, 1, c.shape.m};
  const std::vector<float> products = c.products();
  const std::vector<float> similarities = c.similarities();
  std::vector<float> means(similarities.size());
  std::vector<float> variances(similarities.size());
  scan_moments(c.queries(), c.rows(), c.shape, means.data(), variances.data());
  for (std::size_t q = 0; q < c.shape.queries; ++q) {
    for (std::size_t k = 0; k < c.shape.rows; ++k) {
      const std::size_t place = q * c.shape.rows + k;
      float alone = 0;
      float variance = 0;
      scan_products(c.query_means.row(q), c.means.row(k), one, &alone);
      EXPECT_EQ(alone, products[place]);
      scan_symmetric_kl(c.queries(q), c.precisions(q).data(), c.rows(k), one, &alone);
      EXPECT_EQ(alone, similarities[place]);
      scan_moments(c.queries(q), c.rows(k), one, &alone, &variance);
      EXPECT_EQ(alone, means[place]);
      EXPECT_EQ(variance, variances[place]);
    }
  }
}

TEST_P(Scan, ModeratesMeans) {
  for (const std::size_t size : kAwkwardLengths) {
    Rows means(1, size, 1, -9, 9, 5);
    Rows variances(1, size, 3, 0, 50, 6);
    const std::vector<float> before(means.row(0), means.row(0) + size);
    moderate(means.row(0), variances.row(0), size);
    for (std::size_t k = 0; k < size; ++k) {
      const double variance = variances.row(0)[k];
      const double expected = before[k] / std::sqrt(1 + std::numbers::pi * variance / 8);
      ASSERT_NEAR(means.row(0)[k], expected, 3 * kEpsilon * std::abs(expected));
    }
  }
}

}  // namespace
}  // namespace bsg::kernels
