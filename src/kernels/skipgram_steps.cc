#include "kernels/skipgram_steps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

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
/// Outputs are scored in groups of four.
using Group = hn::CappedTag<float, 4>;

inline constexpr std::size_t kGroup = 4;
/// Room for 1 + N outputs in whole groups.
inline constexpr std::size_t kMostOutputs = (kMostNegatives + 1 + kGroup - 1) / kGroup * kGroup;
/// Pairs between a prefetch of their rows and their turn.
inline constexpr std::size_t kLookAhead = 8;

/// Farther out neither a likelihood nor its gradient changes by more than its rounding.
inline constexpr float kFarthest = 80;

/// The outputs of one pair.
struct Outputs {
  float* rows[kMostOutputs];
  HWY_ALIGN float products[kMostOutputs];
  HWY_ALIGN float gradients[kMostOutputs];
  HWY_ALIGN float likelihoods[kMostOutputs];
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

/// products[k] = uᵀ rows[k] for `size` ≤ kGroup rows.
template <std::size_t size>
HWY_INLINE void score_rows(const float* HWY_RESTRICT u, float* const* rows, std::size_t m,
                           float* products) {
  const D d;
  V sums[kGroup] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  for (std::size_t column = 0; column < m; column += hn::Lanes(d)) {
    const V centre = hn::Load(d, u + column);
    HWY_UNROLL(4)
    for (std::size_t k = 0; k < size; ++k) {
      sums[k] = hn::MulAdd(centre, hn::Load(d, rows[k] + column), sums[k]);
    }
  }
  store_sums_of_lanes(d, sums, products);
}

template <class Count>
HWY_INLINE void score(const float* u, std::size_t m, Count count, Outputs& outputs) {
  for (std::size_t first = 0; first < count; first += kGroup) {
    float* const* rows = outputs.rows + first;
    float* products = outputs.products + first;
    switch (std::min<std::size_t>(count - first, kGroup)) {
      case 1:
        score_rows<1>(u, rows, m, products);
        break;
      case 2:
        score_rows<2>(u, rows, m, products);
        break;
      case 3:
        score_rows<3>(u, rows, m, products);
        break;
      default:
        score_rows<4>(u, rows, m, products);
    }
  }
}

/// exp(x) for |x| ≤ kFarthest, with a relative error below 4e-7: 2^n times a polynomial in the rest
/// of x log2(e), whose own error is 1e-7.
template <class Tag, class Vector>
HWY_INLINE Vector exponential(Tag d, Vector x) {
  const auto c = [d](float value) { return hn::Set(d, value); };
  const auto whole = hn::NearestInt(hn::Mul(x, c(1.44269502F)));
  const Vector n = hn::ConvertTo(d, whole);
  // log2(e) in two parts, so that the difference keeps its digits.
  const Vector f = hn::MulAdd(x, c(1.92596299e-8F), hn::MulSub(x, c(1.44269502F), n));
  const Vector f2 = hn::Mul(f, f);
  const Vector low = hn::MulAdd(f, c(0.693147004F), c(1));
  const Vector middle = hn::MulAdd(f, c(0.0555073358F), c(0.240222424F));
  const Vector high = hn::MulAdd(f, c(0.00132647273F), c(0.00967151299F));
  const Vector power = hn::MulAdd(f2, hn::MulAdd(f2, high, middle), low);
  const hn::RebindToSigned<Tag> integers;
  return hn::BitCast(d, hn::Add(hn::BitCast(integers, power), hn::ShiftLeft<23>(whole)));
}

/// With x = −uᵀv for the context j and uᵀv for the negatives, so that it is small where the model is
/// right: likelihood p = 1 / (1 + e), gradient ±rate e p, e = exp(x).
template <class Count>
HWY_INLINE void grade(Count count, float rate, Outputs& outputs) {
  const Group d;
  const auto one = hn::Set(d, 1);
  const auto limit = hn::Set(d, kFarthest);
  HWY_ALIGN constexpr std::uint32_t kSignOfContext[kGroup] = {0x80000000, 0, 0, 0};
  auto sign = hn::BitCast(d, hn::Load(hn::RebindToUnsigned<Group>(), kSignOfContext));
  for (std::size_t k = 0; k < count; k += hn::Lanes(d)) {
    const auto x = hn::Xor(hn::Load(d, outputs.products + k), sign);
    const auto e = exponential(d, hn::Max(hn::Min(x, limit), hn::Neg(limit)));
    const auto p = hn::Div(one, hn::Add(one, e));
    hn::Store(p, d, outputs.likelihoods + k);
    hn::Store(hn::Xor(hn::Mul(hn::Mul(e, p), hn::Set(d, -rate)), sign), d, outputs.gradients + k);
    sign = hn::Zero(d);
  }
}

/// u += Σ g_k v_k and v_k += g_k u, both with the old u.
template <class Count>
HWY_INLINE void update(float* u, std::size_t m, Count count, const Outputs& outputs) {
  const D d;
  for (std::size_t column = 0; column < m; column += hn::Lanes(d)) {
    const V before = hn::Load(d, u + column);
    V after = before;
    for (std::size_t k = 0; k < count; ++k) {
      float* const at = outputs.rows[k] + column;
      const V gradient = hn::Set(d, outputs.gradients[k]);
      const V row = hn::Load(d, at);
      after = hn::MulAdd(gradient, row, after);
      hn::Store(hn::MulAdd(gradient, before, row), d, at);
    }
    hn::Store(after, d, u + column);
  }
}

template <class Count>
HWY_INLINE void step(float* u, std::size_t m, Count count, float rate, Outputs& outputs,
                     NegativeLogLikelihood& loss) {
  score(u, m, count, outputs);
  grade(count, rate, outputs);
  update(u, m, count, outputs);
  for (std::size_t k = 0; k < count; ++k) loss.add(outputs.likelihoods[k]);
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

/// Returns how many outputs are left.
HWY_INLINE std::size_t gather(PointRows v, const std::uint32_t* ids, std::size_t negatives,
                              Outputs& outputs) {
  std::size_t count = 0;
  outputs.rows[count++] = v.row(ids[0]);
  for (std::size_t k = 1; k <= negatives; ++k) {
    if (ids[k] != ids[0]) outputs.rows[count++] = v.row(ids[k]);
  }
  return count;
}

// Threads race on the rows on purpose.
__attribute__((no_sanitize("thread"))) double skipgram_steps(PointRows u, PointRows v,
                                                             std::size_t m,
                                                             const SkipgramPairs& pairs,
                                                             float rate) {
  Outputs outputs;
  NegativeLogLikelihood loss;
  for (std::size_t pair = 0; pair < pairs.centres.size(); ++pair) {
    prefetch_pair(u, v, m, pairs, pair + kLookAhead);
    const std::uint32_t* ids = pairs.outputs.data() + pair * (1 + pairs.negatives);
    float* const centre = u.row(pairs.centres[pair]);
    const std::size_t count = gather(v, ids, pairs.negatives, outputs);
    if (count == 2) {
      step(centre, m, std::integral_constant<std::size_t, 2>(), rate, outputs, loss);
    } else {
      step(centre, m, count, rate, outputs, loss);
    }
  }
  return loss.total();
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bsg::kernels {

HWY_EXPORT(skipgram_steps);

double skipgram_steps(PointRows u, PointRows v, std::size_t m, const SkipgramPairs& pairs,
                      float rate) {
  return HWY_DYNAMIC_DISPATCH(skipgram_steps)(u, v, m, pairs, rate);
}

}  // namespace bsg::kernels
#endif  // HWY_ONCE
