#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bsg/model.h"
#include "bsg/query.h"

/// Benchmarks of word similarity and word analogy (section 5.1 of the paper), read in the form
/// their publishers left them, and what a model scores on them.

namespace bsg {

struct RatedPair {
  std::string first, second;
  double rating = 0;  ///< people's; larger for more similar words
};

struct SimilaritySet {
  std::string name;
  std::vector<RatedPair> pairs;
};

/// Reads a set of rated word pairs, one a line; its form is told by its content:
///   word, word, [other text,] rating, …          WordSim353, Rare Words, MEN, SimLex-999, plain
///   files number, word, POS, word, POS, context, context, rating, …         SCWS
/// with fields separated by tabs, else by commas, else by spaces. The rating is the first number
/// behind the words. A first line whose field in that place does not begin like a number is a
/// header. Empty lines and lines that begin with # are skipped. Plain, gzip or zstd. The set's name
/// is the file's without its extension. Throws FileError, or InputError with file and line.
SimilaritySet read_similarity_set(const std::filesystem::path& path);

/// a is to b as c is to d.
struct AnalogyQuestion {
  std::string a, b, c, d;
};

struct AnalogyGroup {
  std::string name;
  std::vector<AnalogyQuestion> questions;
};

struct AnalogySet {
  std::string name;
  std::vector<AnalogyGroup> groups;
};

/// Reads questions, four words a line, in groups that begin with a line ": name". Questions before
/// the first such line make a group without a name. Empty lines and lines that begin with # are
/// skipped. Throws FileError, or InputError with file and line.
AnalogySet read_analogy_set(const std::filesystem::path& path);

struct SimilarityResult {
  std::string name;
  /// Spearman's rank correlation of ratings and what the rank orders by, ties by average rank. Not
  /// set where it is not defined: fewer than two pairs, or all ratings or all scores equal.
  std::optional<double> correlation;
  std::size_t used = 0;
  std::size_t skipped = 0;  ///< pairs with a word that has no density
  std::size_t guessed = 0;  ///< of those used: pairs with a word outside the vocabulary
};

/// How well a confidence tells right answers from wrong ones: the share of right answers among the
/// surest ones. Where answers are equally sure, each of them is taken with the same probability.
struct CoverageCurve {
  static constexpr std::array<double, 4> kCoverages{0.25, 0.5, 0.75, 1};
  std::array<double, 4> accuracies{};  ///< at those coverages
  /// Mean of the accuracies at all coverages 1/n, 2/n, …, 1.
  double area = 0;
};

struct AnalogyGroupResult {
  std::string name;
  std::size_t right = 0;
  std::size_t used = 0;
  std::size_t skipped = 0;  ///< questions with a word that has no density
  std::size_t guessed = 0;  ///< of those used: questions with a word outside the vocabulary
};

struct AnalogyResult {
  std::string name;
  std::vector<AnalogyGroupResult> groups;
  std::size_t right = 0, used = 0, skipped = 0, guessed = 0;
  /// By the probability that the best answer beats the second (Answer::beats_next); not set where
  /// that is not defined, and without questions.
  std::optional<CoverageCurve> by_order_probability;
  /// By the cosine of the best answer; not set without questions.
  std::optional<CoverageCurve> by_cosine;
  /// By how much larger the best answer's score is than the second's; not set without questions,
  /// and if one of them has no second answer.
  std::optional<CoverageCurve> by_margin;
  /// By the count of the rarest of the four words, those of the question and the answer (0 for a
  /// guess); the logarithm gives the same order. Not set without questions.
  std::optional<CoverageCurve> by_count;

  /// Share of right answers; not set without questions.
  [[nodiscard]] std::optional<double> accuracy() const {
    if (used == 0) return std::nullopt;
    return static_cast<double>(right) / static_cast<double>(used);
  }
};

/// Pairs and answers are ordered by QueryOptions::rank; where it is not set by the mean, as other
/// programs do, whatever the measure's default.
/// Words are looked up in lower case if all words of the model are in lower case, and as they are
/// if not. Unless QueryOptions::known_only, words outside the vocabulary are guessed where the
/// model and the representation allow it; solutions of analogies are the model's own words. An
/// analogy is answered by the best of all words but the question's own. Both throw ModelError if
/// the model lacks what the options need.
SimilarityResult evaluate_similarity(const Model& model, const SimilaritySet& set,
                                     const QueryOptions& options = {});
AnalogyResult evaluate_analogies(const Model& model, const AnalogySet& set,
                                 const QueryOptions& options = {});

/// Throws ModelError if the model can guess no word. `bsg evaluate` asks this where it is to guess;
/// else it sets QueryOptions::known_only.
void check_guesses(const Model& model);

}  // namespace bsg
