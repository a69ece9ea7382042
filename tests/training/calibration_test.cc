#include "training/calibration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "inference/densities.h"
#include "inference/gauge.h"
#include "small_vocabulary.h"
#include "training/checkpointed_training.h"
#include "training/planted_groups.h"

namespace bsg {
namespace {

using tests::bytes_of;
using tests::TemporaryFolder;

using Points = std::vector<CalibrationPoint>;

Points calibration_of(const Model& model) {
  return {model.calibration().begin(), model.calibration().end()};
}

TrainingOptions small_options() {
  TrainingOptions options;
  options.inference.dimension = 6;
  options.inference.iterations = 6;
  options.inference.burn_in = 3;
  options.sampling.subsample = 1e-2;
  options.inference.calibrate = Calibrate::yes;
  return options;
}

/// 400 words with counts by Zipf's law in lines of ten, each about one of eight subjects: some
/// blocks, and words of many doublings.
std::string zipf_text() {
  constexpr int kWords = 400, kLines = 2500, kSubjects = 8;
  std::vector<double> weights;
  for (int word = 0; word < kWords; ++word) weights.push_back(1.0 / (word + 3));
  std::mt19937 random(6);
  std::discrete_distribution<int> any(weights.begin(), weights.end());
  std::ostringstream text;
  for (int line = 0; line < kLines; ++line) {
    for (int token = 0; token < 10; ++token) {
      const int word = any(random);
      text << 'w' << (word < 20 ? word : word / kSubjects * kSubjects + line % kSubjects) << ' ';
    }
    text << '\n';
  }
  return text.str();
}

class TrainCalibrated : public ::testing::Test {
 protected:
  [[nodiscard]] Model trained(const TrainingOptions& options) const {
    return train({.texts = {text_}}, options).model;
  }

  TemporaryFolder folder_;
  std::string text_ = folder_.write("text", zipf_text());
};

TEST_F(TrainCalibrated, HasFactorsThatArePositiveAndAscendInCounts) {
  const auto changed = [](auto change) {
    TrainingOptions options = small_options();
    change(options);
    return options;
  };
  const std::vector<TrainingOptions> kinds{
      small_options(),
      changed([](auto& o) { o.inference.gauge = 0; }),
      changed([](auto& o) { o.sampling.negative_mode = NegativeMode::sampled; }),
      changed([](auto& o) { o.inference.iterations = 1; }),
      changed([](auto& o) { o.inference.burn_in = 6; }),
      changed([](auto& o) { o.inference.learn_prior = true; }),
      changed([](auto& o) { o.corpus.sets = true; })};
  for (const TrainingOptions& options : kinds) {
    const Model model = trained(options);
    const Points points = calibration_of(model);
    EXPECT_GE(points.size(), 3U);
    float before = 0;
    for (const CalibrationPoint& point : points) {
      EXPECT_GT(point.count, before);
      EXPECT_TRUE(point.target > 0 && std::isfinite(point.target)) << point.target;
      EXPECT_NE(point.target, 1);
      EXPECT_TRUE(point.context > 0 && std::isfinite(point.context)) << point.context;
      before = point.count;
    }
    EXPECT_LE(points.back().count, static_cast<float>(model.count(0)));
  }
}

TEST_F(TrainCalibrated, GivesTheSameBytesOnAnyNumberOfThreads) {
  for (const NegativeMode mode : {NegativeMode::sampled, NegativeMode::expected}) {
    std::set<std::string> models;
    for (const std::uint32_t threads : {1U, 2U, 4U}) {
      TrainingOptions options = small_options();
      options.sampling.negative_mode = mode;
      options.threads = threads;
      models.insert(bytes_of(trained(options), folder_));
    }
    EXPECT_EQ(models.size(), 1U);
  }
}

TEST_F(TrainCalibrated, DoesNotChangeTheDensities) {
  for (const double gauge : {0.0, 0.6}) {
    TrainingOptions options = small_options();
    options.inference.gauge = gauge;
    const Model with = trained(options);
    options.inference.calibrate = Calibrate::no;
    const Model without = trained(options);
    EXPECT_FALSE(with.calibration().empty());
    EXPECT_TRUE(without.calibration().empty());
    for (const Side side : {Side::target, Side::context}) {
      EXPECT_TRUE(std::ranges::equal(with.means(side), without.means(side)));
      EXPECT_TRUE(std::ranges::equal(with.variances(side), without.variances(side)));
      EXPECT_TRUE(std::ranges::equal(with.axes(side), without.axes(side)));
    }
    EXPECT_TRUE(std::ranges::equal(with.iterations(), without.iterations()));
    EXPECT_EQ(with.options().at("calibrate"), "yes");
    EXPECT_EQ(without.options().at("calibrate"), "no");
  }
}

/// Cosines do, and factors are of cosines.
TEST_F(TrainCalibrated, DependsOnTheAxes) {
  TrainingOptions options = small_options();
  const Points changed = calibration_of(trained(options));
  options.inference.gauge = 0;
  const Points plain = calibration_of(trained(options));
  ASSERT_EQ(changed.size(), plain.size());
  for (std::size_t n = 0; n < plain.size(); ++n) EXPECT_EQ(changed[n].count, plain[n].count);
  EXPECT_NE(changed, plain);
}

/// Stages that a training went through, and whether it has factors.
struct Course {
  bool calibrates = false;
  std::size_t iterations = 0, factors = 0;
};

Course course_of(const TrainingInput& input, const TrainingOptions& options) {
  Course course;
  TrainingObserver observer;
  observer.progress = [&](const Progress& progress) {
    course.calibrates = course.calibrates || progress.stage == Stage::calibration;
  };
  const Model model = train(input, options, observer).model;
  course.iterations = model.iterations().size();
  course.factors = model.calibration().size();
  return course;
}

TEST_F(TrainCalibrated, MeasuresNothingIfItStopsBeforeHalfway) {
  const TrainingInput input{.texts = {text_}};
  TrainingOptions options = small_options();
  options.inference.tolerance = 1e12;  // stops after the second iteration
  const Course early = course_of(input, options);
  EXPECT_EQ(early.iterations, 2U);
  EXPECT_FALSE(early.calibrates);
  EXPECT_EQ(early.factors, 0U);
  options.inference.iterations = 4;
  const Course halfway = course_of(input, options);
  EXPECT_EQ(halfway.iterations, 2U);
  EXPECT_TRUE(halfway.calibrates);
  EXPECT_GT(halfway.factors, 0U);
}

TEST_F(TrainCalibrated, IsOfTheStandardRecipeAndOfClosedFormDensitiesAlone) {
  const TrainingInput input{.texts = {text_}};
  TrainingOptions paper = tests::checkpointed_options();
  TrainingOptions points = small_options(), draws = small_options();
  points.method = Method::skipgram;
  points.threads = 1;
  draws.method = Method::gibbs;
  draws.inference.iterations = 2;
  draws.gibbs = {.sweeps = 4, .warm_up = 1, .thinning = 1};
  for (const TrainingOptions& options : {paper, points, draws}) {
    const Course course = course_of(input, options);
    EXPECT_FALSE(course.calibrates);
    EXPECT_EQ(course.factors, 0U);
  }
  paper.inference.calibrate = Calibrate::yes;
  EXPECT_GT(course_of(input, paper).factors, 0U);
}

TEST(Calibrates, ByItselfWhereItWasTested) {
  constexpr std::uint64_t kEnough = 250'000;
  TrainingOptions options;
  EXPECT_TRUE(training::calibrates(options, kEnough));
  EXPECT_FALSE(training::calibrates(options, kEnough - 1));
  for (const auto& [iterations, expected] :
       {std::pair{9U, false}, {10U, true}, {40U, true}, {41U, false}}) {
    TrainingOptions others = options;
    others.inference.iterations = iterations;
    EXPECT_EQ(training::calibrates(others, kEnough), expected) << iterations;
  }
  options.corpus.sets = true;
  EXPECT_FALSE(training::calibrates(options, kEnough));
  options.inference.calibrate = Calibrate::yes;
  EXPECT_TRUE(training::calibrates(options, 1));
  options = {};
  options.inference.gauge = 0;
  EXPECT_FALSE(training::calibrates(options, kEnough));
  options = {};
  options.inference.calibrate = Calibrate::no;
  EXPECT_FALSE(training::calibrates(options, kEnough));
}

/// Words without a text of their own are no part of it.
TEST_F(TrainCalibrated, TakesWordsWithTagsAlone) {
  TrainingInput input{.texts = {text_}};
  input.features = folder_.write("tags", "new\tx\nw1\tx\nw2\tx\n");
  const Model model = train(input, small_options()).model;
  EXPECT_EQ(model.count(model.id("new")), 0U);
  EXPECT_EQ(model.deviation_factor(Side::target, 0), 1);
  EXPECT_GT(model.calibration().size(), 0U);
}

/// A cosine does not change with the lengths of its words. In axes that are not those of a mean, a
/// move along it would change it, and so would another mean.
TEST(Calibration, BringsHalfwayMeansAndMovesIntoTheAxesOfTheModel) {
  constexpr std::uint32_t kWords = 30, kDimension = 4;
  const corpus::Vocabulary vocabulary =
      tests::vocabulary_with_counts(std::vector<std::uint64_t>(kWords, 20));
  inference::Densities u(kWords, kDimension), v(kWords, kDimension);
  inference::initialise(u, Side::target, 1);
  inference::initialise(v, Side::context, 1);
  for (std::uint32_t word = 0; word < kWords; ++word) u.mean(word)[0] *= 5;  // something to change
  for (const double gauge : {0.0, 0.5, 1.0}) {
    InferenceOptions how;
    how.dimension = kDimension;
    how.iterations = 3;
    how.gauge = gauge;
    std::optional<inference::Gauge> axes;
    if (gauge != 0) axes = inference::make_gauge(u, v, gauge);
    const std::vector<float> means =
        inference::rows_in_axes(inference::axes_of(axes, Side::target), u.means(), kDimension);
    inference::Densities turned = u;
    for (std::uint32_t word = 0; word < kWords; ++word) {
      std::copy_n(&means[word * kDimension], kDimension, turned.mean(word));
    }
    training::Calibration calibration(vocabulary, how);
    EXPECT_EQ(calibration.words().size(), kWords);
    calibration.note_halfway(1, v, u);  // not yet
    EXPECT_FALSE(calibration.is_halfway(1));
    calibration.note_halfway(2, u, v);
    EXPECT_TRUE(calibration.is_halfway(2));
    calibration.note_halfway(3, v, u);  // no longer
    std::vector<float> moves = u.means();
    for (float& move : moves) move /= 10;
    calibration.note_moves(moves);
    calibration.finish(turned, axes);
    ASSERT_EQ(calibration.points().size(), 1U);
    EXPECT_EQ(calibration.points()[0].target, 0.2F) << gauge;  // the least there is
  }
}

}  // namespace
}  // namespace bsg
