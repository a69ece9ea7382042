#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "bsg/options.h"
#include "options/option_row.h"
#include "options/recipe.h"
#include "options/rows.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg {
namespace {

using options::apply_recipe;
using options::byte_size;
using options::choice;
using options::Choice;
using options::free_in_update;
using options::length_range;
using options::number;
using options::of_updates;
using options::optional_number;
using options::Row;
using options::text;

constexpr std::array<Choice<bool>, 2> kYesNo{{{"yes", true}, {"no", false}}};

constexpr std::span<const Method> kEveryMethod{};
constexpr std::array kVariational{Method::bsg};
constexpr std::array kDensities{Method::bsg, Method::gibbs};
constexpr std::array kSkipgram{Method::skipgram};
constexpr std::array kGibbs{Method::gibbs};

constexpr double kHuge = 1e12;
constexpr std::string_view kPositive = "a number above 0 and at most 1e12";
constexpr std::string_view kYesOrNo = "yes or no";
constexpr std::string_view kColumn = "the name of a column, or its number from 1 up; empty: none";
constexpr std::string_view kModels = "the model's";
/// Of a training's iterations, that an update takes.
constexpr std::string_view kShare = "a quarter of the model's";

std::vector<Row> corpus_rows() {
  return {
      choice<Tokenizer, 2>(
          {"tokenizer", "corpus", "whitespace|words", "", "whitespace or words",
           "How lines become tokens: split at white space, or Unicode word segmentation with case "
           "folding, for raw text in any language.",
           true},
          {{{"whitespace", Tokenizer::whitespace}, {"words", Tokenizer::words}}},
          [](auto& o) -> auto& { return o.corpus.tokenizer; }),
      choice<bool, 2>(
          {"sets", "corpus", "flag", "", kYesOrNo,
           "Lines are baskets: every pair of a line's items is a positive pair, an item twice in a "
           "line counts once.",
           true},
          kYesNo, [](auto& o) -> auto& { return o.corpus.sets; }),
      choice<bool, 2>(
          {"users", "corpus", "flag", "", kYesOrNo,
           "Lines are what users had, an item twice in a line counts once: targets are the users, "
           "contexts the items, and negatives are items. For recommending.",
           true, kVariational},
          kYesNo, [](auto& o) -> auto& { return o.corpus.users; }),
      choice<InputFormat, 3>(
          {"input-format", "corpus", "lines|csv|tsv", "", "lines, csv or tsv",
           "How files are laid out: a sentence or basket a line, or a table with a row for each "
           "item that somebody had.",
           true},
          {{{"lines", InputFormat::lines}, {"csv", InputFormat::csv}, {"tsv", InputFormat::tsv}}},
          [](auto& o) -> auto& { return o.corpus.format; }),
      text(
          {"user-column", "corpus", "COLUMN", "", kColumn,
           "Rows with the same value here are one basket, user or session. With --input-format "
           "csv or tsv.",
           true, kEveryMethod, OptionSetting{"input-format", "lines"}},
          [](auto& o) -> auto& { return o.corpus.columns.user; }),
      text(
          {"item-column", "corpus", "COLUMN", "", kColumn,
           "The column of items. With --input-format csv or tsv.", true, kEveryMethod,
           OptionSetting{"input-format", "lines"}},
          [](auto& o) -> auto& { return o.corpus.columns.item; }),
      text(
          {"order-column", "corpus", "COLUMN", "", kColumn,
           "Sort the items of a user by this column, numbers as numbers; otherwise they stay as "
           "they come. With --input-format csv or tsv.",
           true, kEveryMethod, OptionSetting{"input-format", "lines"}},
          [](auto& o) -> auto& { return o.corpus.columns.order; }),
      text(
          {"weight-column", "corpus", "COLUMN", "", kColumn,
           "How much a row counts; otherwise 1. With --users and --input-format csv or tsv.", true,
           kVariational, OptionSetting{"input-format", "lines"}},
          [](auto& o) -> auto& { return o.corpus.columns.weight; }),
      free_in_update(number<std::uint32_t>(
                         {"vocabulary-size", "vocabulary", "INTEGER", "",
                          "a whole number from 2 to 2000000000",
                          "l: how many of the most frequent words to learn.", true},
                         {2, 2000000000}, [](auto& o) -> auto& { return o.vocabulary.size; }),
                     {"How many new words to learn at the most: the most frequent ones.", kModels}),
      free_in_update(number<std::uint64_t>(
                         {"min-count", "vocabulary", "INTEGER", "", "a whole number from 1 up",
                          "Leave out words that occur fewer times than this.", true},
                         {1, std::numeric_limits<std::uint64_t>::max()},
                         [](auto& o) -> auto& { return o.vocabulary.min_count; }),
                     {"Leave out new words that occur fewer times than this in the new text.",
                      "the model's, but at least 5"}),
  };
}

std::vector<Row> subword_rows() {
  return {
      length_range(
          {"subwords", "features", "no|LENGTHS", "",
           "no, or the shortest and the longest length from 1 to 20, as in 3-6",
           "Learn from spelling, too: the prior of a word's target density has as its mean a sum "
           "over "
           "the word's character n-grams of these lengths, learned together with the prior's "
           "precision. Words outside the vocabulary get a density from their spelling. Choose no "
           "for "
           "ids, whose letters mean nothing. With --sets the default is no.",
           true, kVariational},
          {1, 20}, [](auto& o) -> auto& { return o.subwords; },
          [](const TrainingOptions& o) { return o.subwords_in_use(); }),
  };
}

std::vector<Row> sampling_rows() {
  return {
      free_in_update(
          optional_number<double>(
              {"subsample", "sampling", "NUMBER", "", "a number above 0 and at most 1",
               "rho: a token of a word with frequency f is kept with probability sqrt(rho / f); 1 "
               "keeps all. With --sets the default is 1. Measured: 1e-5 has 0.7 points less in 4/5 "
               "of "
               "the time, 1e-4 has 0.3 less; less than a million words need 1e-4.",
               true},
              {0, 1, true}, [](auto& o) -> auto& { return o.sampling.subsample; },
              [](const TrainingOptions& o) { return o.subsample(); }),
          {"rho: a token of a word with frequency f, among all that the model has seen, is kept "
           "with "
           "probability sqrt(rho / f); 1 keeps all.",
           kModels}),
      free_in_update(
          number<std::uint32_t>(
              {"window", "sampling", "INTEGER", "", "a whole number from 1 to 10000",
               "c_max: the window reaches 1 to this many words to each side, drawn anew for every "
               "token. Not used with --sets. Measured: 2 has 0.7 points less in 4/5 of the time, 6 "
               "has "
               "0.3 less.",
               true, kEveryMethod, OptionSetting{"sets", "yes"}},
              {1, 10000}, [](auto& o) -> auto& { return o.sampling.window; }),
          {"c_max: the window reaches 1 to this many words to each side, drawn anew for every "
           "token. Not "
           "used for sets.",
           kModels}),
      number<std::uint32_t>(
          {"negatives", "sampling", "INTEGER", "", "a whole number from 1 to 1000",
           "N: negative pairs for each positive pair; costs time only where they are drawn. "
           "Measured: 1 has 0.6 points less on a text of 5 million words, 5 is as good; on 17 "
           "million words the three are alike.",
           true},
          {1, 1000}, [](auto& o) -> auto& { return o.sampling.negatives; }),
      choice<NegativeMode, 2>(
          {"negative-mode", "sampling", "sampled|expected", "", "sampled or expected",
           "Draw the negative pairs (the paper), or use their expectation in closed form, which "
           "has no sampling noise and costs the same for any N. Measured: sampled has 0.8 points "
           "less in 3/2 of the time with N = 1.",
           true, kVariational},
          {{{"sampled", NegativeMode::sampled}, {"expected", NegativeMode::expected}}},
          [](auto& o) -> auto& { return o.sampling.negative_mode; }),
      choice<bool, 2>(
          {"exclude-positives", "sampling", "yes|no", "", kYesOrNo,
           "Draw negatives only among words that are not positive pairs in the same iteration (the "
           "paper), or among all words (word2vec). Measured: excluding is as good on 5 million "
           "words and has 1 point less on 17 million.",
           true, kDensities},
          kYesNo, [](auto& o) -> auto& { return o.sampling.exclude_positives; }),
      number<double>(
          {"negative-exponent", "sampling", "NUMBER", "", "a number from -1 to 1",
           "e: negatives are drawn from the words' frequencies to this power. Recommendations take "
           "it into account.",
           true},
          {-1, 1}, [](auto& o) -> auto& { return o.sampling.negative_exponent; }),
      choice<BasketWeight, 2>(
          {"basket-weight", "sampling", "pairs|items", "", "pairs or items",
           "What a pair of a basket's items weighs: 1 (the paper), or c / (length - 1), so that "
           "each item has as much context as any other, however long its basket, and all pairs "
           "together weigh what they did. With --sets.",
           true, kVariational, OptionSetting{"sets", "no"}},
          {{{"pairs", BasketWeight::pairs}, {"items", BasketWeight::items}}},
          [](auto& o) -> auto& { return o.sampling.basket_weight; }),
      optional_number<double>(
          {"pair-weight", "sampling", "NUMBER", "", "a number above 0 and at most 1000",
           "How many times each pair counts. With --users the default is 3: users with a handful "
           "of items would otherwise be taken for average. Try 2 to 8 on your own data.",
           true, kVariational},
          {0, 1000, true}, [](auto& o) -> auto& { return o.sampling.pair_weight; },
          [](const TrainingOptions& o) { return o.pair_weight(); }),
  };
}

std::vector<Row> inference_rows() {
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
  for (auto stage : {corpus_rows, subword_rows, sampling_rows, inference_rows, prior_and_gauge_rows,
                     skipgram_rows, gibbs_rows, update_rows, run_rows}) {
    for (Row& row : stage()) rows.push_back(std::move(row));
  }
  const TrainingOptions defaults;
  for (Row& row : rows) row.description.default_value = row.get(defaults);
  return rows;
}

}  // namespace

const std::vector<Row>& options::rows() {
  static const std::vector<Row> all = build_rows();
  return all;
}

}  // namespace bsg
