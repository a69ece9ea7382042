#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stop_token>
#include <string>

#include "bsg/error.h"
#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "posterior/posterior_file.h"
#include "training/checkpointed_training.h"
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

/// The message of the Error that training ends with; empty if it ends well.
std::string refusal_of_training(const TrainingInput& input, const TrainingOptions& options,
                                const TrainingObserver& observer = {}) {
  try {
    train(input, options, observer);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

TEST_F(KeptPosterior, IsPutInPlaceTogetherWithItsModel) {
  input_.output = folder_ / "model.bsg";
  const Model model = trained();
  EXPECT_EQ(refusal(Model::load(*input_.output)), "");
  EXPECT_EQ(tests::bytes_of(model, folder_), tests::content_of(*input_.output));
}

TEST_F(KeptPosterior, StaysTheOldOneWhereTheNewModelCannotBeWritten) {
  const std::filesystem::path place = folder_.path() / "place";
  std::filesystem::create_directory(place);
  input_.output = (place / "model.bsg").string();
  const Model old = trained();
  const TrainingObserver observer{.progress = [&](const Progress& progress) {
    if (progress.stage == Stage::gauge) std::filesystem::remove_all(place);
  }};
  TrainingOptions options;
  options.inference.dimension = 4;
  options.inference.iterations = 2;
  options.sampling.subsample = 1;
  EXPECT_NE(refusal_of_training(input_, options, observer).find("model.bsg"), std::string::npos);
  EXPECT_EQ(refusal(old), "");
}

TEST_F(KeptPosterior, StaysTheOldOneWhereTrainingIsStoppedAtTheEnd) {
  input_.output = folder_ / "model.bsg";
  const Model old = trained();
  std::stop_source stop;
  const TrainingObserver observer{.progress =
                                      [&](const Progress& progress) {
                                        if (progress.stage == Stage::gauge) stop.request_stop();
                                      },
                                  .stop = stop.get_token()};
  TrainingOptions options;
  options.inference.dimension = 4;
  options.inference.iterations = 2;
  options.sampling.subsample = 1;
  EXPECT_NE(refusal_of_training(input_, options, observer).find("interrupted"), std::string::npos);
  EXPECT_EQ(refusal(Model::load(*input_.output)), "");
  EXPECT_EQ(tests::bytes_of(old, folder_), tests::content_of(*input_.output));
}

TEST_F(KeptPosterior, ReplacesNothingThatTrainingReads) {
  const TrainingOptions options;
  const auto refused = [&](const TrainingInput& input, const std::string& what) {
    const std::string message = refusal_of_training(input, options);
    EXPECT_NE(message.find(what), std::string::npos) << message;
  };
  TrainingInput input = input_;
  input.keep_posterior = input.texts.front();
  refused(input, "option keep-posterior: " + input.texts.front() + " is also a text to train on");
  input = input_;
  input.output = input.texts.front();
  refused(input, "option output: ");
  input = input_;
  input.output = folder_ / "posterior";
  refused(input, "is also where the model goes; choose another file");
  input = input_;
  input.save_vocabulary = folder_ / "posterior";
  refused(input, "is also where the posterior goes; choose another file");
  input = input_;
  input.keep_posterior = folder_ / "no folder/posterior";
  refused(input, "make the folder");
  const Model model = trained();
  input = input_;
  input.base = BaseModel{model, folder_ / "old.bsg", folder_ / "posterior"};
  EXPECT_NE(
      refusal_of_training(input, update_options(model)).find("is also the posterior to update"),
      std::string::npos);
  EXPECT_EQ(refusal(model), "");
}

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
