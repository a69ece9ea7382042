#include "query/measure_table.h"

#include <array>
#include <cstddef>
#include <vector>

namespace bsg {
namespace query {
namespace {

double cosine_key(const Comparison& comparison, const Density& sum) {
  return cosine(sum, comparison.answer);
}

double probability_key(const Comparison& comparison, const Density& /*sum*/) {
  return moderated_logit(product_moments(comparison));
}

double kl_key(const Comparison& comparison, const Density& sum) {
  return negative_symmetric_kl(sum, comparison.answer);
}

double itself(double key) {
  return key;
}

double one(double /*key*/) {
  return 1;
}

void scan_cosine(const ScanBlock& block) {
  const auto& [queries, rows, m] = block.shape;
  kernels::scan_products(block.queries.means, block.rows.means, block.shape, block.keys);
  for (std::size_t q = 0; q < queries; ++q) {
    float* const keys = block.keys + q * rows;
    for (std::size_t k = 0; k < rows; ++k) keys[k] *= block.inverse_lengths[k];
  }
}

void scan_probability(const ScanBlock& block) {
  kernels::scan_moments(block.queries, block.rows, block.shape, block.keys, block.spare);
  kernels::moderate(block.keys, block.spare, block.shape.queries * block.shape.rows);
}

void scan_kl(const ScanBlock& block) {
  kernels::scan_symmetric_kl(block.queries, block.query_precisions, block.rows, block.shape,
                             block.keys);
}

constexpr std::array<MeasureRow, 3> kRows{{
    {.description = {.name = "cosine",
                     .value = Measure::cosine,
                     .heading = "cosine",
                     .meaning = "cosine of the means",
                     .needs_variances = false,
                     .unit_length = true,
                     .has_order = true,
                     .is_cosine = true,
                     .default_rank = Rank::lower},
     .key = cosine_key,
     .key_deviation = cosine_deviation,
     .score = itself,
     .slope = one,
     .scan = scan_cosine},
    {.description = {.name = "probability",
                     .value = Measure::probability,
                     .heading = "probability",
                     .meaning = "the probability that the model gives the pair",
                     .needs_variances = true,
                     .unit_length = false,
                     .has_order = true,
                     .is_cosine = false,
                     .default_rank = Rank::mean},
     .key = probability_key,
     .key_deviation = moderated_logit_deviation,
     .score = logistic,
     .slope = logistic_slope,
     .scan = scan_probability},
    {.description = {.name = "kl",
                     .value = Measure::kl,
                     .heading = "minus KL",
                     .meaning = "minus the symmetric Kullback-Leibler divergence",
                     .needs_variances = true,
                     .unit_length = false,
                     .has_order = false,
                     .is_cosine = false,
                     .default_rank = Rank::mean},
     .key = kl_key,
     .key_deviation = negative_symmetric_kl_deviation,
     .score = itself,
     .slope = one,
     .scan = scan_kl},
}};

constexpr std::array<MeasureDescription, kRows.size()> descriptions() {
  std::array<MeasureDescription, kRows.size()> all{};
  for (std::size_t k = 0; k < kRows.size(); ++k) all[k] = kRows[k].description;
  return all;
}

constexpr std::array kDescriptions = descriptions();

}  // namespace

const MeasureRow& row_of(Measure measure) {
  return kRows.at(static_cast<std::size_t>(measure));
}

}  // namespace query

std::span<const MeasureDescription> measure_table() {
  return query::kDescriptions;
}

const MeasureDescription& describe(Measure measure) {
  return query::row_of(measure).description;
}

std::string measure_names(bool MeasureDescription::*property, bool value,
                          std::string_view conjunction) {
  std::vector<std::string_view> names;
  for (const MeasureDescription& measure : measure_table()) {
    if (measure.*property == value) names.push_back(measure.name);
  }
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (k > 0 && k + 1 == names.size()) {
      text.append(" ").append(conjunction).append(" ");
    } else if (k > 0) {
      text += ", ";
    }
    text += names[k];
  }
  return text;
}

}  // namespace bsg
