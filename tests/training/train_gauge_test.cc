#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "training/planted_groups.h"

namespace bsg {
namespace {

using tests::bytes_of;
using tests::planted_groups;
using tests::TemporaryFolder;

/// The standard recipe, made small.
TrainingOptions small_options() {
  TrainingOptions options;
  options.inference.dimension = 10;
  options.inference.iterations = 8;
  options.inference.burn_in = 4;
  options.sampling.subsample = 1e-2;
  return options;
}

double product(const Model& model, std::size_t target, std::size_t context) {
  const std::size_t m = model.dimension();
  double sum = 0;
  for (std::size_t k = 0; k < m; ++k) {
    sum += double{model.means(Side::target)[target * m + k]} *
           double{model.means(Side::context)[context * m + k]};
  }
  return sum;
}

TEST(TrainWithGauge, KeepsProductsAndChangesAxes) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(2000))}};
  TrainingOptions options = small_options();
  // With as many iterations as burn-in nothing blends: precisions are kept for the gauge alone.
  for (const std::uint32_t burn_in : {4U, 8U}) {
    options.inference.burn_in = burn_in;
    options.inference.gauge = 0;
    const Model plain = train(input, options).model;
    options.inference.gauge = 0.5;
    const Model changed = train(input, options).model;
    EXPECT_NE(plain.means(Side::target)[0], changed.means(Side::target)[0]);
    for (std::size_t i = 0; i < plain.size(); ++i) {
      for (std::size_t j = 0; j < plain.size(); ++j) {
        EXPECT_NEAR(product(changed, i, j), product(plain, i, j), 2e-4) << i << ' ' << j;
      }
    }
  }
}

/// A mean of a model in the axes of another model.
std::vector<double> in_axes_of(const Model& other, const Model& model, Side side,
                               std::size_t word) {
  const std::size_t m = model.dimension();
  std::vector<double> mean(m);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < m; ++j) {
      mean[i] += double{other.axes(side)[i * m + j]} * double{model.means(side)[word * m + j]};
    }
  }
  return mean;
}

TEST(TrainWithGauge, LeavesTheAxesInTheModel) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(2000))}};
  TrainingOptions options = small_options();
  const Model changed = train(input, options).model;
  options.inference.gauge = 0;
  const Model plain = train(input, options).model;
  for (const Side side : {Side::target, Side::context}) {
    EXPECT_TRUE(plain.axes(side).empty());
    ASSERT_EQ(changed.axes(side).size(), 100U);
    for (std::size_t word = 0; word < plain.size(); ++word) {
      const std::vector<double> expected = in_axes_of(changed, plain, side, word);
      for (std::size_t k = 0; k < 10; ++k) {
        EXPECT_NEAR(changed.means(side)[word * 10 + k], expected[k], 2e-4) << word;
      }
    }
  }
}

TEST(TrainWithGauge, GivesTheSameBytesOnAnyNumberOfThreadsAndInAnyMemory) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(2000))}};
  TrainingOptions options = small_options();
  options.inference.gauge = 0.25;
  options.inference.learn_prior = true;
  options.threads = 1;
  const std::string one = bytes_of(train(input, options).model, folder);
  for (const std::uint32_t threads : {2U, 5U}) {
    options.threads = threads;
    EXPECT_EQ(bytes_of(train(input, options).model, folder), one) << threads;
  }
  options.memory.budget = train(input, options).report.memory.memory - 1;
  options.memory.scratch = folder.path().string();
  const TrainingResult in_files = train(input, options);
  EXPECT_GT(in_files.report.memory.disk, 0U);
  EXPECT_EQ(bytes_of(in_files.model, folder), one);
}

TEST(TrainWithGauge, WorksWhereTrainingStopsEarly) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(500))}};
  TrainingOptions options = small_options();
  options.inference.gauge = 1;
  options.inference.tolerance = 1e12;  // stops after the second iteration, in the burn-in
  const TrainingResult result = train(input, options);
  EXPECT_TRUE(result.report.converged);
  for (const float value : result.model.variances(Side::target)) {
    EXPECT_TRUE(std::isfinite(value) && value > 0);
  }
  options.inference.gauge = 0;
  const Model plain = train(input, options).model;
  EXPECT_NE(plain.means(Side::target)[0], result.model.means(Side::target)[0]);
  EXPECT_NEAR(product(plain, 0, 1), product(result.model, 0, 1), 2e-4);
}

TEST(TrainWithLearnedPrior, RecordsWhatEachIterationHad) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("text", planted_groups(2000))}};
  TrainingOptions options = small_options();
  options.inference.gauge = 0;
  options.inference.prior_precision = 3;
  options.inference.context_prior_precision = 5;
  options.inference.iterations = 1;
  options.inference.learn_prior = true;
  options.subwords = SubwordOptions{};
  const Model first = train(input, options).model;
  ASSERT_EQ(first.iterations().size(), 1U);
  EXPECT_EQ(first.iterations()[0].target_prior_precision, 3);
  EXPECT_EQ(first.iterations()[0].context_prior_precision, 5);

  options.inference.iterations = 2;
  const Model second = train(input, options).model;
  double sum = 0;
  for (const float mean : first.means(Side::target)) sum += double{mean} * double{mean};
  for (const float variance : first.variances(Side::target)) sum += double{variance};
  const double learned = static_cast<double>(first.size() * first.dimension()) / sum;
  EXPECT_NEAR(second.iterations()[1].target_prior_precision.value(), learned, 1e-9 * learned);

  first.save(folder.path() / "model.bsg");
  EXPECT_EQ(Model::load(folder.path() / "model.bsg").iterations()[0], first.iterations()[0]);
}

}  // namespace
}  // namespace bsg
