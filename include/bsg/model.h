#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bsg {

using WordId = std::uint32_t;

/// u (target) or v (context) of the paper.
enum class Side : std::uint8_t { target, context };

/// What one iteration did; with Method::bsg the same for any number of threads.
struct IterationRecord {
  std::uint32_t iteration = 0;       ///< 1 … K
  double step = 1;                   ///< β; Method::skipgram: learning rate of the first token
  std::uint64_t tokens = 0;          ///< length of T_sub
  std::uint64_t positive_pairs = 0;  ///< |I_P|, with multiplicity
  std::uint64_t negative_pairs = 0;  ///< |I_N|, with multiplicity
  double target_change = 0;          ///< Σ_i ‖r_i − r_i_prev‖ over u
  double context_change = 0;         ///< the same over v
  double relative_change = 0;        ///< Σ‖r − r_prev‖ / (β Σ‖r‖) over both sides
  /// Method::skipgram alone, which has none of the changes: mean over positive pairs (i, j) of
  /// −log σ(u_iᵀv_j) − Σ_z log σ(−u_iᵀv_z), each pair as it was met.
  std::optional<double> mean_loss = {};
  /// Learned priors alone: τ of u and v that the iteration had.
  std::optional<double> target_prior_precision = {};
  std::optional<double> context_prior_precision = {};
  /// Method::bsg, updates apart: L_ξ(q), the paper's objective, over the number of positive pairs,
  /// in nats: a lower bound on log p(D) that grows as the densities explain the iteration's pairs
  /// better. With u = v = 0 it is −(1 + N) log 2. Above 64 words its likelihood is estimated from
  /// the pairs of some targets, the same in every iteration.
  std::optional<double> bound = {};

  bool operator==(const IterationRecord&) const = default;
};

/// What training has measured of its variances, for words of one count: deviations of scores that
/// follow from them, times the factor of the word's side, are those from text to text.
struct CalibrationPoint {
  float count = 0;
  float target = 1, context = 1;

  bool operator==(const CalibrationPoint&) const = default;
};

/// What the densities of words outside the vocabulary follow from: a word with the features g, each
/// with its part a_g, has the mean Σ a_g w_g and in every dimension of training the variance
/// `variance` + Σ a_g² var(w_g). The parts of features of one kind are c_g / √Σ c². A tag has
/// c_g = 1. An n-gram of n code points has c_g = √(n − shortest + 1) for each place where it is in
/// <word>, twice that at the beginning.
struct FeatureData {
  /// Lengths of character n-grams; 0 if spelling tells nothing.
  std::uint32_t shortest = 0, longest = 0;
  /// Ascending by bytes; 's' and an n-gram of <word>, or 't' and a tag.
  std::vector<std::string> names;
  std::vector<float> weights;    ///< w in the axes of the model: features × m, row-major
  std::vector<float> variances;  ///< of each w_g, in the axes of training, the same in each of them
  double variance = 0;           ///< of a word around its mean, likewise
  double unknown_variance = 0;   ///< of a w_g that is not among the names, whose mean is 0

  [[nodiscard]] bool empty() const { return names.empty(); }
};

/// Users that a model was trained on, and the items of each, as ids of the model's words. All four
/// are empty where users have no names.
struct UserData {
  std::vector<std::string> names{};     ///< distinct, not empty, valid UTF-8
  std::vector<std::uint64_t> starts{};  ///< users + 1: of each user's items; the first is 0
  std::vector<WordId> items{};          ///< ascending within a user, distinct
  std::vector<float> weights{};         ///< of each item, positive; empty: all 1

  [[nodiscard]] bool empty() const { return names.empty(); }
};

/// All that a model file holds. Arrays are l × m, row-major, words by descending count. Variances
/// are empty for a model of points; both arrays of the contexts are empty where only target vectors
/// are known.
struct ModelData {
  std::size_t dimension = 0;
  std::vector<std::string> words;     ///< l, distinct, valid UTF-8
  std::vector<std::uint64_t> counts;  ///< l
  std::vector<float> target_mean, target_variance;
  std::vector<float> context_mean, context_variance;
  /// A and A⁻ᵀ, m × m, row-major: the axes that means and variances are in, where u has become A u
  /// and v has become A⁻ᵀ v since training. The prior of targets in the model's axes is
  /// N(0, τ⁻¹ A Aᵀ), that of contexts N(0, τ⁻¹ (A Aᵀ)⁻¹), τ being each side's own. Both or neither:
  /// empty if the model is in the axes it was trained in, which a model of points always is.
  std::vector<float> target_axes, context_axes;
  FeatureData features{};  ///< empty where words are whole forms
  UserData users{};        ///< empty where targets are not users, or users have no names
  /// By ascending count; empty if nothing was measured.
  std::vector<CalibrationPoint> calibration{};
  /// Every option that affects the result, by name.
  std::map<std::string, std::string> options;
  std::vector<IterationRecord> iterations;
};

/// What a model learned of beside words.
struct FeatureCounts {
  std::size_t ngrams = 0, tags = 0;
};

/// Density of a target that is none of the model's words, in the model's axes: a guess from
/// features, or inferred from what appears around it.
struct TargetDensity {
  std::vector<float> mean, variance;  ///< m

  bool operator==(const TargetDensity&) const = default;
};

/// How load() treats checksums. Structure is always verified.
enum class Verify : std::uint8_t { checksums, structure };

/// A trained model: immutable, cheap to copy, safe to read from any number of threads.
class Model {
 public:
  /// Throws ModelError if the data is not as ModelData says: sizes that disagree, no words, an
  /// empty or repeated word, counts out of order, a number out of range.
  explicit Model(ModelData data);

  /// Maps a .bsg file, which must not be made shorter while the model lives. Throws FileError, or
  /// ModelError if the file is damaged, foreign or of a newer format.
  static Model load(const std::filesystem::path& path, Verify verify = Verify::checksums);

  /// Writes beside `path`, then renames: a crash never leaves half a model. Throws FileError.
  /// The same model always gives the same bytes.
  void save(const std::filesystem::path& path) const;

  [[nodiscard]] std::size_t size() const noexcept;       ///< l
  [[nodiscard]] std::size_t dimension() const noexcept;  ///< m
  /// False for a model of points: variances are then empty.
  [[nodiscard]] bool has_variances() const noexcept;
  /// False for vectors of other programs, which have one side only: Side::context is then empty.
  [[nodiscard]] bool has_contexts() const noexcept;

  /// REQUIRES: id < size().
  [[nodiscard]] std::string_view word(WordId id) const noexcept;
  [[nodiscard]] std::uint64_t count(WordId id) const noexcept;
  [[nodiscard]] std::span<const float> mean(Side side, WordId id) const noexcept;
  [[nodiscard]] std::span<const float> variance(Side side, WordId id) const noexcept;

  /// Whole matrices, l × m, row-major.
  [[nodiscard]] std::span<const float> means(Side side) const noexcept;
  [[nodiscard]] std::span<const float> variances(Side side) const noexcept;

  /// A (targets) or A⁻ᵀ (contexts) of ModelData, m × m, row-major; empty if there is none.
  [[nodiscard]] std::span<const float> axes(Side side) const noexcept;

  /// ModelData::calibration.
  [[nodiscard]] std::span<const CalibrationPoint> calibration() const noexcept;
  /// Its factor for words of this count: between two points linear in the logarithm, outside that
  /// of the first or last one. 1 without calibration, and for a count of 0, which no text has
  /// measured.
  [[nodiscard]] double deviation_factor(Side side, std::uint64_t count) const noexcept;

  [[nodiscard]] std::optional<WordId> find(std::string_view word) const noexcept;
  /// Like find(), but throws UnknownWordError with the closest words that the model has.
  [[nodiscard]] WordId id(std::string_view word) const;
  /// The model's words that may have been meant, at most three, the closest first.
  [[nodiscard]] std::vector<std::string> closest_words(std::string_view word) const;

  /// Those of FeatureData, by their kind; none where words are whole forms.
  [[nodiscard]] FeatureCounts feature_counts() const noexcept;
  /// A copy of all of them; empty where words are whole forms.
  [[nodiscard]] FeatureData features() const;
  /// Whether words outside the vocabulary have a density by their spelling.
  [[nodiscard]] bool knows_spelling() const noexcept;
  /// The target density of any word by its spelling alone, whether the model has the word or not.
  /// Unset if the model knows no spelling, or none of the word's n-grams, and for what is no word:
  /// nothing, or invalid UTF-8.
  [[nodiscard]] std::optional<TargetDensity> guess(std::string_view word) const;

  /// Those of UserData; 0 where targets are not users, or users have no names.
  [[nodiscard]] std::size_t user_count() const noexcept;
  /// REQUIRES of this and the next two: user < user_count().
  [[nodiscard]] std::string_view user(std::size_t user) const noexcept;
  [[nodiscard]] std::span<const WordId> items_of(std::size_t user) const noexcept;
  /// Parallel to items_of(); empty if all weights are 1.
  [[nodiscard]] std::span<const float> weights_of(std::size_t user) const noexcept;
  [[nodiscard]] std::optional<std::size_t> find_user(std::string_view name) const noexcept;

  [[nodiscard]] const std::map<std::string, std::string>& options() const noexcept;
  [[nodiscard]] std::span<const IterationRecord> iterations() const noexcept;

  /// Of the library that made the model, and the instruction set that it ran on: for the same input
  /// the same bytes are promised within one of each.
  [[nodiscard]] std::string_view library_version() const noexcept;
  [[nodiscard]] std::string_view simd_target() const noexcept;

 private:
  struct Content;
  explicit Model(std::shared_ptr<const Content> content);
  std::shared_ptr<const Content> content_;
};

}  // namespace bsg
