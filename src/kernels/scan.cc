#include "kernels/scan.h"

#include <algorithm>
#include <cstddef>

#include "kernels/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/scan.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/sum_of_lanes-inl.h"

// Rows are taken four at a time. The last group is filled up with its last row, so that a row's
// result does not depend on where it stands.

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

inline constexpr std::size_t kGroup = 4;

/// The first `size` < lanes floats at `from`, then `fill`. Nothing behind them is read.
HWY_INLINE V load_first(const float* from, std::size_t size, float fill) {
  const D d;
#if HWY_MEM_OPS_MIGHT_FAULT && HWY_TARGET != HWY_AVX2  // AVX2's masked load of floats never faults
  HWY_ALIGN float floats[hn::MaxLanes(D())];
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) floats[i] = i < size ? from[i] : fill;
  return hn::Load(d, floats);
#else
  const auto mask = hn::FirstN(d, size);
  return hn::IfThenElse(mask, hn::MaskedLoad(mask, d, from), hn::Set(d, fill));
#endif
}

/// A vector's worth of columns of some array: all lanes, or the first `size` of them.
struct Columns {
  std::size_t first;
  std::size_t size;

  [[nodiscard]] HWY_INLINE V load(const float* row, float fill) const {
    const D d;
    return size == hn::Lanes(d) ? hn::LoadU(d, row + first) : load_first(row + first, size, fill);
  }
};

struct Means {
  const float* mean;
};

struct Densities {
  const float* mean;
  const float* variance;
};

/// Σ q d.
struct Product {
  using Rows = Means;
  struct Query {
    V mean;
  };
  static HWY_INLINE Query load_query(Means q, Columns columns) { return {columns.load(q.mean, 0)}; }
  static HWY_INLINE V add(const Query& q, Means row, Columns columns, V sum) {
    return hn::MulAdd(q.mean, columns.load(row.mean, 0), sum);
  }
};

/// Σ (σ²_q + μ²_q) σ²_d + σ²_q μ²_d.
struct ProductVariance {
  using Rows = Densities;
  struct Query {
    V variance;
    V square;
  };
  static HWY_INLINE Query load_query(Densities q, Columns columns) {
    const V mean = columns.load(q.mean, 0);
    const V variance = columns.load(q.variance, 0);
    return {variance, hn::MulAdd(mean, mean, variance)};
  }
  static HWY_INLINE V add(const Query& q, Densities row, Columns columns, V sum) {
    const V mean = columns.load(row.mean, 0);
    sum = hn::MulAdd(q.square, columns.load(row.variance, 0), sum);
    return hn::MulAdd(hn::Mul(q.variance, mean), mean, sum);
  }
};

/// Σ [(σ²_q − σ²_d)²/σ²_q + (μ_q − μ_d)² (1 + σ²_d/σ²_q)] / σ²_d, which is the sum of
/// scan_symmetric_kl() without its cancellation: the ratios less 2 are a square over the product.
struct SymmetricKl {
  using Rows = Densities;
  struct Query {
    V mean;
    V variance;
    V precision;
  };
  static HWY_INLINE Query load_query(Densities q, Columns columns) {
    const D d;
    const V variance = columns.load(q.variance, 1);
    return {columns.load(q.mean, 0), variance, hn::Div(hn::Set(d, 1), variance)};
  }
  static HWY_INLINE V add(const Query& q, Densities row, Columns columns, V sum) {
    const D d;
    const V variance = columns.load(row.variance, 1);
    const V distance = hn::Sub(q.mean, columns.load(row.mean, 0));
    const V change = hn::Sub(q.variance, variance);
    const V ratio = hn::MulAdd(variance, q.precision, hn::Set(d, 1));
    const V numerator = hn::MulAdd(hn::Mul(distance, distance), ratio,
                                   hn::Mul(hn::Mul(change, q.precision), change));
    return hn::Add(sum, hn::Div(numerator, variance));
  }
};

template <class Measure, class Rows>
HWY_INLINE void add_columns(Rows query, const Rows (&rows)[kGroup], Columns columns,
                            V (&sums)[kGroup]) {
  const auto q = Measure::load_query(query, columns);
  HWY_UNROLL(4)
  for (std::size_t k = 0; k < kGroup; ++k) sums[k] = Measure::add(q, rows[k], columns, sums[k]);
}

/// results[k] = the measure's sum for row k of a group.
template <class Measure, class Rows>
HWY_INLINE void sum_group(Rows query, const Rows (&rows)[kGroup], std::size_t m, float* results) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  V sums[kGroup] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  std::size_t column = 0;
  for (; column + lanes <= m; column += lanes) {
    add_columns<Measure>(query, rows, Columns{column, lanes}, sums);
  }
  if (column < m) add_columns<Measure>(query, rows, Columns{column, m - column}, sums);
  store_sums_of_lanes(d, sums, results);
}

HWY_INLINE Means row_at(Means rows, std::size_t k, std::size_t m) {
  return {rows.mean + k * m};
}

HWY_INLINE Densities row_at(Densities rows, std::size_t k, std::size_t m) {
  return {rows.mean + k * m, rows.variance + k * m};
}

template <class Measure>
HWY_INLINE void scan(typename Measure::Rows query, typename Measure::Rows rows, std::size_t count,
                     std::size_t m, float* results) {
  for (std::size_t k = 0; k < count; k += kGroup) {
    typename Measure::Rows group[kGroup];
    for (std::size_t i = 0; i < kGroup; ++i) group[i] = row_at(rows, std::min(k + i, count - 1), m);
    float sums[kGroup];
    sum_group<Measure>(query, group, m, sums);
    std::copy_n(sums, std::min(kGroup, count - k), results + k);
  }
}

void scan_products(const float* query, const float* rows, std::size_t count, std::size_t m,
                   float* products) {
  scan<Product>(Means{query}, Means{rows}, count, m, products);
}

void scan_moments(const float* query_mean, const float* query_variance, const float* row_means,
                  const float* row_variances, std::size_t count, std::size_t m, float* means,
                  float* variances) {
  scan<Product>({query_mean}, {row_means}, count, m, means);
  scan<ProductVariance>({query_mean, query_variance}, {row_means, row_variances}, count, m,
                        variances);
}

void scan_symmetric_kl(const float* query_mean, const float* query_variance, const float* row_means,
                       const float* row_variances, std::size_t count, std::size_t m,
                       float* similarities) {
  scan<SymmetricKl>({query_mean, query_variance}, {row_means, row_variances}, count, m,
                    similarities);
  for (std::size_t k = 0; k < count; ++k) similarities[k] *= -0.5F;
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bsg::kernels {

HWY_EXPORT(scan_products);
HWY_EXPORT(scan_moments);
HWY_EXPORT(scan_symmetric_kl);

void scan_products(const float* query, const float* rows, std::size_t count, std::size_t m,
                   float* products) {
  HWY_DYNAMIC_DISPATCH(scan_products)(query, rows, count, m, products);
}

void scan_moments(const float* query_mean, const float* query_variance, const float* row_means,
                  const float* row_variances, std::size_t count, std::size_t m, float* means,
                  float* variances) {
  HWY_DYNAMIC_DISPATCH(scan_moments)
  (query_mean, query_variance, row_means, row_variances, count, m, means, variances);
}

void scan_symmetric_kl(const float* query_mean, const float* query_variance, const float* row_means,
                       const float* row_variances, std::size_t count, std::size_t m,
                       float* similarities) {
  HWY_DYNAMIC_DISPATCH(scan_symmetric_kl)
  (query_mean, query_variance, row_means, row_variances, count, m, similarities);
}

}  // namespace bsg::kernels
#endif  // HWY_ONCE
