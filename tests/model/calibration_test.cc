#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "bsg/error.h"
#include "bsg/model.h"
#include "model/calibration_text.h"
#include "model/sample_model.h"
#include "tensors/format_error.h"

namespace bsg::tests {
namespace {

using Calibration = std::vector<CalibrationPoint>;

/// The words of sample_data() occur 1000, 50, 20, 20, 3 and 0 times.
const Calibration& sample_calibration() {
  static const Calibration points{{.count = 5.25F, .target = 2, .context = 0.5F},
                                  {.count = 20, .target = 1.0F / 3, .context = 0.75F},
                                  {.count = 12345, .target = 4e-7F, .context = 3e9F}};
  return points;
}

ModelData calibrated_data(const Calibration& points = sample_calibration()) {
  ModelData data = sample_data();
  data.calibration = points;
  return data;
}

Calibration calibration_of(const Model& model) {
  return {model.calibration().begin(), model.calibration().end()};
}

TEST(ModelCalibration, GoesThroughTheFile) {
  const TemporaryFolder folder;
  Model(calibrated_data()).save(folder / "a.bsg");
  const Model loaded = Model::load(folder / "a.bsg");
  EXPECT_EQ(calibration_of(loaded), sample_calibration());
  expect_same(data_of(loaded), sample_data());
  loaded.save(folder / "b.bsg");
  EXPECT_EQ(read_bytes(folder / "a.bsg"), read_bytes(folder / "b.bsg"));
}

TEST(ModelCalibration, IsNotInTheFileOfAModelWithout) {
  const TemporaryFolder folder;
  Model(sample_data()).save(folder / "a.bsg");
  EXPECT_EQ(read_bytes(folder / "a.bsg").find("calibration"), std::string::npos);
  EXPECT_TRUE(Model::load(folder / "a.bsg").calibration().empty());
}

TEST(ModelCalibration, IsRefusedIfItIsNoCalibration) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinite = std::numeric_limits<float>::infinity();
  for (const float bad : {nan, infinite, -infinite, 0.0F, -1.0F}) {
    for (std::size_t place = 0; place < 3; ++place) {
      for (float CalibrationPoint::*const number :
           {&CalibrationPoint::count, &CalibrationPoint::target, &CalibrationPoint::context}) {
        Calibration points = sample_calibration();
        points[place].*number = bad;
        EXPECT_THROW(Model{calibrated_data(points)}, ModelError) << bad << " at " << place;
      }
    }
  }
  Calibration twice = sample_calibration();
  twice[1].count = twice[0].count;
  EXPECT_THROW(Model{calibrated_data(twice)}, ModelError);
  std::swap(twice[1], twice[2]);
  EXPECT_THROW(Model{calibrated_data(twice)}, ModelError);
}

TEST(ModelCalibration, IsRefusedWhereTheFileIsDamaged) {
  const TemporaryFolder folder;
  Model(calibrated_data()).save(folder / "a.bsg");
  const std::string bytes = read_bytes(folder / "a.bsg");
  const auto complaint = [&](std::string_view other) {
    std::string damaged = bytes;
    damaged.replace(damaged.find("12345"), 5, other);
    write_bytes(folder / "b.bsg", damaged);
    try {
      Model::load(folder / "b.bsg", Verify::structure);
    } catch (const ModelError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(complaint("54321"), "");
  for (const std::string_view number : {"00019", "   19", "-2345", "1e999", "nulls", "'12'4"}) {
    EXPECT_NE(complaint(number.substr(0, 5)).find("calibration"), std::string::npos) << number;
  }
  EXPECT_THROW(
      {
        std::string damaged = bytes;
        damaged.replace(damaged.find("12345"), 1, "2");
        write_bytes(folder / "b.bsg", damaged);
        Model::load(folder / "b.bsg");  // with its checksums
      },
      ModelError);
}

TEST(CalibrationText, ReadsWhatItWrites) {
  for (const Calibration& points : {Calibration{}, sample_calibration()}) {
    EXPECT_EQ(model::calibration_from_text(model::to_text(points)), points);
  }
  EXPECT_EQ(model::to_text(sample_calibration()).substr(0, 57),
            R"([{"count":5.25,"target":2,"context":0.5},{"count":20,"tar)");
}

TEST(CalibrationText, RefusesAnythingElse) {
  for (const char* text :
       {"", "[", "{}", "3", "[3]", "[[1,2,3]]", "[{}]", R"([{"count":1,"target":1}])",
        R"([{"count":1,"target":1,"contexts":1}])", R"([{"count":1,"target":1,"context":"1"}])",
        R"([{"count":1,"target":null,"context":1}])", R"([{"count":true,"target":1,"context":1}])",
        R"([{"count":1,"target":1,"context":1,"more":1}])",
        R"([{"count":1,"target":1,"context":1}] 2)"}) {
    EXPECT_THROW(model::calibration_from_text(text), tensors::FormatError) << text;
  }
}

TEST(DeviationFactor, IsLinearInTheLogarithmOfTheCount) {
  const Model model(calibrated_data({{.count = 4, .target = 3, .context = 0.5F},
                                     {.count = 64, .target = 1, .context = 0.75F},
                                     {.count = 6400, .target = 2, .context = 0.25F}}));
  const auto target = [&](std::uint64_t count) {
    return model.deviation_factor(Side::target, count);
  };
  const auto context = [&](std::uint64_t count) {
    return model.deviation_factor(Side::context, count);
  };
  EXPECT_EQ(target(4), 3);
  EXPECT_EQ(target(64), 1);
  EXPECT_EQ(target(6400), 2);
  EXPECT_NEAR(target(16), 2, 1e-12);  // two doublings of four
  EXPECT_NEAR(target(32), 1.5, 1e-12);
  EXPECT_NEAR(target(640), 1.5, 1e-12);
  EXPECT_NEAR(context(16), 0.625, 1e-12);
  EXPECT_NEAR(context(640), 0.5, 1e-12);
}

TEST(DeviationFactor, IsConstantOutsideAndOneForWordsWithoutAText) {
  const Model model(calibrated_data());
  for (const std::uint64_t count : {1, 3, 5}) {
    EXPECT_EQ(model.deviation_factor(Side::target, count), 2);
    EXPECT_EQ(model.deviation_factor(Side::context, count), 0.5);
  }
  for (const std::uint64_t count : {std::uint64_t{12345}, std::uint64_t{1} << 62}) {
    EXPECT_EQ(model.deviation_factor(Side::target, count), double{4e-7F});
    EXPECT_EQ(model.deviation_factor(Side::context, count), double{3e9F});
  }
  for (const Side side : {Side::target, Side::context}) {
    EXPECT_EQ(model.deviation_factor(side, 0), 1);
    EXPECT_EQ(Model(sample_data()).deviation_factor(side, 20), 1);
  }
}

}  // namespace
}  // namespace bsg::tests
