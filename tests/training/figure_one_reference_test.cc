#include "training/figure_one_reference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

/// The two references, in C++ and in NumPy, share no code: they must agree to double precision.

namespace bsg::tests {
namespace {

using nlohmann::json;

/// Both sum some tens of terms in different orders, over a few iterations.
constexpr double kDoubleAccuracy = 1e-11;

json read_golden() {
  std::ifstream file(std::filesystem::path(BSG_GOLDEN) / "figure_one.json");
  return json::parse(file);
}

std::vector<Eigen::VectorXd> read_rows(const json& rows) {
  std::vector<Eigen::VectorXd> vectors;
  for (const json& row : rows) {
    const auto values = row.get<std::vector<double>>();
    vectors.emplace_back(
        Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size())));
  }
  return vectors;
}

std::vector<Tuple> read_tuples(const json& data) {
  std::vector<Tuple> tuples;
  const auto append = [&tuples](const json& pairs, Sign sign) {
    for (const json& pair : pairs) {
      tuples.push_back({pair[0].get<std::uint32_t>(), pair[1].get<std::uint32_t>(), sign});
    }
  };
  append(data["positives"], Sign::positive);
  append(data["negatives"], Sign::negative);
  return tuples;
}

FigureOneSettings read_settings(const json& golden) {
  return {.xi = golden["xi"] == "exact" ? Xi::exact : Xi::paper,
          .target_prior_precision = golden["tau_u"].get<double>(),
          .context_prior_precision = golden["tau_v"].get<double>(),
          .burn_in = golden["burn_in"].get<std::int64_t>(),
          .decay = golden["decay"].get<double>()};
}

void expect_agreement(const std::vector<FigureOne<double>::Density>& densities,
                      const json& golden_means, const json& golden_variances) {
  const std::vector<Eigen::VectorXd> means = read_rows(golden_means);
  const std::vector<Eigen::VectorXd> variances = read_rows(golden_variances);
  ASSERT_EQ(densities.size(), means.size());
  for (std::size_t word = 0; word < means.size(); ++word) {
    const auto& q = densities[word];
    EXPECT_LT((q.mean - means[word]).norm(), kDoubleAccuracy) << word;
    EXPECT_LT((q.covariance.diagonal() - variances[word]).norm(), kDoubleAccuracy) << word;
  }
}

void expect_agreement(const json& golden) {
  SCOPED_TRACE(golden["name"].get<std::string>());
  const json& result = golden["result"];
  FigureOne<double> figure_one(read_settings(golden), read_rows(golden["initial"]["u"]),
                               read_rows(golden["initial"]["v"]));
  for (std::size_t iteration = 0; iteration < golden["data"].size(); ++iteration) {
    const std::vector<Tuple> data = read_tuples(golden["data"][iteration]);
    EXPECT_NEAR(figure_one.update_targets(data).change, result["change_u"][iteration].get<double>(),
                kDoubleAccuracy);
    EXPECT_NEAR(figure_one.update_contexts(data).change,
                result["change_v"][iteration].get<double>(), kDoubleAccuracy);
    figure_one.next_iteration();
  }
  expect_agreement(figure_one.u(), result["mean_u"], result["variance_u"]);
  expect_agreement(figure_one.v(), result["mean_v"], result["variance_v"]);
}

TEST(FigureOneReference, AgreesWithTheGoldenNumbers) {
  const json golden = read_golden();
  ASSERT_GE(golden.size(), 4U);
  for (const json& one : golden) expect_agreement(one);
}

TEST(FigureOneReference, LambdaIsTheCurvatureOfTheBound) {
  EXPECT_NEAR(lambda(1e-4), 0.125, 1e-9);
  for (const double xi : {0.1, 1.0, 5.0, 40.0}) {
    EXPECT_NEAR(lambda(xi), std::tanh(xi / 2) / (4 * xi), 1e-15) << xi;
  }
}

}  // namespace
}  // namespace bsg::tests
