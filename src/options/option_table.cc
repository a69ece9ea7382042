#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "bsg/options.h"
#include "options/option_row.h"
#include "options/recipe.h"
#include "options/row_values.h"
#include "options/rows.h"

namespace bsg::options {
namespace {

constexpr std::array kSkipgram{Method::skipgram};
constexpr std::array kGibbs{Method::gibbs};

std::vector<Row> skipgram_rows() {
  return {
      number<double>(
          {"learning-rate", "skipgram", "NUMBER", "", "a number above 0 and at most 1",
           "Length of the first gradient steps; it falls linearly to 0 over all passes.", true,
           kSkipgram},
          {0, 1, true}, [](auto& o) -> auto& { return o.skipgram.learning_rate; }),
  };
}

std::vector<Row> gibbs_rows() {
  return {
      number<std::uint32_t>(
          {"sweeps", "gibbs", "INTEGER", "", "a whole number from 2 to 100000",
           "Draws of all u and v that are kept: the model has their means and variances.", true,
           kGibbs},
          {2, 100000}, [](auto& o) -> auto& { return o.gibbs.sweeps; }),
      number<std::uint32_t>(
          {"warm-up", "gibbs", "INTEGER", "", "a whole number from 0 to 1000000",
           "Draws before these, which are not kept. The chain starts from the solution that "
           "--iterations of variational Bayes find for the same pairs.",
           true, kGibbs},
          {0, 1000000}, [](auto& o) -> auto& { return o.gibbs.warm_up; }),
      number<std::uint32_t>(
          {"thinning", "gibbs", "INTEGER", "", "a whole number from 1 to 1000000",
           "Sweeps for each draw that is saved to a file.", true, kGibbs},
          {1, 1000000}, [](auto& o) -> auto& { return o.gibbs.thinning; }),
  };
}

std::vector<Row> update_rows() {
  return {
      of_updates(number<double>(
          {"forget", "update", "NUMBER", "", "a number from 0 to 1",
           "F: what the model has learned counts (1 - F)-fold beside the new text. Use more than 0 "
           "where older text should count less; 1 keeps the words and the axes, and learns the "
           "rest anew.",
           true, kVariational},
          {0, 1}, [](auto& o) -> auto& { return o.update.forget; })),
      of_updates(choice<bool, 2>(
          {"new-axes", "update", "flag", "", kYesOrNo,
           "Choose the axes in which words are compared anew, as --gauge says. By default the "
           "model's axes stay: vectors of before and after can be compared, and words that the new "
           "text does not have keep their densities to the byte.",
           true, kVariational},
          kYesNo, [](auto& o) -> auto& { return o.update.new_axes; })),
  };
}

std::vector<Row> run_rows() {
  return {
      free_in_update(number<std::uint64_t>(
          {"seed", "run", "INTEGER", "", "a whole number from 0 to 18446744073709551615",
           "Key of all random numbers: the same seed, input and options give the same bytes "
           "(--method skipgram: with --threads 1).",
           true},
          {0, std::numeric_limits<std::uint64_t>::max()}, [](auto& o) -> auto& { return o.seed; })),
      free_in_update(number<std::uint32_t>(
                         {"threads", "run", "INTEGER", "", "a whole number from 0 to 1024",
                          "0 takes as many as the machine has. Never changes the result, but "
                          "for --method skipgram, which gives the same one each time with 1 only.",
                          false},
                         {0, 1024}, [](auto& o) -> auto& { return o.threads; }),
                     {}),
      free_in_update(
          byte_size(
              {"memory", "run", "SIZE", "",
               "auto, or a whole number of bytes above 0, with K, M, G or T for powers of 1024",
               "What training may take; what grows beyond it is kept in files in the scratch "
               "folder. "
               "auto: what the machine has. Never changes the result.",
               false},
              [](auto& o) -> auto& { return o.memory.budget; }),
          {}),
      free_in_update(text(
                         {"scratch", "run", "FOLDER", "", "a folder on a disk",
                          "Where files go that training needs beyond the memory budget; they have "
                          "no names and "
                          "are gone when it ends. By default the folder of the model, or in a "
                          "program the one for "
                          "temporary files.",
                          false},
                         [](auto& o) -> auto& { return o.memory.scratch; }),
                     {}),
  };
}

Row recipe_row() {
  Row row = choice<Recipe, 2>(
      {"recipe", "recipe", "standard|paper", "", "standard or paper",
       "A value for every option of the vocabulary, sampling and inference; single options are "
       "exceptions to it. standard: what measured best for its cost, the defaults. paper: section "
       "5.2, to the letter. What is measured below is --method bsg on texts; points are "
       "differences of the mean of six benchmarks (docs/recipe.md).",
       true},
      {{{"standard", Recipe::standard}, {"paper", Recipe::paper}}},
      [](auto& o) -> auto& { return o.recipe; });
  row.set = [set = row.set](TrainingOptions& options, std::string_view value) {
    set(options, value);
    apply_recipe(options);
  };
  return row;
}

Row method_row() {
  return choice<Method, 3>(
      {"method", "method", "bsg|skipgram|gibbs", "", "bsg, skipgram or gibbs",
       "What to learn from the pairs: densities by variational Bayes (the paper); points by "
       "stochastic gradient steps (skip-gram with negative sampling, the paper's section 2); or "
       "densities from draws of the exact posterior, given pairs and negatives that are drawn once "
       "(a Gibbs sampler, for small vocabularies).",
       true},
      {{{"bsg", Method::bsg}, {"skipgram", Method::skipgram}, {"gibbs", Method::gibbs}}},
      [](auto& o) -> auto& { return o.method; });
}

std::vector<Row> build_rows() {
  std::vector<Row> rows{recipe_row(), method_row()};
  for (auto stage : {data_rows, inference_rows, skipgram_rows, gibbs_rows, update_rows, run_rows}) {
    for (Row& row : stage()) rows.push_back(std::move(row));
  }
  const TrainingOptions defaults;
  for (Row& row : rows) row.description.default_value = row.get(defaults);
  return rows;
}

}  // namespace

const std::vector<Row>& rows() {
  static const std::vector<Row> all = build_rows();
  return all;
}

}  // namespace bsg::options
