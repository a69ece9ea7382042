#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>

#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "smallest_model.h"
#include "training/planted_groups.h"

namespace bsg::tests {

/// Two groups of the planted ones, and with each a word of its own that is new.
inline constexpr std::string_view kMore =
    "g0w0 g0w1 g0new g0w2 g0w3\ng0w4 g0new g0w5 g0w1\ng0new g0w2 g0w3 g0w6\n"
    "g1w0 g1new g1w2 g1w3\ng1w4 g1new g1w5 g1w1\ng1w2 g1w3 g1new g1w6\n";

inline std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int n = 0; n < times; ++n) all += text;
  return all;
}

struct UpdateCase {
  std::string_view name;
  bool kept = true;    ///< the posterior, beside the model
  bool drawn = false;  ///< negatives
  bool subwords = false;
  bool new_axes = false;
  double forget = 0;

  friend void PrintTo(const UpdateCase& update, std::ostream* out) { *out << update.name; }
};

class Update : public ::testing::TestWithParam<UpdateCase> {
 protected:
  Update() {
    TrainingInput input{.texts = {folder_.write("old", planted_groups(600))}};
    input.keep_posterior = folder_ / "old.posterior";
    TrainingOptions options;
    options.inference.calibrate = Calibrate::yes;
    options.inference.dimension = 6;
    options.inference.iterations = 8;
    options.inference.burn_in = 3;
    options.sampling.subsample = 1;
    options.inference.prior_precision = 1;
    if (GetParam().drawn) options.sampling.negative_mode = NegativeMode::sampled;
    options.subwords = GetParam().subwords ? SubwordOptions{2, 3} : SubwordOptions{};
    old_ = train(input, options).model;
    old_.save(folder_ / "old.bsg");
  }

  [[nodiscard]] TrainingInput input() const {
    TrainingInput input{.texts = {folder_.write("new", repeated(kMore, 20))}};
    input.base = BaseModel{old_, folder_ / "old.bsg"};
    if (GetParam().kept) input.base->posterior = folder_ / "old.posterior";
    return input;
  }
  [[nodiscard]] TrainingOptions options() const {
    TrainingOptions options = update_options(old_);
    options.inference.iterations = 4;
    options.inference.burn_in = 2;
    options.update = {.forget = GetParam().forget, .new_axes = GetParam().new_axes};
    options.threads = 2;
    return options;
  }

  TemporaryFolder folder_;
  Model old_ = tests::smallest_model();
};

}  // namespace bsg::tests
