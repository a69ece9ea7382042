#include "kernels/scan.h"

#include <algorithm>
#include <cstddef>
#include <numbers>

#include "kernels/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/scan.cc"
#include "hwy/cache_control.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/row_layout.h"
#include "kernels/scan_columns-inl.h"
#include "kernels/scan_measures-inl.h"
#include "kernels/sum_of_lanes-inl.h"

// Rows are taken four at a time. The last group is filled up with its last row, so that a row's
// result does not depend on where it stands. Every pair of query and row has sums of its own that
// are added up in the order of the columns, so neither does it depend on the other queries.

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

inline constexpr std::size_t kGroup = 4;

/// Floats between a row and what is fetched while it is worked on.
inline constexpr std::size_t kFetchAhead = 1024;

/// Four rows.
template <class Measure>
struct Group {
  typename Measure::Rows rows[kGroup];
};

/// The sums of `queries` queries and a group.
template <class Measure, std::size_t queries>
class PairSums {
 public:
  HWY_INLINE PairSums() {
    HWY_UNROLL(3)
    for (std::size_t q = 0; q < queries; ++q) {
      HWY_UNROLL(4)
      for (std::size_t k = 0; k < kGroup; ++k) {
        HWY_UNROLL(2)
        for (std::size_t s = 0; s < Measure::kSums; ++s) sums_[q][k][s] = hn::Zero(D());
      }
    }
  }

  template <class Columns>
  HWY_INLINE void add(typename Measure::Queries first_query, const Group<Measure>& group,
                      std::size_t m, Columns columns) {
    typename Measure::Query asked[queries];
    HWY_UNROLL(3)
    for (std::size_t q = 0; q < queries; ++q) {
      asked[q] = Measure::load_query(row_at(first_query, q, m), columns);
    }
    HWY_UNROLL(4)
    for (std::size_t k = 0; k < kGroup; ++k) {
      const typename Measure::Row row = Measure::load_row(group.rows[k], columns);
      HWY_UNROLL(3)
      for (std::size_t q = 0; q < queries; ++q) Measure::add(asked[q], row, sums_[q][k]);
    }
  }

  /// Sum s of query q and each row of the group.
  HWY_INLINE void store(std::size_t q, std::size_t s, float* results) const {
    const V sums[kGroup] = {sums_[q][0][s], sums_[q][1][s], sums_[q][2][s], sums_[q][3][s]};
    store_sums_of_lanes(D(), sums, results);
  }

 private:
  V sums_[queries][kGroup][Measure::kSums];
};

/// Where the results of a group belong: sum s of query q and row k is results[s][q · stride + k].
template <class Measure>
struct GroupResults {
  float* results[Measure::kSums];
  std::size_t stride;
  std::size_t size;  ///< rows of the group

  [[nodiscard]] HWY_INLINE GroupResults from(std::size_t query) const {
    GroupResults moved = *this;
    for (float*& sum : moved.results) sum += query * stride;
    return moved;
  }

  HWY_INLINE void put(std::size_t q, std::size_t s, const float* sums) const {
    float* const to = results[s] + q * stride;
    if (size == kGroup) {
      std::copy_n(sums, kGroup, to);
    } else {
      std::copy_n(sums, size, to);
    }
  }
};

template <class Measure, std::size_t queries>
HWY_INLINE void scan_group(typename Measure::Queries first_query, const Group<Measure>& group,
                           std::size_t m, const GroupResults<Measure>& results) {
  const std::size_t lanes = hn::Lanes(D());
  PairSums<Measure, queries> sums;
  std::size_t column = 0;
  for (; column + lanes <= m; column += lanes) {
    sums.add(first_query, group, m, WholeColumns{column});
  }
  if (column < m) sums.add(first_query, group, m, LastColumns{column, m - column});
  HWY_UNROLL(3)
  for (std::size_t q = 0; q < queries; ++q) {
    HWY_UNROLL(2)
    for (std::size_t s = 0; s < Measure::kSums; ++s) {
      float stored[kGroup];
      sums.store(q, s, stored);
      results.put(q, s, stored);
    }
  }
}

/// The queries that are left when all whole tiles are done: fewer than `tile`.
template <class Measure, std::size_t tile>
HWY_INLINE void scan_rest(std::size_t left, typename Measure::Queries first_query,
                          const Group<Measure>& group, std::size_t m,
                          const GroupResults<Measure>& results) {
  if constexpr (tile > 1) {
    if (left == tile - 1) {
      scan_group<Measure, tile - 1>(first_query, group, m, results);
    } else {
      scan_rest<Measure, tile - 1>(left, first_query, group, m, results);
    }
  }
}

HWY_INLINE void fetch_ahead(const float* row, std::size_t floats) {
  constexpr std::size_t kLine = kAlignment / sizeof(float);
  for (std::size_t i = 0; i < floats; i += kLine) hwy::Prefetch(row + kFetchAhead + i);
}

HWY_INLINE void fetch_ahead(DensityMatrix row, std::size_t floats) {
  fetch_ahead(row.means, floats);
  fetch_ahead(row.variances, floats);
}

template <class Measure>
HWY_INLINE void scan(typename Measure::Queries queries, typename Measure::Rows rows,
                     ScanShape shape, GroupResults<Measure> results) {
  constexpr std::size_t tile = Measure::kQueries;
  const std::size_t m = shape.m;
  for (std::size_t k = 0; k < shape.rows; k += kGroup) {
    fetch_ahead(row_at(rows, k, m), kGroup * m);
    Group<Measure> group;
    for (std::size_t i = 0; i < kGroup; ++i) {
      group.rows[i] = row_at(rows, std::min(k + i, shape.rows - 1), m);
    }
    results.size = std::min(kGroup, shape.rows - k);
    std::size_t q = 0;
    for (; q + tile <= shape.queries; q += tile) {
      scan_group<Measure, tile>(row_at(queries, q, m), group, m, results.from(q));
    }
    scan_rest<Measure, tile>(shape.queries - q, row_at(queries, q, m), group, m, results.from(q));
    for (float*& sum : results.results) sum += kGroup;
  }
}

void scan_products(const float* queries, const float* rows, ScanShape shape, float* products) {
  scan<Product>(queries, rows, shape, {{products}, shape.rows, 0});
}

void scan_moments(DensityMatrix queries, DensityMatrix rows, ScanShape shape, float* means,
                  float* variances) {
  scan<Moments>(queries, rows, shape, {{means, variances}, shape.rows, 0});
}

void scan_symmetric_kl(DensityMatrix queries, const float* query_precisions, DensityMatrix rows,
                       ScanShape shape, float* similarities) {
  scan<SymmetricKl>({queries, query_precisions}, rows, shape, {{similarities}, shape.rows, 0});
  for (std::size_t k = 0; k < shape.queries * shape.rows; ++k) similarities[k] *= -0.5F;
}

template <class Tag>
HWY_INLINE void moderate_vector(Tag d, float* means, const float* variances) {
  const auto factor = hn::Set(d, static_cast<float>(std::numbers::pi / 8));
  const auto square = hn::MulAdd(factor, hn::LoadU(d, variances), hn::Set(d, 1));
  hn::StoreU(hn::Div(hn::LoadU(d, means), hn::Sqrt(square)), d, means);
}

void moderate(float* means, const float* variances, std::size_t size) {
  const D d;
  const hn::CappedTag<float, 1> one;
  std::size_t k = 0;
  for (; k + hn::Lanes(d) <= size; k += hn::Lanes(d)) moderate_vector(d, means + k, variances + k);
  for (; k < size; ++k) moderate_vector(one, means + k, variances + k);
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bsg::kernels {

HWY_EXPORT(scan_products);
HWY_EXPORT(scan_moments);
HWY_EXPORT(scan_symmetric_kl);
HWY_EXPORT(moderate);

void scan_products(const float* queries, const float* rows, ScanShape shape, float* products) {
  HWY_DYNAMIC_DISPATCH(scan_products)(queries, rows, shape, products);
}

void scan_moments(DensityMatrix queries, DensityMatrix rows, ScanShape shape, float* means,
                  float* variances) {
  HWY_DYNAMIC_DISPATCH(scan_moments)(queries, rows, shape, means, variances);
}

void scan_symmetric_kl(DensityMatrix queries, const float* query_precisions, DensityMatrix rows,
                       ScanShape shape, float* similarities) {
  HWY_DYNAMIC_DISPATCH(scan_symmetric_kl)(queries, query_precisions, rows, shape, similarities);
}

void moderate(float* means, const float* variances, std::size_t size) {
  HWY_DYNAMIC_DISPATCH(moderate)(means, variances, size);
}

}  // namespace bsg::kernels
#endif  // HWY_ONCE
