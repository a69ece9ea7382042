#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/gathered_means.h"
#include "kernels/highway_targets.h"
#include "kernels/pair_update.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/expected_squares.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/sum_of_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;
using Gathered = GatheredMeans<hn::MaxLanes(D())>;

/// The sums of one pair, still spread over lanes: ξ² = Σ moments + (Σ product)².
struct PairSums {
  V moments;
  V product;
};

template <XiForm form>
HWY_INLINE void add_columns(V u_mean, V u_variance, V u_square, V v_mean, V v_variance,
                            PairSums& sums) {
  if constexpr (form == XiForm::exact) {
    sums.moments = hn::MulAdd(u_square, v_variance, sums.moments);
    sums.moments = hn::MulAdd(hn::Mul(u_variance, v_mean), v_mean, sums.moments);
    sums.product = hn::MulAdd(u_mean, v_mean, sums.product);
  } else {
    sums.moments = hn::MulAdd(u_square, hn::MulAdd(v_mean, v_mean, v_variance), sums.moments);
  }
}

/// Four pairs: the rows of v and where their means go.
struct PairGroup {
  const float* rows[4];
  float* means[4];
};

/// Σ moments and, if the form has it, Σ product of four pairs.
template <XiForm form>
HWY_INLINE void sum_four_pairs(const float* HWY_RESTRICT u_mean,
                               const float* HWY_RESTRICT u_variance, std::size_t stride,
                               std::size_t m, const PairGroup& group, float* moments,
                               float* products) {
  const D d;
  PairSums sums[4];
  HWY_UNROLL(4)
  for (std::size_t k = 0; k < 4; ++k) sums[k] = {hn::Zero(d), hn::Zero(d)};
  for (std::size_t column = 0; column < m; column += hn::Lanes(d)) {
    const V mean = hn::Load(d, u_mean + column);
    const V variance = hn::Load(d, u_variance + column);
    const V square = hn::MulAdd(mean, mean, variance);
    HWY_UNROLL(4)
    for (std::size_t k = 0; k < 4; ++k) {
      const V v_mean = hn::Load(d, group.rows[k] + column);
      hn::Store(v_mean, d, group.means[k] + column);
      add_columns<form>(mean, variance, square, v_mean,
                        hn::Load(d, group.rows[k] + stride + column), sums[k]);
    }
  }
  const V moment_sums[4] = {sums[0].moments, sums[1].moments, sums[2].moments, sums[3].moments};
  store_sums_of_lanes(d, moment_sums, moments);
  if constexpr (form == XiForm::exact) {
    const V product_sums[4] = {sums[0].product, sums[1].product, sums[2].product, sums[3].product};
    store_sums_of_lanes(d, product_sums, products);
  }
}

/// xi_squared[k] += products[k]².
HWY_INLINE void add_squares(const float* HWY_RESTRICT products, std::size_t size,
                            float* HWY_RESTRICT xi_squared) {
  const D d;
  for (std::size_t k = 0; k < size; k += hn::Lanes(d)) {
    const V product = hn::LoadU(d, products + k);
    hn::StoreU(hn::MulAdd(product, product, hn::LoadU(d, xi_squared + k)), d, xi_squared + k);
  }
}

/// The last group of four is filled up with its last pair.
template <XiForm form>
HWY_INLINE void expected_squares_as(const float* u_mean, const float* u_variance, DensityRows v,
                                    std::size_t m, std::span<const std::uint32_t> ids,
                                    float* xi_squared, const Gathered& gathered) {
  alignas(kAlignment) float products[kPairBlock];
  const std::size_t last = ids.size() - 1;
  for (std::size_t k = 0; k < ids.size(); k += 4) {
    PairGroup group{};
    HWY_UNROLL(4)
    for (std::size_t i = 0; i < 4; ++i) {
      group.rows[i] = v.mean(ids[std::min(k + i, last)]);
      group.means[i] = gathered.plain(k + i);
    }
    sum_four_pairs<form>(u_mean, u_variance, v.stride, m, group, xi_squared + k, products + k);
  }
  if constexpr (form == XiForm::exact) add_squares(products, ids.size(), xi_squared);
}

void expected_squares(const float* u_mean, const float* u_variance, DensityRows v, std::size_t m,
                      std::span<const std::uint32_t> ids, XiForm form, float* xi_squared,
                      float* workspace) {
  const Gathered gathered(workspace, m);
  if (form == XiForm::exact) {
    expected_squares_as<XiForm::exact>(u_mean, u_variance, v, m, ids, xi_squared, gathered);
  } else {
    expected_squares_as<XiForm::paper>(u_mean, u_variance, v, m, ids, xi_squared, gathered);
  }
}

void gather_means(DensityRows v, std::size_t m, std::span<const std::uint32_t> ids,
                  float* workspace) {
  const D d;
  const Gathered gathered(workspace, m);
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const float* const mean = v.mean(ids[k]);
    for (std::size_t column = 0; column < m; column += hn::Lanes(d)) {
      hn::Store(hn::Load(d, mean + column), d, gathered.plain(k) + column);
    }
  }
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bsg::kernels {

HWY_EXPORT(expected_squares);
HWY_EXPORT(gather_means);

void expected_squares(const float* u_mean, const float* u_variance, DensityRows v, std::size_t m,
                      std::span<const std::uint32_t> ids, XiForm form, float* xi_squared,
                      float* workspace) {
  HWY_DYNAMIC_DISPATCH(expected_squares)
  (u_mean, u_variance, v, m, ids, form, xi_squared, workspace);
}

void gather_means(DensityRows v, std::size_t m, std::span<const std::uint32_t> ids,
                  float* workspace) {
  HWY_DYNAMIC_DISPATCH(gather_means)(v, m, ids, workspace);
}

std::size_t pair_workspace_size(std::size_t m) {
  constexpr std::size_t widest_vector = kAlignment / sizeof(float);
  return 2 * kPairBlock * (row_stride(m) + widest_vector);
}

}  // namespace bsg::kernels
#endif  // HWY_ONCE
