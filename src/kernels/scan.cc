#include "kernels/scan.h"

#include <algorithm>
#include <cstddef>
#include <numbers>

#include "kernels/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/scan.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/scan_columns-inl.h"
#include "kernels/scan_measures-inl.h"
#include "kernels/sum_of_lanes-inl.h"

// Every pair of query and row has sums of its own, which are added up in the order of the columns
// and then over the lanes, four rows at once. The last four are filled up with the last row. So a
// pair's result depends neither on where it stands nor on how many rows and queries are worked on
// side by side:
//  - One query goes through the rows one after the other, in memory's order, which processors
//    fetch ahead by themselves: this is as fast as memory.
//  - Several queries go through four rows side by side, so that a value is used again while it is
//    in a register, and so that there are enough sums to hide the latency of an addition.

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

inline constexpr std::size_t kGroup = 4;

template <class Measure>
struct Group {
  typename Measure::Rows rows[kGroup];
};

/// The sums of pairs of some queries and `rows` rows.
template <class Measure, std::size_t queries, std::size_t rows>
struct TileSums {
  V sums[queries][rows][Measure::kSums];

  HWY_INLINE TileSums() {
    HWY_UNROLL(3)
    for (std::size_t q = 0; q < queries; ++q) {
      HWY_UNROLL(4)
      for (std::size_t k = 0; k < rows; ++k) {
        HWY_UNROLL(2)
        for (std::size_t s = 0; s < Measure::kSums; ++s) sums[q][k][s] = hn::Zero(D());
      }
    }
  }

  template <class Columns>
  HWY_INLINE void add(typename Measure::Queries first_query, const typename Measure::Rows* tile,
                      std::size_t m, Columns columns) {
    typename Measure::Query asked[queries];
    HWY_UNROLL(3)
    for (std::size_t q = 0; q < queries; ++q) {
      asked[q] = Measure::load_query(row_at(first_query, q, m), columns);
    }
    HWY_UNROLL(4)
    for (std::size_t k = 0; k < rows; ++k) {
      const typename Measure::Row row = Measure::load_row(tile[k], columns);
      HWY_UNROLL(3)
      for (std::size_t q = 0; q < queries; ++q) Measure::add(asked[q], row, sums[q][k]);
    }
  }

  HWY_INLINE void add_all_columns(typename Measure::Queries first_query,
                                  const typename Measure::Rows* tile, std::size_t m) {
    const std::size_t lanes = hn::Lanes(D());
    std::size_t column = 0;
    for (; column + lanes <= m; column += lanes) add(first_query, tile, m, WholeColumns{column});
    if (column < m) add(first_query, tile, m, LastColumns{column, m - column});
  }
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

  HWY_INLINE void put(std::size_t q, std::size_t s, const V (&sums)[kGroup]) const {
    float* const to = results[s] + q * stride;
    if (size == kGroup) {
      store_sums_of_lanes(D(), sums, to);
    } else {
      float stored[kGroup];
      store_sums_of_lanes(D(), sums, stored);
      std::copy_n(stored, size, to);
    }
  }
};

/// `side_by_side` rows at a time: 1 or all of the group.
template <class Measure, std::size_t queries, std::size_t side_by_side>
HWY_INLINE void scan_group(typename Measure::Queries first_query, const Group<Measure>& group,
                           std::size_t m, const GroupResults<Measure>& results) {
  using Tile = TileSums<Measure, queries, side_by_side>;
  Tile tiles[kGroup / side_by_side];
  HWY_UNROLL(4)
  for (std::size_t t = 0; t < kGroup / side_by_side; ++t) {
    tiles[t].add_all_columns(first_query, group.rows + t * side_by_side, m);
  }
  const auto sum = [&](std::size_t q, std::size_t k, std::size_t s)
                       HWY_ATTR { return tiles[k / side_by_side].sums[q][k % side_by_side][s]; };
  HWY_UNROLL(3)
  for (std::size_t q = 0; q < queries; ++q) {
    HWY_UNROLL(2)
    for (std::size_t s = 0; s < Measure::kSums; ++s) {
      results.put(q, s, {sum(q, 0, s), sum(q, 1, s), sum(q, 2, s), sum(q, 3, s)});
    }
  }
}

/// All queries, as many at once as the measure says.
template <class Measure, std::size_t at_once = Measure::kQueries>
HWY_INLINE void scan_queries(typename Measure::Queries queries, std::size_t count,
                             const Group<Measure>& group, std::size_t m,
                             const GroupResults<Measure>& results) {
  std::size_t q = 0;
  for (; q + at_once <= count; q += at_once) {
    scan_group<Measure, at_once, kGroup>(row_at(queries, q, m), group, m, results.from(q));
  }
  if constexpr (at_once > 1) {
    scan_queries<Measure, at_once - 1>(row_at(queries, q, m), count - q, group, m, results.from(q));
  }
}

template <class Measure>
HWY_INLINE void scan(typename Measure::Queries queries, typename Measure::Rows rows,
                     ScanShape shape, GroupResults<Measure> results) {
  const std::size_t m = shape.m;
  for (std::size_t k = 0; k < shape.rows; k += kGroup) {
    const auto row = [&](std::size_t i)
                         HWY_ATTR { return row_at(rows, std::min(k + i, shape.rows - 1), m); };
    const Group<Measure> group{{row(0), row(1), row(2), row(3)}};
    results.size = std::min(kGroup, shape.rows - k);
    if (shape.queries == 1) {
      scan_group<Measure, 1, 1>(queries, group, m, results);
    } else {
      scan_queries<Measure>(queries, shape.queries, group, m, results);
    }
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
