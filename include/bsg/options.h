#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bsg/choices.h"  // IWYU pragma: export
#include "bsg/recipe.h"

/// Options of training. Each stage of the algorithm owns one struct; TrainingOptions holds them
/// together. Defaults are those of Recipe::standard. Ranges and meanings are in option_table().

namespace bsg {

class Model;

/// Columns of InputFormat::csv and tsv: names of the header, or numbers from 1 up. If one is given
/// by name, the first row of each file is the header. If all are numbers, the first row is data,
/// unless its order or weight is not a number and that of the second row is.
struct TableColumns {
  std::string user{};  ///< rows with the same value are one basket, user or session
  std::string item{};  ///< may hold spaces
  /// A user's items are sorted by it, as numbers if all values are numbers, otherwise by bytes;
  /// rows with the same value stay as they come. Empty: all rows stay as they come.
  std::string order{};
  /// How much a row counts, a number from 1e-12 to 1e12; rows of the same user and item add up.
  /// Empty: 1.
  std::string weight{};
};

struct CorpusOptions {
  Tokenizer tokenizer = Tokenizer::whitespace;
  /// Lines are baskets: the window is the whole line, an item twice in a line counts once.
  bool sets = false;
  /// Lines are what users had: targets are the users, contexts the items. See is_sets().
  bool users = false;
  InputFormat format = InputFormat::lines;
  TableColumns columns{};

  /// Whether lines, or the rows of a user, are sets of items.
  [[nodiscard]] bool is_sets() const { return sets || users; }
};

struct VocabularyOptions {
  std::uint32_t size = recipes::kVocabularySize.standard;  ///< l, the most frequent words
  std::uint64_t min_count = recipes::kMinCount.standard;   ///< rarer words are left out
};

/// Lengths of the character n-grams that the prior of a word's target density is learned from, with
/// a mark at the word's beginning and end; both 0: words are whole forms.
struct SubwordOptions {
  std::uint32_t shortest = 0;
  std::uint32_t longest = 0;

  [[nodiscard]] bool any() const { return longest != 0; }
};

struct SamplingOptions {
  std::optional<double> subsample{};  ///< ρ; unset: see TrainingOptions::subsample()
  std::uint32_t window = recipes::kWindow.standard;        ///< c_max
  std::uint32_t negatives = recipes::kNegatives.standard;  ///< N
  NegativeMode negative_mode = recipes::kNegativeMode.standard;
  /// A negative (i, z) must not be a positive pair.
  bool exclude_positives = recipes::kExcludePositives.standard;
  /// e: negatives are drawn from p_uni^e.
  double negative_exponent = recipes::kNegativeExponent.standard;
  BasketWeight basket_weight = recipes::kBasketWeight.standard;
  std::optional<double> pair_weight{};  ///< of positives and negatives; unset: see TrainingOptions
};

struct InferenceOptions {
  std::uint32_t dimension = recipes::kDimension.standard;    ///< m
  std::uint32_t iterations = recipes::kIterations.standard;  ///< K, the first κ included
  std::uint32_t burn_in = recipes::kBurnIn.standard;         ///< κ
  double decay = recipes::kDecay.standard;                   ///< γ
  double tolerance = recipes::kTolerance.standard;           ///< ε; 0: never stop early
  Xi xi = recipes::kXi.standard;
  /// Groups of contexts whose expected negatives share a ξ.
  std::uint32_t negative_groups = recipes::kNegativeGroups.standard;
  std::optional<double> prior_precision;          ///< τ of u; unset: see TrainingOptions
  std::optional<double> context_prior_precision;  ///< τ of v, likewise
  /// τ of u and v anew after each iteration.
  bool learn_prior = recipes::kLearnPrior.standard;
  /// p: in the end both sides are brought into axes where the targets' means have the second
  /// moment D^(1 − p) and the contexts' D^(1 + p), with every uᵀv as it was; 0: as trained.
  double gauge = recipes::kGauge.standard;
  /// Whether to measure in the end how far scores scatter from text to text
  /// (ModelData::calibration).
  Calibrate calibrate = recipes::kCalibrate.standard;
};

/// Of Method::skipgram; dimension and iterations (its passes over the text) are InferenceOptions'.
struct SkipgramOptions {
  double learning_rate = 0.025;  ///< of the first token; falls linearly to 0 at the last
};

/// Of Method::gibbs. InferenceOptions::iterations of variational Bayes on the same pairs come
/// first, and the chain starts from where they end.
struct GibbsOptions {
  std::uint32_t sweeps = 1000;  ///< whose draws are kept: the model has their means and variances
  std::uint32_t warm_up = 200;  ///< sweeps before these
  /// TrainingInput::save_draws has every so manieth of the draws kept.
  std::uint32_t thinning = 10;
};

/// Of trainings that update a model (TrainingInput::base).
struct UpdateOptions {
  /// F: the model's natural parameters count (1 − F)-fold, for text that ages.
  double forget = 0;
  /// In the end axes are chosen anew, as InferenceOptions::gauge says; otherwise the model's axes
  /// stay, and with them the densities of words that the new text does not have.
  bool new_axes = false;
};

/// Neither changes the result.
struct MemoryOptions {
  std::uint64_t budget = 0;  ///< bytes; 0: what the machine has
  /// Folder for what grows beyond the budget; empty: the one for temporary files (TMPDIR, or
  /// /var/tmp).
  std::string scratch;
};

struct TrainingOptions {
  /// A record of what set_option(options, "recipe", …) set; by itself it decides subsample(),
  /// subwords_in_use() and the priors' precisions only.
  Recipe recipe = Recipe::standard;
  Method method = Method::bsg;
  CorpusOptions corpus;
  VocabularyOptions vocabulary;
  std::optional<SubwordOptions> subwords;  ///< unset: see subwords_in_use()
  SamplingOptions sampling;
  InferenceOptions inference;
  SkipgramOptions skipgram;
  GibbsOptions gibbs;
  UpdateOptions update;
  MemoryOptions memory;
  std::uint64_t seed = 1;
  /// 0: as many as the machine has. Never changes the result of Method::bsg and Method::gibbs;
  /// Method::skipgram gives the same result each time on one thread only.
  std::uint32_t threads = 0;

  /// The lengths that apply: where they are unset, the recipe's for texts, and none for sets. None
  /// but with Method::bsg.
  [[nodiscard]] SubwordOptions subwords_in_use() const;
  /// ρ, and τ of u and of v, that apply: where they are unset, the recipe's for the kind of input.
  [[nodiscard]] double subsample() const;
  /// How many times each pair counts: more than once where a target has a handful of them, which
  /// variational Bayes would otherwise take for nothing.
  [[nodiscard]] double pair_weight() const;
  [[nodiscard]] double prior_precision() const;
  [[nodiscard]] double context_prior_precision() const;
  /// K, and with Method::gibbs all sweeps after them: as many records as a model has at the most.
  [[nodiscard]] std::uint32_t all_iterations() const;
};

/// A value of an option, as text.
struct OptionSetting {
  std::string_view name;
  std::string_view value;
};

/// What becomes of an option where a model is updated.
enum class InUpdate : std::uint8_t {
  as_trained,  ///< it is the model's, and cannot be given
  free,        ///< may be given anew
  only,        ///< belongs to updates alone
};

/// One option as people meet it: on the command line (with "--" before the name), in Python (with
/// '_' for '-'), in a model's metadata and in the option reference.
struct OptionDescription {
  std::string_view name;
  std::string_view stage;
  std::string_view kind;  ///< INTEGER, NUMBER, SIZE, FOLDER, flag, or the choices separated by |
  std::string default_value;
  std::string_view range;
  std::string_view meaning;
  bool affects_result;                          ///< recorded in the model
  std::span<const Method> methods = {};         ///< that have the option; empty: every one
  std::optional<OptionSetting> idle_with = {};  ///< of another option: leaves this one no effect
  InUpdate in_update = InUpdate::as_trained;

  [[nodiscard]] bool belongs_to(Method one) const {
    return methods.empty() || std::ranges::find(methods, one) != methods.end();
  }
};

/// All options of trainings, in the order of the algorithm.
std::span<const OptionDescription> option_table();

/// Those that may be given where a model is updated: some of them, and those of updates alone.
/// Meanings and defaults are those of an update; a default may be a phrase ("the model's").
std::span<const OptionDescription> update_option_table();

/// Sets one option from text. Throws OptionError that names the option, the value and the range.
/// Setting "recipe" sets every option that the recipe speaks of: set it first.
void set_option(TrainingOptions& options, std::string_view name, std::string_view value);

/// The option's value as text that set_option() takes; unset options show their effective value.
std::string get_option(const TrainingOptions& options, std::string_view name);

/// For options that somebody gave, once all are set: throws OptionError if there is no such option,
/// or if it would have no effect since it belongs to another method or lies idle with another
/// option's value. What recipes and checkpoints set may lie idle.
void check_applies(const TrainingOptions& options, std::string_view name);

/// The options to update a model with, where nothing else is said: those it was trained with, but
/// for a quarter of the iterations and at least 5 occurrences of a new word; those of its last
/// update, if it had one, without what that one forgot and its choice of axes. Throws ModelError if
/// the model cannot be updated: it is one of points, or comes from another program.
TrainingOptions update_options(const Model& model);

/// Throws OptionError if a field is out of its range (fields can be set without set_option()).
void check_options(const TrainingOptions& options);

}  // namespace bsg
