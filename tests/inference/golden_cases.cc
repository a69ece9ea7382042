#include "inference/golden_cases.h"

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

namespace bsg::tests {
namespace {

using nlohmann::json;

std::vector<double> flatten(const json& rows) {
  std::vector<double> values;
  for (const json& row : rows) {
    if (row.is_array()) {
      for (const json& value : row) values.push_back(value.get<double>());
    } else {
      values.push_back(row.get<double>());
    }
  }
  return values;
}

struct Signed {
  int positive = 0;
  int negative = 0;
};

/// Counts by the word whose side it is, then by its partner.
using Counts = std::vector<std::map<std::uint32_t, Signed>>;

void count(const json& tuples, std::size_t own, int Signed::*sign, Counts& counts) {
  for (const json& tuple : tuples) {
    const auto word = tuple[own].get<std::size_t>();
    const auto partner = tuple[1 - own].get<std::uint32_t>();
    ++(counts[word][partner].*sign);
  }
}

std::vector<sampling::PairRow> aggregate(const json& data, std::size_t words, std::size_t own) {
  Counts counts(words);
  count(data["positives"], own, &Signed::positive, counts);
  count(data["negatives"], own, &Signed::negative, counts);
  std::vector<sampling::PairRow> rows(words);
  for (std::size_t word = 0; word < words; ++word) {
    for (const auto& [partner, times] : counts[word]) {
      rows[word].ids.push_back(partner);
      rows[word].counts.push_back(static_cast<float>(times.positive + times.negative));
      rows[word].pulls.push_back(static_cast<float>(times.positive - times.negative));
    }
  }
  return rows;
}

GoldenResult read_result(const json& stored, const std::string& name) {
  return {flatten(stored["result"][name]), stored["single"][name].get<double>()};
}

/// `own`: which element of a tuple (i, j) is of this side.
GoldenSide read_side(const json& stored, const std::string& side, std::size_t own) {
  GoldenSide result;
  result.prior_precision = stored["tau_" + side].get<double>();
  result.initial_means = flatten(stored["initial"][side]);
  result.means = read_result(stored, "mean_" + side);
  result.variances = read_result(stored, "variance_" + side);
  result.changes = read_result(stored, "change_" + side);
  for (const json& data : stored["data"]) {
    result.pairs.push_back(aggregate(data, stored["words"].get<std::size_t>(), own));
  }
  return result;
}

GoldenCase read_case(const json& stored) {
  return {.name = stored["name"].get<std::string>(),
          .words = stored["words"].get<std::size_t>(),
          .dimension = stored["dimension"].get<std::size_t>(),
          .iterations = stored["iterations"].get<std::uint32_t>(),
          .burn_in = stored["burn_in"].get<std::uint32_t>(),
          .decay = stored["decay"].get<double>(),
          .exact_xi = stored["xi"] == "exact",
          .u = read_side(stored, "u", 0),
          .v = read_side(stored, "v", 1),
          .bounds = read_result(stored, "bound")};
}

}  // namespace

std::filesystem::path golden_folder() {
  return BSG_GOLDEN;
}

std::vector<GoldenCase> read_golden_cases() {
  std::ifstream file(golden_folder() / "figure_one.json");
  const json stored = json::parse(file);
  std::vector<GoldenCase> cases;
  for (const json& one : stored) cases.push_back(read_case(one));
  return cases;
}

}  // namespace bsg::tests
