#include "query/ranking.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>

#include "bsg/error.h"
#include "bsg/query.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg {
namespace query {
namespace {

constexpr std::array<RankDescription, 3> kRanks{{
    {.name = "mean",
     .value = Rank::mean,
     .meaning = "the score",
     .needs_variances = false,
     .cosine_only = false},
    {.name = "lower",
     .value = Rank::lower,
     .meaning = "a lower bound of it",
     .needs_variances = true,
     .cosine_only = false},
    {.name = "expected",
     .value = Rank::expected,
     .meaning = "the expected cosine of draws from the densities",
     .needs_variances = true,
     .cosine_only = true},
}};

}  // namespace

double Ranking::key(const Comparison& comparison, const Density& sum) const {
  if (rank_ == Rank::expected) return cosine_moments(comparison).mean;
  const double key = measure_->key(comparison, sum);
  if (rank_ == Rank::mean) return key;
  return lowered(key, comparison, sum);
}

}  // namespace query

std::span<const RankDescription> rank_table() {
  return query::kRanks;
}

const RankDescription& describe(Rank rank) {
  return query::kRanks.at(static_cast<std::size_t>(rank));
}

double ranked_by(const Score& score, Rank rank) {
  if (rank == Rank::lower) return score.lower;
  return rank == Rank::expected ? score.cosine_mean : score.value;
}

Rank rank_of(const Model& model, const QueryOptions& options) {
  const MeasureDescription& measure = describe(options.measure);
  if (!options.rank) return model.has_variances() ? measure.default_rank : Rank::mean;
  const RankDescription& rank = describe(*options.rank);
  if (rank.needs_variances && !model.has_variances()) {
    throw ModelError(wording::compose("this model has no variances, which {} needs: use {}",
                                      wording::setting("rank", rank.name),
                                      wording::setting("rank", describe(Rank::mean).name)));
  }
  if (rank.cosine_only && !measure.is_cosine) {
    throw OptionError(wording::compose("{} is about the cosine: under {} use another one",
                                       wording::setting("rank", rank.name),
                                       wording::setting("measure", measure.name)));
  }
  return rank.value;
}

}  // namespace bsg
