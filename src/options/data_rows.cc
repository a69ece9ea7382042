#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "bsg/options.h"
#include "options/option_row.h"
#include "options/row_values.h"
#include "options/rows.h"

namespace bsg::options {
namespace {

constexpr std::span<const Method> kEveryMethod{};
constexpr std::string_view kColumn = "the name of a column, or its number from 1 up; empty: none";

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
           "Lines are users with the items they had, each of which counts once: learns what users "
           "like, for bsg recommend. Targets are the users, contexts the items.",
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

}  // namespace

std::vector<Row> data_rows() {
  std::vector<Row> rows;
  for (auto stage : {corpus_rows, subword_rows, sampling_rows}) {
    for (Row& row : stage()) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace bsg::options
