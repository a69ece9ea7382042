#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "bsg/model.h"

namespace bsg::query {

/// A word and what it is ranked by: the cosine, the argument of σ in (17), or (18).
struct Candidate {
  WordId id = 0;
  double key = 0;
};

/// Larger keys first, NaN last, ties by id: a strict order in which no two differ by chance.
inline bool comes_before(const Candidate& a, const Candidate& b) {
  constexpr double kWorst = -std::numeric_limits<double>::infinity();
  const double key_a = std::isnan(a.key) ? kWorst : a.key;
  const double key_b = std::isnan(b.key) ? kWorst : b.key;
  return key_a != key_b ? key_a > key_b : a.id < b.id;
}

/// The best `count` of the candidates that it is offered, whatever their order.
class BestCandidates {
 public:
  explicit BestCandidates(std::size_t count) : count_(count) {}

  /// Words first, first + 1, … and their keys, but for those `excluded`, which is sorted.
  void offer(WordId first, std::span<const float> keys, std::span<const WordId> excluded);

  void offer(const Candidate& candidate);

  /// At most `count`, in no particular order.
  std::vector<Candidate> take();

 private:
  void prune();

  std::size_t count_;
  std::vector<Candidate> candidates_;  ///< the best so far, and fewer than `count_` others
  /// What `count_` candidates reach.
  float threshold_ = -std::numeric_limits<float>::infinity();
};

}  // namespace bsg::query
