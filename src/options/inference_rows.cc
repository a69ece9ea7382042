#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "bsg/options.h"
#include "options/option_row.h"
#include "options/row_values.h"
#include "options/rows.h"

namespace bsg::options {
namespace {

constexpr std::string_view kPositive = "a number above 0 and at most 1e12";
constexpr double kHuge = 1e12;
constexpr std::string_view kShare = "a quarter of the model's";

std::vector<Row> approximation_rows() {
  return {
      number<std::uint32_t>(
          {"dimension", "inference", "INTEGER", "", "a whole number from 1 to 4096",
           "m: length of a word's vector; memory grows with its square. Measured: 40 has 4 points "
           "less in a quarter of the time.",
           true},
          {1, 4096}, [](auto& o) -> auto& { return o.inference.dimension; }),
      free_in_update(
          number<std::uint32_t>(
              {"iterations", "inference", "INTEGER", "", "a whole number from 1 to 1000000",
               "K: passes over the text, the burn-in included. Measured: 10 with a burn-in of 3 "
               "has "
               "0.6 points less in half the time, 40 are as good in twice the time.",
               true},
              {1, 1000000}, [](auto& o) -> auto& { return o.inference.iterations; }),
          {"K: passes over the new text, the burn-in included.", kShare}),
      free_in_update(number<std::uint32_t>(
                         {"burn-in", "inference", "INTEGER", "", "a whole number from 0 to 1000000",
                          "kappa: first iterations that do not blend with the one before. "
                          "Measured: 10 has 0.2 "
                          "points less, 2 has 0.4 less.",
                          true, kVariational},
                         {0, 1000000}, [](auto& o) -> auto& { return o.inference.burn_in; }),
                     {"kappa: first iterations that do not blend with the one before.", kShare}),
      free_in_update(number<double>(
          {"decay", "inference", "NUMBER", "", "a number above 0.5 and at most 1",
           "gamma: after the burn-in, iteration k weighs k^-gamma against the past. Measured: 1 is "
           "as good as 0.7.",
           true, kVariational},
          {0.5, 1, true}, [](auto& o) -> auto& { return o.inference.decay; })),
      free_in_update(number<double>(
          {"tolerance", "inference", "NUMBER", "", "a number from 0 to 1e12",
           "epsilon: stop when the summed change of r is below this on both sides; 0 never stops "
           "early.",
           true, kVariational},
          {0, kHuge}, [](auto& o) -> auto& { return o.inference.tolerance; })),
      choice<Xi, 2>(
          {"xi", "inference", "exact|paper", "", "exact or paper",
           "Form of the bound's xi: the exact second moment, equations (9) and (10), or equation "
           "(11) as printed. Measured: paper has 1.8 points less in the same time.",
           true, kVariational},
          {{{"exact", Xi::exact}, {"paper", Xi::paper}}},
          [](auto& o) -> auto& { return o.inference.xi; }),
      number<std::uint32_t>(
          {"negative-groups", "inference", "INTEGER", "", "a whole number from 1 to 4096",
           "Groups of contexts with similar scores; the expected negatives of a word in one group "
           "share a xi, so more groups make a tighter bound. Used with --negative-mode expected. "
           "Measured: 1 has 0.1 points less on 5 million words in 3/4 of the time, and 0.4 less on "
           "17 million.",
           true, kVariational, OptionSetting{"negative-mode", "sampled"}},
          {1, 4096}, [](auto& o) -> auto& { return o.inference.negative_groups; }),
  };
}

/// What the likelihood leaves open.
std::vector<Row> prior_and_gauge_rows() {
  return {
      optional_number<double>(
          {"prior-precision", "inference", "NUMBER", "", kPositive,
           "tau: precision of the prior of the target densities u. What counts is its product with "
           "that of v. With --sets the default is 1. Measured: 1 has 0.5 points less; 30 is as "
           "good, and worse on small texts.",
           true, kDensities},
          {0, kHuge, true}, [](auto& o) -> auto& { return o.inference.prior_precision; },
          [](const TrainingOptions& o) { return o.prior_precision(); }),
      optional_number<double>(
          {"context-prior-precision", "inference", "NUMBER", "", kPositive,
           "tau of the context densities v. With --recipe paper by default that of u.", true,
           kDensities},
          {0, kHuge, true}, [](auto& o) -> auto& { return o.inference.context_prior_precision; },
          [](const TrainingOptions& o) { return o.context_prior_precision(); }),
      choice<bool, 2>(
          {"learn-prior", "inference", "flag", "", kYesOrNo,
           "Learn tau of u and of v: after each iteration the value that its densities make most "
           "likely. --prior-precision and --context-prior-precision are those of the first. "
           "Measured: as good from a million words up, worse below.",
           true, kVariational},
          kYesNo, [](auto& o) -> auto& { return o.inference.learn_prior; }),
      choice<Calibrate, 3>(
          {"calibrate", "inference", "auto|yes|no", "", "auto, yes or no",
           "Measure how far scores scatter from text to text, so that their +- can be believed; "
           "takes about as long as an iteration. auto: where that has been tested, for texts of "
           "250,000 words or more (no baskets) and 10 to 40 iterations. Without, +- is the "
           "posterior's.",
           true, kVariational},
          {{{"auto", Calibrate::automatic}, {"yes", Calibrate::yes}, {"no", Calibrate::no}}},
          [](auto& o) -> auto& { return o.inference.calibrate; }),
      free_in_update(number<double>(
                         {"gauge", "inference", "NUMBER", "", "a number from 0 to 2",
                          "p: axes in which words are compared. The likelihood leaves them open. "
                          "In the end both "
                          "sides are brought into axes that follow from their scores alone, where "
                          "targets have "
                          "the second moment D^(1-p) and contexts D^(1+p), and every u'v stays as "
                          "it is. 0: the "
                          "axes of training, 1: targets white. Measured: 0 has 1.7 points less "
                          "than 0.4, of whole "
                          "words; the gauge takes "
                          "next to no time.",
                          true, kVariational},
                         {0, 2}, [](auto& o) -> auto& { return o.inference.gauge; }),
                     {"p: how to choose axes anew, as in training.", kModels}),
  };
}

}  // namespace

std::vector<Row> inference_rows() {
  std::vector<Row> rows;
  for (auto stage : {approximation_rows, prior_and_gauge_rows}) {
    for (Row& row : stage()) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace bsg::options
