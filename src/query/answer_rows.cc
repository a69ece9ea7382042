#include "query/answer_rows.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "model/representation.h"
#include "query/side_by_side.h"

namespace bsg::query {
namespace {

using model::Moment;

bool is_one_side(Representation representation) {
  return representation != Representation::sum && representation != Representation::concat;
}

Side side_of(Representation representation) {
  return representation == Representation::target ? Side::target : Side::context;
}

std::span<const float> side_matrix(const Model& model, Side side, Moment moment) {
  return moment == Moment::mean ? model.means(side) : model.variances(side);
}

std::vector<float> make_matrix(const Model& model, Representation representation, Moment moment) {
  const std::size_t m = model::representation_dimension(model, representation);
  std::vector<float> matrix(model.size() * m);
  tbb::parallel_for(std::size_t{0}, model.size(), [&](std::size_t id) {
    model::representation_row(model, representation, moment, static_cast<WordId>(id),
                              std::span(matrix).subspan(id * m, m));
  });
  return matrix;
}

double squared_length(std::span<const float> row) {
  return sum_side_by_side(row.size(),
                          [&](std::size_t k) { return double{row[k]} * double{row[k]}; });
}

/// `variances` are empty where lengths are those of the means.
std::vector<float> make_inverse_lengths(std::span<const float> means,
                                        std::span<const float> variances, std::size_t m) {
  std::vector<float> inverse(means.size() / m);
  tbb::parallel_for(std::size_t{0}, inverse.size(), [&](std::size_t id) {
    double square = squared_length(means.subspan(id * m, m));
    if (!variances.empty()) {
      const std::span<const float> row = variances.subspan(id * m, m);
      square = std::accumulate(row.begin(), row.end(), square);
    }
    constexpr double kLargest = std::numeric_limits<float>::max();
    inverse[id] = square > 0 ? static_cast<float>(std::min(1 / std::sqrt(square), kLargest)) : 0;
  });
  return inverse;
}

}  // namespace

AnswerRows::AnswerRows(const Model& model, Representation representation, const Ranking& ranking)
    : model_(model),
      representation_(representation),
      side_(side_of(representation)),
      dimension_(model::representation_dimension(model, representation)) {
  const auto matrix = [&](Moment moment, std::vector<float>& made) -> std::span<const float> {
    if (is_one_side(representation)) return side_matrix(model, side_, moment);
    made = make_matrix(model, representation, moment);
    return made;
  };
  means_ = matrix(Moment::mean, made_means_);
  const MeasureDescription& measure = ranking.measure().description;
  if (measure.needs_variances || (ranking.lowers() && measure.is_cosine)) {
    variances_ = matrix(Moment::variance, made_variances_);
  }
  if (!measure.unit_length) return;
  std::vector<float> made;
  const bool expected = ranking.rank() == Rank::expected;
  inverse_lengths_ = make_inverse_lengths(
      means_, expected ? matrix(Moment::variance, made) : std::span<const float>(), dimension_);
}

}  // namespace bsg::query
