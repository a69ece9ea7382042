#pragma once

#include <cstddef>
#include <vector>

#include "bsg/query.h"
#include "query/answer_rows.h"
#include "query/density.h"

namespace bsg::query {

/// A word and what it is ranked by: the cosine, the argument of σ in (17), or (18).
struct Candidate {
  WordId id = 0;
  double key = 0;
};

/// Larger keys first, NaN last, ties by id: a strict order in which no two differ by chance.
bool comes_before(const Candidate& a, const Candidate& b);

/// The `count` best words (fewer if there are not as many) by keys in float, in no particular
/// order, without those of `excluded`, which is sorted. Work is spread over oneTBB's threads; the
/// result does not depend on them.
std::vector<Candidate> scan_answers(const AnswerRows& rows, Measure measure, const Density& sum,
                                    const std::vector<WordId>& excluded, std::size_t count);

}  // namespace bsg::query
