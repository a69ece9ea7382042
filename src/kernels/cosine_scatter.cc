#include "kernels/cosine_scatter.h"

#include <cstddef>

#include "kernels/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cosine_scatter.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/scan_columns-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

struct ScatterSums {
  V by_query, by_row;
};

template <class Columns>
HWY_INLINE ScatterSums add(const ScatterSums& sums, const float* query,
                           const float* query_variances, const ScatteredRow& row, V cosine,
                           Columns columns) {
  const D d;
  const V p = columns.zero_filled(query);
  const V q = hn::Mul(columns.zero_filled(row.mean), hn::Set(d, row.inverse_length));
  const V off_query = hn::NegMulAdd(cosine, p, q), off_row = hn::NegMulAdd(cosine, q, p);
  return {hn::MulAdd(hn::Mul(off_query, off_query), columns.zero_filled(query_variances),
                     sums.by_query),
          hn::MulAdd(hn::Mul(off_row, off_row), columns.zero_filled(row.variances), sums.by_row)};
}

CosineScatter cosine_scatter(const float* query, const float* query_variances, ScatteredRow row,
                             std::size_t m, float cosine) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V c = hn::Set(d, cosine);
  ScatterSums sums{hn::Zero(d), hn::Zero(d)};
  std::size_t column = 0;
  for (; column + lanes <= m; column += lanes) {
    sums = add(sums, query, query_variances, row, c, WholeColumns{column});
  }
  if (column < m) sums = add(sums, query, query_variances, row, c, LastColumns{column, m - column});
  return {hn::GetLane(hn::SumOfLanes(d, sums.by_query)),
          hn::GetLane(hn::SumOfLanes(d, sums.by_row)) * row.inverse_length * row.inverse_length};
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bsg::kernels {

HWY_EXPORT(cosine_scatter);

CosineScatter cosine_scatter(const float* query, const float* query_variances, ScatteredRow row,
                             std::size_t m, float cosine) {
  return HWY_DYNAMIC_DISPATCH(cosine_scatter)(query, query_variances, row, m, cosine);
}

}  // namespace bsg::kernels
#endif  // HWY_ONCE
