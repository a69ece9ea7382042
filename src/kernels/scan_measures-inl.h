// Included once for each target, as hwy/foreach_target.h does it.
#if defined(BSG_KERNELS_SCAN_MEASURES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BSG_KERNELS_SCAN_MEASURES_INL_H_
#undef BSG_KERNELS_SCAN_MEASURES_INL_H_
#else
#define BSG_KERNELS_SCAN_MEASURES_INL_H_
#endif

#include <cstddef>
#include <limits>

#include "hwy/highway.h"
#include "kernels/scan.h"

// A measure says what is loaded of a query and of a row (columns of both), what is computed of each
// alone, and what a pair of them adds to its sums. `kQueries` queries share what is loaded and
// computed of a row: as many as the registers hold the sums of.

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

HWY_INLINE const float* row_at(const float* rows, std::size_t k, std::size_t m) {
  return rows + k * m;
}

HWY_INLINE DensityMatrix row_at(DensityMatrix rows, std::size_t k, std::size_t m) {
  return {rows.means + k * m, rows.variances + k * m};
}

/// Densities and 1/σ².
struct PreciseDensities {
  DensityMatrix densities;
  const float* precisions;
};

HWY_INLINE PreciseDensities row_at(PreciseDensities rows, std::size_t k, std::size_t m) {
  return {row_at(rows.densities, k, m), rows.precisions + k * m};
}

/// Σ q d.
struct Product {
  static constexpr std::size_t kQueries = 3;
  static constexpr std::size_t kSums = 1;
  using Rows = const float*;
  using Queries = Rows;
  struct Query {
    V mean;
  };
  using Row = Query;

  template <class Columns>
  static HWY_INLINE Query load_query(Rows q, Columns columns) {
    return {columns.zero_filled(q)};
  }
  template <class Columns>
  static HWY_INLINE Row load_row(Rows row, Columns columns) {
    return {columns.zero_filled(row)};
  }
  static HWY_INLINE void add(const Query& q, const Row& row, V (&sums)[kSums]) {
    sums[0] = hn::MulAdd(q.mean, row.mean, sums[0]);
  }
};

/// Σ q d and Σ (σ²_q + μ²_q) σ²_d + σ²_q μ²_d.
struct Moments {
  static constexpr std::size_t kQueries = 1;
  static constexpr std::size_t kSums = 2;
  using Rows = DensityMatrix;
  using Queries = Rows;
  struct Query {
    V mean;
    V variance;
    V square;
  };
  struct Row {
    V mean;
    V variance;
    V square;
  };

  template <class Columns>
  static HWY_INLINE Query load_query(Rows q, Columns columns) {
    const V mean = columns.zero_filled(q.means);
    const V variance = columns.zero_filled(q.variances);
    return {mean, variance, hn::MulAdd(mean, mean, variance)};
  }
  template <class Columns>
  static HWY_INLINE Row load_row(Rows row, Columns columns) {
    const V mean = columns.zero_filled(row.means);
    return {mean, columns.zero_filled(row.variances), hn::Mul(mean, mean)};
  }
  static HWY_INLINE void add(const Query& q, const Row& row, V (&sums)[kSums]) {
    sums[0] = hn::MulAdd(q.mean, row.mean, sums[0]);
    sums[1] = hn::MulAdd(q.square, row.variance, sums[1]);
    sums[1] = hn::MulAdd(q.variance, row.square, sums[1]);
  }
};

/// Σ [(σ²_q − σ²_d)²/σ²_q + (μ_q − μ_d)² (1 + σ²_d/σ²_q)] / σ²_d, which is the sum of
/// scan_symmetric_kl() without its cancellation: the ratios less 2 are a square over the product.
struct SymmetricKl {
  static constexpr std::size_t kQueries = 2;
  static constexpr std::size_t kSums = 1;
  using Rows = DensityMatrix;
  using Queries = PreciseDensities;
  struct Query {
    V mean;
    V variance;
    V precision;
  };
  using Row = Query;

  template <class Columns>
  static HWY_INLINE Query load_query(Queries q, Columns columns) {
    return {columns.zero_filled(q.densities.means), columns.one_filled(q.densities.variances),
            columns.one_filled(q.precisions)};
  }
  template <class Columns>
  static HWY_INLINE Row load_row(Rows row, Columns columns) {
    const D d;
    const V variance = columns.one_filled(row.variances);
    // Finite, so that it may be multiplied by the difference of equal numbers.
    const V largest = hn::Set(d, std::numeric_limits<float>::max());
    const V precision = hn::Min(hn::Div(hn::Set(d, 1), variance), largest);
    return {columns.zero_filled(row.means), variance, precision};
  }
  static HWY_INLINE void add(const Query& q, const Row& row, V (&sums)[kSums]) {
    const D d;
    const V distance = hn::Sub(q.mean, row.mean);
    const V change = hn::Sub(q.variance, row.variance);
    const V ratio = hn::MulAdd(row.variance, q.precision, hn::Set(d, 1));
    const V numerator = hn::MulAdd(hn::Mul(distance, distance), ratio,
                                   hn::Mul(hn::Mul(change, q.precision), change));
    sums[0] = hn::MulAdd(numerator, row.precision, sums[0]);
  }
};

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // BSG_KERNELS_SCAN_MEASURES_INL_H_
