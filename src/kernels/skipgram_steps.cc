#include "kernels/skipgram_steps.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/highway_targets.h"
#include "kernels/row_layout.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/skipgram_steps.cc"
// foreach_target.h comes before what depends on the target.
// clang-format off
#include "hwy/foreach_target.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "kernels/sum_of_lanes-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;
/// One lane for each output of a group (HWY_SCALAR takes them one by one).
using GroupTag = hn::CappedTag<float, kOutputGroup>;
using GroupVector = hn::Vec<GroupTag>;

/// Pairs between a prefetch of their rows and their turn.
inline constexpr std::size_t kLookAhead = 8;
/// Farther out neither a likelihood nor its gradient changes by more than its rounding.
inline constexpr float kFarthest = 80;

/// Sign bits of a group that starts with the context, and of one of negatives alone.
HWY_ALIGN inline constexpr std::uint32_t kFirstGroupSigns[kOutputGroup] = {0x80000000, 0, 0, 0};
HWY_ALIGN inline constexpr std::uint32_t kOtherGroupSigns[kOutputGroup] = {0, 0, 0, 0};

/// Some outputs of one pair.
struct OutputGroup {
  float* rows[kOutputGroup];
  const std::uint32_t* signs;
  HWY_ALIGN float products[kOutputGroup];
  HWY_ALIGN float gradients[kOutputGroup];
  HWY_ALIGN float likelihoods[kOutputGroup];
};

/// Σ −log p. Multiplies probabilities as long as a double can hold their product: one logarithm
/// then serves many of them.
class NegativeLogLikelihood {
 public:
  HWY_INLINE void add(float probability) {
    product_ *= double{probability};
    if (product_ < kSmallest) flush();
  }
  double total() {
    flush();
    return total_;
  }

 private:
  /// Far enough above the smallest double for one more factor, a float.
  static constexpr double kSmallest = 1e-250;
  HWY_NOINLINE void flush() {
    total_ -= std::log(product_);
    product_ = 1;
  }
  double product_ = 1;
  double total_ = 0;
};

/// products[k] = uᵀ rows[k].
template <std::size_t size>
HWY_INLINE void score(const float* u, std::size_t m, OutputGroup& group) {
  const D d;
  V sums[kOutputGroup] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  for (std::size_t column = 0; column < m; column += hn::Lanes(d)) {
    const V centre = hn::Load(d, u + column);
    HWY_UNROLL(4)
    for (std::size_t k = 0; k < size; ++k) {
      sums[k] = hn::MulAdd(centre, hn::Load(d, group.rows[k] + column), sums[k]);
    }
  }
  store_sums_of_lanes(d, sums, group.products);
}

/// exp(x) for |x| ≤ kFarthest, with a relative error below 5e-7: 2^n times a polynomial in
/// x − n ln 2, whose own error is 1e-7.
HWY_INLINE GroupVector exponential(GroupVector x) {
  const GroupTag d;
  const auto c = [d](float value) { return hn::Set(d, value); };
  const auto whole = hn::NearestInt(hn::Mul(x, c(1.44269504F)));
  const GroupVector n = hn::ConvertTo(d, whole);
  // ln 2 in two parts: n times the first, which has few digits, is exact.
  const GroupVector f = hn::MulAdd(n, c(2.12194440e-4F), hn::NegMulAdd(n, c(0.693359375F), x));
  const GroupVector f2 = hn::Mul(f, f);
  const GroupVector low = hn::MulAdd(f, c(0.999999702F), c(1));
  const GroupVector middle = hn::MulAdd(f, c(0.166676357F), c(0.499991506F));
  const GroupVector high = hn::MulAdd(f, c(0.00829031505F), c(0.0418979302F));
  const GroupVector power = hn::MulAdd(f2, hn::MulAdd(f2, high, middle), low);
  const hn::RebindToSigned<GroupTag> integers;
  return hn::BitCast(d, hn::Add(hn::BitCast(integers, power), hn::ShiftLeft<23>(whole)));
}

/// With x = −uᵀv for the context and uᵀv for the negatives, so that it is small where the model is
/// right: likelihood p = 1 / (1 + e), gradient ±rate e p, e = exp(x).
HWY_INLINE void grade(float rate, OutputGroup& group) {
  const GroupTag d;
  const GroupVector one = hn::Set(d, 1);
  const GroupVector limit = hn::Set(d, kFarthest);
  for (std::size_t k = 0; k < kOutputGroup; k += hn::Lanes(d)) {
    const auto sign = hn::BitCast(d, hn::Load(hn::RebindToUnsigned<GroupTag>(), group.signs + k));
    const GroupVector x = hn::Xor(hn::Load(d, group.products + k), sign);
    const GroupVector e = exponential(hn::Max(hn::Min(x, limit), hn::Neg(limit)));
    const GroupVector p = hn::Div(one, hn::Add(one, e));
    hn::Store(p, d, group.likelihoods + k);
    hn::Store(hn::Xor(hn::Mul(hn::Mul(e, p), hn::Set(d, -rate)), sign), d, group.gradients + k);
  }
}

/// sum += Σ g_k v_k and v_k += g_k u; `sum` may be u itself.
template <std::size_t size>
HWY_INLINE void update(const float* u, float* sum, std::size_t m, const OutputGroup& group) {
  const D d;
  V gradients[kOutputGroup];
  HWY_UNROLL(4)
  for (std::size_t k = 0; k < size; ++k) gradients[k] = hn::Set(d, group.gradients[k]);
  for (std::size_t column = 0; column < m; column += hn::Lanes(d)) {
    const V centre = hn::Load(d, u + column);
    V total = hn::Load(d, sum + column);
    HWY_UNROLL(4)
    for (std::size_t k = 0; k < size; ++k) {
      float* const at = group.rows[k] + column;
      const V row = hn::Load(d, at);
      total = hn::MulAdd(gradients[k], row, total);
      hn::Store(hn::MulAdd(gradients[k], centre, row), d, at);
    }
    hn::Store(total, d, sum + column);
  }
}

template <std::size_t size>
HWY_INLINE void learn_group_of(const float* u, float* sum, std::size_t m, float rate,
                               OutputGroup& group, NegativeLogLikelihood& loss) {
  score<size>(u, m, group);
  grade(rate, group);
  update<size>(u, sum, m, group);
  HWY_UNROLL(4)
  for (std::size_t k = 0; k < size; ++k) loss.add(group.likelihoods[k]);
}

HWY_INLINE void learn_group(std::size_t size, const float* u, float* sum, std::size_t m, float rate,
                            OutputGroup& group, NegativeLogLikelihood& loss) {
  if (size == 2) return learn_group_of<2>(u, sum, m, rate, group, loss);
  if (size == 4) return learn_group_of<4>(u, sum, m, rate, group, loss);
  if (size == 3) return learn_group_of<3>(u, sum, m, rate, group, loss);
  if (size == 1) return learn_group_of<1>(u, sum, m, rate, group, loss);
}

/// One pair: `ids` are j and its negatives; `group` is room for them.
HWY_INLINE void learn_pair(float* u, PointRows v, std::size_t m, std::span<const std::uint32_t> ids,
                           float rate, float* workspace, OutputGroup& group,
                           NegativeLogLikelihood& loss) {
  // A pair of one group needs u no longer when it adds to it.
  const bool one_group = ids.size() <= kOutputGroup;
  float* const sum = one_group ? u : workspace;
  if (!one_group) std::copy_n(u, m, sum);
  group.rows[0] = v.row(ids[0]);
  group.signs = kFirstGroupSigns;
  std::size_t size = 1;
  for (const std::uint32_t negative : ids.subspan(1)) {
    if (negative == ids[0]) continue;
    group.rows[size++] = v.row(negative);
    if (size < kOutputGroup) continue;
    learn_group(size, u, sum, m, rate, group, loss);
    group.signs = kOtherGroupSigns;
    size = 0;
  }
  learn_group(size, u, sum, m, rate, group, loss);
  if (!one_group) std::copy_n(sum, m, u);
}

HWY_INLINE void prefetch(const float* row, std::size_t m) {
  for (std::size_t column = 0; column < m; column += kAlignment / sizeof(float)) {
    hwy::Prefetch(row + column);
  }
}

/// The rows of pair `pair`, if there is one.
HWY_INLINE void prefetch_pair(PointRows u, PointRows v, std::size_t m, const SkipgramPairs& pairs,
                              std::size_t pair) {
  if (pair >= pairs.centres.size()) return;
  prefetch(u.row(pairs.centres[pair]), m);
  const std::size_t width = 1 + pairs.negatives;
  for (std::size_t k = 0; k < width; ++k) prefetch(v.row(pairs.outputs[pair * width + k]), m);
}

double skipgram_steps(PointRows u, PointRows v, std::size_t m, const SkipgramPairs& pairs,
                      float rate, float* workspace) {
  OutputGroup group = {};
  NegativeLogLikelihood loss;
  const std::size_t width = 1 + pairs.negatives;
  for (std::size_t pair = 0; pair < pairs.centres.size(); ++pair) {
    prefetch_pair(u, v, m, pairs, pair + kLookAhead);
    learn_pair(u.row(pairs.centres[pair]), v, m, pairs.outputs.subspan(pair * width, width), rate,
               workspace, group, loss);
  }
  return loss.total();
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bsg::kernels {

HWY_EXPORT(skipgram_steps);

double skipgram_steps(PointRows u, PointRows v, std::size_t m, const SkipgramPairs& pairs,
                      float rate, float* workspace) {
  return HWY_DYNAMIC_DISPATCH(skipgram_steps)(u, v, m, pairs, rate, workspace);
}

}  // namespace bsg::kernels
#endif  // HWY_ONCE
