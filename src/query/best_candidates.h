#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "bsg/model.h"

namespace bsg::query {

/// A word and what it is ranked by: Ranking::key().
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

/// Words that are no answers: those of the question, sorted, and those that never are one, by id
/// (empty: there are none).
struct LeftOut {
  std::span<const WordId> of_question;
  const std::vector<bool>& of_all;

  [[nodiscard]] bool contains(WordId id) const {
    return (!of_all.empty() && of_all[id]) || std::ranges::binary_search(of_question, id);
  }
};

/// The best `count` of the candidates that it is offered, whatever their order.
class BestCandidates {
 public:
  explicit BestCandidates(std::size_t count) : count_(count) {}

  /// Words first, first + 1, … and their keys. With `lowered`, keys are bounds from above, up to
  /// rounding, of lowered(candidate), which is what counts. It is called for the few words whose
  /// bound could bring them among the best.
  void offer(WordId first, std::span<const float> keys, const LeftOut& left_out,
             const std::function<double(const Candidate&)>& lowered = {});

  void offer(const Candidate& candidate);

  /// At most `count`, in no particular order.
  std::vector<Candidate> take();

 private:
  void prune();

  std::size_t count_;
  std::vector<Candidate> candidates_;  ///< the best so far, and fewer than `count_` others
  /// What `count_` candidates reach.
  double threshold_ = -std::numeric_limits<double>::infinity();
};

}  // namespace bsg::query
