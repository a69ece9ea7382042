#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include "bsg/error.h"
#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "posterior/posterior_file.h"
#include "training/planted_groups.h"

namespace bsg::posterior {
namespace {

using tests::TemporaryFolder;

class KeptPosterior : public ::testing::Test {
 protected:
  KeptPosterior() {
    input_.texts = {folder_.write("text", tests::planted_groups(300))};
    input_.keep_posterior = folder_ / "posterior";
  }

  [[nodiscard]] Model trained(std::uint64_t seed = 1) const {
    TrainingOptions options;
    options.inference.dimension = 4;
    options.inference.iterations = 3;
    options.inference.burn_in = 1;
    options.sampling.subsample = 1;
    options.seed = seed;
    return train(input_, options).model;
  }

  /// The message of the ModelError that opening ends with; empty if it ends well.
  [[nodiscard]] std::string refusal(const Model& model) const {
    try {
      const PosteriorFile file(*input_.keep_posterior, model);
      return {};
    } catch (const ModelError& error) {
      return error.what();
    }
  }

  TemporaryFolder folder_;
  TrainingInput input_;
};

TEST_F(KeptPosterior, HasTheModelsDensitiesInTheAxesOfTraining) {
  const Model model = trained();
  const PosteriorFile file(*input_.keep_posterior, model);
  ASSERT_EQ(file.words(), model.size());
  ASSERT_TRUE(file.axes());
  const auto axes = model.axes(Side::target);
  EXPECT_TRUE(std::equal(axes.begin(), axes.end(), file.axes()->targets.begin()));
  // P (B⁻¹ μ) = r, with B⁻¹ the transpose of B⁻ᵀ.
  constexpr std::size_t m = 4;
  for (const WordId word : {0U, 17U}) {
    double back[m] = {};
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < m; ++j) {
        back[i] +=
            double{file.axes()->contexts[j * m + i]} * double{model.mean(Side::target, word)[j]};
      }
    }
    double product[m] = {};
    const float* packed = file.precision(Side::target, word);
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = i; j < m; ++j, ++packed) {
        product[i] += double{*packed} * back[j];
        if (i != j) product[j] += double{*packed} * back[i];
      }
    }
    for (std::size_t k = 0; k < m; ++k) {
      const double r = file.r(Side::target, word)[k];
      EXPECT_NEAR(product[k], r, 1e-3 * (1 + std::abs(r))) << word;
    }
  }
}

TEST_F(KeptPosterior, SaysWhichPriorsFromFeaturesItContains) {
  const Model model = trained();
  const PosteriorFile file(*input_.keep_posterior, model);
  ASSERT_EQ(file.prior_precisions().size(), model.size());
  ASSERT_EQ(file.prior_means().size(), model.size() * 4);
  for (const WordId word : {0U, 17U}) {
    const float* const P = file.precision(Side::target, word);
    // What the pairs have added to the first axis is not negative.
    EXPECT_GT(file.prior_precisions()[word], 0);
    EXPECT_GE(P[0], file.prior_precisions()[word]);
  }
}

TEST_F(KeptPosterior, LeavesTheModelAsItIs) {
  const Model kept = trained();
  input_.keep_posterior.reset();
  EXPECT_EQ(tests::bytes_of(trained(), folder_), tests::bytes_of(kept, folder_));
}

TEST_F(KeptPosterior, IsRefusedBesideAnotherModel) {
  const Model other = trained(2);
  const Model model = trained(1);
  EXPECT_EQ(refusal(model), "");
  EXPECT_NE(refusal(other).find("belongs to another model"), std::string::npos) << refusal(other);
}

TEST_F(KeptPosterior, IsRefusedOnceItIsDamaged) {
  const Model model = trained();
  const std::string bytes = tests::content_of(*input_.keep_posterior);
  std::string damaged = bytes;
  damaged[bytes.size() / 2] ^= 1;
  (void)folder_.write("posterior", damaged);
  EXPECT_NE(refusal(model).find("posterior"), std::string::npos);
  (void)folder_.write("posterior", bytes.substr(0, bytes.size() - 4));
  EXPECT_NE(refusal(model), "");
  (void)folder_.write("posterior", "not a posterior at all");
  EXPECT_NE(refusal(model), "");
  model.save(folder_ / "posterior");
  EXPECT_NE(refusal(model), "");
}

TEST_F(KeptPosterior, IsNamedWhereItIsMissing) {
  const Model model = trained();
  std::filesystem::remove(*input_.keep_posterior);
  EXPECT_THROW(PosteriorFile(*input_.keep_posterior, model), FileError);
}

}  // namespace
}  // namespace bsg::posterior
