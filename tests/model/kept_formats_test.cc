// Model files as earlier versions wrote them, kept in tests/model/kept: they stay readable.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "bsg/model.h"
#include "model/sample_model.h"

namespace bsg::tests {
namespace {

std::filesystem::path kept(const char* name) {
  return std::filesystem::path(BSG_KEPT_MODELS) / name;
}

ModelData sample_points() {
  ModelData data = sample_data();
  data.target_variance.clear();
  data.context_variance.clear();
  data.options = {{"dimension", "3"}, {"method", "skipgram"}};
  data.iterations = {{.iteration = 1,
                      .step = 0.025,
                      .tokens = 900,
                      .positive_pairs = 4000,
                      .negative_pairs = 4000,
                      .mean_loss = 1.375}};
  return data;
}

void expect_reads_as(const char* name, const ModelData& expected) {
  for (const Verify verify : {Verify::checksums, Verify::structure}) {
    expect_same(data_of(Model::load(kept(name), verify)), expected);
  }
}

TEST(KeptFormats, Format1Densities) {
  expect_reads_as("format-1-densities.bsg", sample_data());
}

TEST(KeptFormats, Format1Points) {
  expect_reads_as("format-1-points.bsg", sample_points());
}

TEST(KeptFormats, Format2Axes) {
  expect_reads_as("format-2-axes.bsg", sample_in_axes());
}

TEST(KeptFormats, Format3Features) {
  expect_reads_as("format-3-features.bsg", sample_in_axes());
  const Model model = Model::load(kept("format-3-features.bsg"));
  const std::optional<TargetDensity> guess = model.guess("paris");
  ASSERT_TRUE(guess);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto x = static_cast<double>(k);
    EXPECT_NEAR(guess->mean[k], (2 * x + x + 3) / std::sqrt(8.0), 1e-6);
    double stretch = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      stretch += std::pow((static_cast<double>(3 * k + j) - 3.5) / 5, 2);
    }
    EXPECT_NEAR(guess->variance[k], (0.5 + (4 * 0.5 + 0.25 + 3 * 2) / 8) * stretch, 1e-5);
  }
  EXPECT_FALSE(model.guess("tcity")) << "a tag is no n-gram";
}

TEST(KeptFormats, Format4Users) {
  expect_reads_as("format-4-users.bsg", sample_with_users());
  EXPECT_EQ(Model::load(kept("format-4-users.bsg")).find_user("17"), 2U);
}

/// Makes the files of the present format in the folder that BSG_KEPT_FOLDER names: to be kept when
/// the format's number grows.
TEST(KeptFormats, AreWrittenOnRequest) {
  const TemporaryFolder temporary;
  const char* given = std::getenv("BSG_KEPT_FOLDER");
  const std::filesystem::path folder = given != nullptr ? given : temporary / "kept";
  std::filesystem::create_directories(folder);
  Model(sample_data()).save(folder / "densities.bsg");
  Model(sample_points()).save(folder / "points.bsg");
  Model(sample_in_axes()).save(folder / "axes.bsg");
  Model(sample_with_features()).save(folder / "features.bsg");
  Model(sample_with_users()).save(folder / "users.bsg");
  EXPECT_EQ(data_of(Model::load(folder / "points.bsg")).iterations, sample_points().iterations);
}

}  // namespace
}  // namespace bsg::tests
