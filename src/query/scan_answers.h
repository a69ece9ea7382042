#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bsg/query.h"
#include "query/answer_rows.h"
#include "query/best_candidates.h"
#include "query/density.h"

namespace bsg::query {

/// A question's density, and the words that are no answers to it, sorted.
struct ScanQuery {
  const Density* sum;
  std::vector<WordId> excluded;
};

/// For each query the `count` best words (fewer if there are not as many) by keys in float, in no
/// particular order. Work is spread over oneTBB's threads; the result does not depend on them, nor
/// on the other queries.
std::vector<std::vector<Candidate>> scan_answers(const AnswerRows& rows, Measure measure,
                                                 std::span<const ScanQuery> queries,
                                                 std::size_t count);

}  // namespace bsg::query
