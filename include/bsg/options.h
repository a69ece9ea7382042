#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Options of training. Each stage of the algorithm owns one struct; TrainingOptions holds them
/// together. Defaults are those of Recipe::standard. Ranges and meanings are in option_table().

namespace bsg {

enum class Tokenizer {
  whitespace,  ///< tokens are separated by ASCII white space
  words,       ///< Unicode word segmentation and case folding
};

/// Form of ξ²_ij = E[(u_iᵀv_j)²].
enum class Xi {
  exact,  ///< (9) with (10)
  paper,  ///< (11) as printed
};

/// What stands for the negative pairs of a word.
enum class NegativeMode {
  sampled,   ///< N draws for each positive pair (step 5.4 of Figure 1)
  expected,  ///< their expectation, at a cost that does not depend on N
};

/// A value for every option of the vocabulary, sampling and inference.
enum class Recipe {
  standard,  ///< what measures best for its cost
  paper,     ///< section 5.2, to the letter
};

/// What is learned from the pairs of words.
enum class Method {
  bsg,       ///< the paper's: densities, by variational Bayes
  skipgram,  ///< section 2's: points, by stochastic gradient steps
};

struct CorpusOptions {
  Tokenizer tokenizer = Tokenizer::whitespace;
  /// Lines are baskets: the window is the whole line, an item twice in a line counts once.
  bool sets = false;
};

struct VocabularyOptions {
  std::uint32_t size = 30000;   ///< l, the most frequent words
  std::uint64_t min_count = 1;  ///< rarer words are left out
};

struct SamplingOptions {
  std::optional<double> subsample;  ///< ρ; unset: see TrainingOptions::subsample()
  std::uint32_t window = 4;         ///< c_max
  std::uint32_t negatives = 3;      ///< N
  NegativeMode negative_mode = NegativeMode::expected;
  bool exclude_positives = false;  ///< a negative (i, z) must not be a positive pair
};

struct InferenceOptions {
  std::uint32_t dimension = 100;  ///< m
  std::uint32_t iterations = 20;  ///< K, the first κ included
  std::uint32_t burn_in = 5;      ///< κ
  double decay = 0.7;             ///< γ
  double tolerance = 0;           ///< ε; 0: never stop early
  Xi xi = Xi::exact;
  std::uint32_t negative_groups = 64;     ///< of contexts whose expected negatives share a ξ
  std::optional<double> prior_precision;  ///< τ of u; unset: see prior_precision() below
  std::optional<double> context_prior_precision;  ///< τ of v, likewise
  bool learn_prior = false;                       ///< τ of u and v anew after each iteration
  /// p: in the end both sides are brought into axes where the targets' means have the second
  /// moment D^(1 − p) and the contexts' D^(1 + p), with every uᵀv as it was; 0: as trained.
  double gauge = 0.4;
};

/// Of Method::skipgram; dimension and iterations (its passes over the text) are InferenceOptions'.
struct SkipgramOptions {
  double learning_rate = 0.025;  ///< of the first token; falls linearly to 0 at the last
};

/// Neither changes the result.
struct MemoryOptions {
  std::uint64_t budget = 0;  ///< bytes; 0: what the machine has
  /// Folder for what grows beyond the budget; empty: the one for temporary files (TMPDIR, or
  /// /var/tmp).
  std::string scratch;
};

struct TrainingOptions {
  /// A record of what set_option(options, "recipe", …) set; by itself it decides subsample()
  /// and the priors' precisions only.
  Recipe recipe = Recipe::standard;
  Method method = Method::bsg;
  CorpusOptions corpus;
  VocabularyOptions vocabulary;
  SamplingOptions sampling;
  InferenceOptions inference;
  SkipgramOptions skipgram;
  MemoryOptions memory;
  std::uint64_t seed = 1;
  /// 0: as many as the machine has. Never changes the result of Method::bsg; Method::skipgram gives
  /// the same result each time on one thread only.
  std::uint32_t threads = 0;

  /// ρ that applies. Unset, it is the recipe's for texts, and 1 (nothing discarded) for sets: in a
  /// small catalogue of items the recipe's would throw nearly everything away.
  [[nodiscard]] double subsample() const {
    const double of_texts = recipe == Recipe::paper ? 1e-5 : 3e-5;
    return sampling.subsample.value_or(corpus.sets ? 1.0 : of_texts);
  }
  /// τ of u that applies. Unset, it is 10 for texts and 1 for sets, which are often small: there a
  /// stronger prior gains nothing, and may leave nothing of what a few baskets say.
  [[nodiscard]] double prior_precision() const {
    const double of_texts = recipe == Recipe::paper ? 1 : 10;
    return inference.prior_precision.value_or(corpus.sets ? 1 : of_texts);
  }
  /// τ of v that applies. Unset, it is 1, or with the paper's recipe that of u.
  [[nodiscard]] double context_prior_precision() const {
    return inference.context_prior_precision.value_or(recipe == Recipe::paper ? prior_precision()
                                                                              : 1);
  }
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
  bool affects_result;                ///< recorded in the model
  std::optional<Method> method = {};  ///< the only method that has the option; unset: every one

  [[nodiscard]] bool belongs_to(Method one) const { return !method || *method == one; }
};

/// All options, in the order of the algorithm.
std::span<const OptionDescription> option_table();

/// Sets one option from text. Throws OptionError that names the option, the value and the range.
/// Setting "recipe" sets every option that the recipe speaks of: set it first.
void set_option(TrainingOptions& options, std::string_view name, std::string_view value);

/// The option's value as text that set_option() takes; unset options show their effective value.
std::string get_option(const TrainingOptions& options, std::string_view name);

/// Throws OptionError if there is no such option, or if it belongs to another method than `method`.
void check_applies(std::string_view name, Method method);

/// Throws OptionError if a field is out of its range (fields can be set without set_option()).
void check_options(const TrainingOptions& options);

}  // namespace bsg
