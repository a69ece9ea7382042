#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "query/answer_rows.h"
#include "query/best_candidates.h"
#include "query/density.h"
#include "query/ranking.h"

namespace bsg::query {

/// A question's density, and its words, which are no answers to it, sorted.
struct ScanQuery {
  const Density* sum;
  std::vector<WordId> words;
};

/// What is the same for all queries.
struct Scan {
  const AnswerRows& rows;
  const Ranking& ranking;
  const std::vector<bool>& left_out;  ///< words that are no answers, by id; empty if all are
  std::size_t count;                  ///< of candidates
};

/// For each query the `count` best words (fewer if there are not as many), in no particular order,
/// by keys in float, lowered for those that could be among the best. Work is
/// spread over oneTBB's threads; the result does not depend on them, nor on the other queries.
std::vector<std::vector<Candidate>> scan_answers(const Scan& scan,
                                                 std::span<const ScanQuery> queries);

}  // namespace bsg::query
