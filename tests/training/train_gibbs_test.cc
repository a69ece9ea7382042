#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "gibbs/kept_draws.h"
#include "posterior/posterior_file.h"
#include "tensors/tensor_file.h"
#include "training/checkpointed_training.h"
#include "training/planted_groups.h"

namespace bsg {
namespace {

using tests::bytes_of;
using tests::content_of;
using tests::planted_groups;
using tests::recovered;
using tests::train_until;

constexpr std::uint32_t kSweeps = 7;

TrainingOptions small_options() {
  TrainingOptions options;
  options.method = Method::gibbs;
  options.inference.dimension = 5;
  options.inference.iterations = 3;
  options.sampling.subsample = 1e-2;
  options.gibbs = {.sweeps = kSweeps, .warm_up = 2, .thinning = 1};
  options.threads = 2;
  return options;
}

class TrainGibbs : public ::testing::Test {
 protected:
  [[nodiscard]] TrainingInput input() const {
    return {.texts = {text_}, .save_draws = folder_ / "draws"};
  }
  [[nodiscard]] std::string draws() const { return content_of(folder_ / "draws"); }

  template <class Refusal>
  std::string refusal(const TrainingInput& input, const TrainingOptions& options) {
    try {
      train(input, options);
    } catch (const Refusal& error) {
      return error.what();
    }
    return "accepted";
  }

  tests::TemporaryFolder folder_;
  std::string text_ = folder_.write("text", planted_groups(300));
};

TEST_F(TrainGibbs, GivesTheSameBytesOnAnyNumberOfThreads) {
  std::set<std::string> models, files;
  for (const std::uint32_t threads : {1U, 2U, 4U}) {
    TrainingOptions options = small_options();
    options.threads = threads;
    models.insert(bytes_of(train(input(), options).model, folder_));
    files.insert(draws());
  }
  EXPECT_EQ(models.size(), 1U);
  EXPECT_EQ(files.size(), 1U);
  TrainingOptions other = small_options();
  other.seed = 2;
  EXPECT_FALSE(models.contains(bytes_of(train(input(), other).model, folder_)));
}

/// With every draw kept, the file tells what the model's numbers are.
TEST_F(TrainGibbs, MakesTheMomentsOfItsDraws) {
  const Model model = train(input(), small_options()).model;
  tensors::TensorFile file(folder_ / "draws", gibbs::kDrawsFile);
  file.verify_header();
  file.verify_tensors();
  EXPECT_EQ(tensors::text_of(file.metadata(), "model"), posterior::model_checksum(model));
  const std::size_t numbers = model.size() * model.dimension();
  for (const Side side : {Side::target, Side::context}) {
    const auto all = file.take<float>(side == Side::target ? "u" : "v",
                                      {kSweeps, model.size(), model.dimension()});
    for (std::size_t at = 0; at < numbers; ++at) {
      double mean = 0, squares = 0;
      for (std::size_t draw = 0; draw < kSweeps; ++draw) {
        mean += double{all[draw * numbers + at]} / kSweeps;
      }
      for (std::size_t draw = 0; draw < kSweeps; ++draw) {
        squares += std::pow(double{all[draw * numbers + at]} - mean, 2);
      }
      ASSERT_NEAR(double{model.means(side)[at]}, mean, 1e-5);
      ASSERT_NEAR(double{model.variances(side)[at]}, squares / (kSweeps - 1),
                  1e-5 + 1e-4 * squares);
      ASSERT_GT(squares, 0);
    }
  }
  EXPECT_NO_THROW(file.check_all_taken());
}

/// No rotation brings the last draw closer to the mean of those before it: Σ x x̄ᵀ over both sides
/// is symmetric.
TEST_F(TrainGibbs, TurnsDrawsTowardsThoseBefore) {
  const Model model = train(input(), small_options()).model;
  tensors::TensorFile file(folder_ / "draws", gibbs::kDrawsFile);
  const std::size_t m = 5, numbers = model.size() * m;
  std::vector<double> products(m * m);
  for (const char* side : {"u", "v"}) {
    const auto all = file.take<float>(side, {kSweeps, model.size(), m});
    const auto last = all.last(numbers);
    for (std::size_t at = 0; at < m * numbers; ++at) {
      const std::size_t word = at / (m * m), i = at / m % m, j = at % m;
      double mean = 0;
      for (std::size_t draw = 0; draw + 1 < kSweeps; ++draw) {
        mean += double{all[draw * numbers + word * m + j]} / (kSweeps - 1);
      }
      products[i * m + j] += double{last[word * m + i]} * mean;
    }
  }
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_NEAR(products[i * m + j], products[j * m + i], 1e-3) << i << ' ' << j;
      EXPECT_GT(products[i * m + i], 1);
    }
  }
}

TEST_F(TrainGibbs, KeepsEverySoManiethDraw) {
  TrainingOptions options = small_options();
  train(input(), options);
  const std::string all = draws();
  options.gibbs.thinning = 3;
  train(input(), options);
  tensors::TensorFile file(folder_ / "draws", gibbs::kDrawsFile);
  const std::uint64_t words = file.shape("u").at(1);
  const auto thin = file.take<float>("u", {2, words, 5});
  tensors::TensorFile whole(folder_.write("all", all), gibbs::kDrawsFile);
  const auto every = whole.take<float>("u", {kSweeps, words, 5});
  EXPECT_TRUE(std::ranges::equal(thin.first(words * 5), every.subspan(2 * words * 5, words * 5)));
  EXPECT_TRUE(std::ranges::equal(thin.last(words * 5), every.subspan(5 * words * 5, words * 5)));
}

TEST_F(TrainGibbs, HasTheSamePairsInEveryIteration) {
  const Model model = train(input(), small_options()).model;
  ASSERT_EQ(model.iterations().size(), 3 + 2 + kSweeps);
  const IterationRecord first = model.iterations().front();
  EXPECT_GT(first.positive_pairs, 0U);
  EXPECT_EQ(first.negative_pairs, 3 * first.positive_pairs);
  for (const IterationRecord& record : model.iterations()) {
    EXPECT_EQ(record.tokens, first.tokens);
    EXPECT_EQ(record.positive_pairs, first.positive_pairs);
    EXPECT_EQ(record.step, 1);
  }
}

TEST_F(TrainGibbs, GivesTheSameBytesAfterAStopInEveryIteration) {
  TrainingOptions options = small_options();
  options.gibbs.thinning = 2;
  const std::string model = bytes_of(train(input(), options).model, folder_);
  const std::string expected = draws();
  TrainingInput kept = input();
  kept.checkpoint.folder = folder_ / "kept";
  const std::uint32_t all = options.all_iterations();
  ASSERT_TRUE(train_until(1, kept, options));
  for (std::uint32_t last = 2; last < all; ++last) {
    const SavedRun saved = read_checkpoint(folder_ / "kept");
    EXPECT_EQ(saved.iteration, last - 1);
    ASSERT_TRUE(train_until(last, saved.input, saved.options));
  }
  for (const std::uint32_t done : {all - 1, all}) {
    std::filesystem::remove(folder_ / "draws");
    const SavedRun saved = read_checkpoint(folder_ / "kept");
    const TrainingResult result = train(saved.input, saved.options);
    EXPECT_EQ(result.report.resumed_after, done);
    EXPECT_EQ(bytes_of(result.model, folder_), model);
    EXPECT_EQ(draws(), expected);
  }
}

TEST_F(TrainGibbs, ResumesWithDrawsOnlyWhereThereAreSome) {
  TrainingInput kept = input();
  kept.checkpoint.folder = folder_ / "kept";
  ASSERT_TRUE(train_until(6, kept, small_options()));
  SavedRun saved = read_checkpoint(folder_ / "kept");
  saved.input.save_draws.reset();
  EXPECT_EQ(refusal<CheckpointError>(saved.input, saved.options),
            "the training in '" + (folder_ / "kept") +
                "' keeps its draws; give save-draws, or start anew in another folder");
}

TEST_F(TrainGibbs, NeighboursRecoverPlantedGroups) {
  TrainingOptions options = small_options();
  options.inference.iterations = 10;
  options.gibbs = {.sweeps = 40, .warm_up = 10};
  const TrainingInput many{.texts = {folder_.write("many", planted_groups(3000))}};
  EXPECT_GE(recovered(train(many, options).model), 0.95);
}

TEST_F(TrainGibbs, RecordsOnlyItsOwnOptions) {
  const Model model = train(input(), small_options()).model;
  for (const OptionDescription& option : option_table()) {
    const bool set = !get_option(small_options(), option.name).empty();
    EXPECT_EQ(model.options().contains(std::string(option.name)),
              set && option.affects_result && option.belongs_to(Method::gibbs))
        << option.name;
  }
  EXPECT_EQ(model.options().at("method"), "gibbs");
  EXPECT_EQ(refusal<ModelError>({.texts = {text_}, .base = BaseModel{.model = model}},
                                [&] {
                                  TrainingOptions options = small_options();
                                  return options;
                                }()),
            "the model has the moments of draws (method gibbs): there is no posterior of its words "
            "to go on from; update one that was trained with method bsg");
}

TEST_F(TrainGibbs, RefusesFilesOfOtherMethods) {
  TrainingInput kept = input();
  kept.keep_posterior = folder_ / "posterior";
  EXPECT_EQ(refusal<OptionError>(kept, small_options()),
            "option keep-posterior belongs to method bsg; leave it out or change the method");
  TrainingOptions other = small_options();
  other.method = Method::bsg;
  EXPECT_EQ(refusal<OptionError>(input(), other),
            "option save-draws belongs to method gibbs; leave it out or change the method");
  TrainingOptions sparse = small_options();
  sparse.gibbs.thinning = kSweeps + 1;
  EXPECT_EQ(refusal<OptionError>(input(), sparse),
            "option save-draws: of sweeps 7 there is no draw to keep with thinning 8; choose more "
            "sweeps or a smaller "
            "thinning");
  TrainingInput onto = input();
  onto.save_draws = text_;
  EXPECT_EQ(refusal<OptionError>(onto, small_options()),
            "option save-draws: " + text_ + " is also a text to train on; choose another file");
}

TEST_F(TrainGibbs, StopsOnRequest) {
  std::stop_source source;
  TrainingObserver observer{.stop = source.get_token()};
  observer.progress = [&](const Progress& progress) {
    if (progress.stage == Stage::contexts && progress.iteration == 7) source.request_stop();
  };
  EXPECT_THROW(train(input(), small_options(), observer), Interrupted);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "draws"));
}

}  // namespace
}  // namespace bsg
