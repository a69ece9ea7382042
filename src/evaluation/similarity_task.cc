#include <vector>

#include "bsg/evaluate.h"
#include "evaluation/benchmark_words.h"
#include "evaluation/rank_correlation.h"

namespace bsg {

using model::Role;

SimilarityResult evaluate_similarity(const Model& model, const SimilaritySet& set,
                                     const QueryOptions& options) {
  const Query query(model, options);
  const Rank rank = options.rank.value_or(Rank::mean);
  const evaluation::BenchmarkWords words(model, options);
  SimilarityResult result{.name = set.name, .correlation = std::nullopt};
  std::vector<double> ratings, scores;
  for (const RatedPair& pair : set.pairs) {
    const auto first = words.find(Role::asked, pair.first);
    const auto second = words.find(Role::answer, pair.second);
    if (!first || !second) {
      ++result.skipped;
      continue;
    }
    ratings.push_back(pair.rating);
    scores.push_back(ranked_by(query.similarity(first->form, second->form), rank));
    if (first->guessed || second->guessed) ++result.guessed;
  }
  result.used = ratings.size();
  result.correlation = evaluation::rank_correlation(ratings, scores);
  return result;
}

}  // namespace bsg
