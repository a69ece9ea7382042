#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bsg/measure.h"
#include "bsg/model.h"
#include "bsg/rank.h"
#include "bsg/representation.h"

namespace bsg {

struct QueryOptions {
  Measure measure = Measure::cosine;
  Representation representation = Representation::target;
  /// Under a measure at unit length (the cosine), a query of several words brings each mean to unit
  /// length first, its variance scaled alike (by 1/‖μ‖²; a zero mean stays as it is). With `raw`
  /// words are combined as they are (the paper's u_b − u_a + u_c). Single words are always taken as
  /// they are, and so is every query under the other measures, which depend on the densities'
  /// scale.
  bool raw = false;
  /// A word that the model does not have is refused, also by a model that could guess its target
  /// density from its spelling (Model::guess()).
  bool known_only = false;
  /// What answers are ordered by; unset, MeasureDescription::default_rank, or the mean if the model
  /// has no variances.
  std::optional<Rank> rank{};
  /// Words with a lower count are no answers.
  std::uint64_t min_count = 0;
};

/// The rank that a Query of these has. Throws OptionError if the measure does not allow it, and
/// ModelError if it needs variances that the model does not have.
Rank rank_of(const Model& model, const QueryOptions& options);

/// A score and how sure the model is of it. Trained on another text of the same size from the same
/// source, the score would scatter with `deviation`: about 68 % of the time within it. `deviation`
/// is that of `value` by the delta method about the means, since a text decides those. The moments
/// further down are of draws from the two densities. y is the inner product of the two densities:
/// the query's, combined as QueryOptions says, and the answer's as it is. Where the answer is
/// itself a word of the query, that they vary together is accounted for (except under
/// target_context, where u and v of a word are independent). Variances and deviations are 0 if the
/// model has no variances.
struct Score {
  double value = 0;  ///< under the measure asked for; larger is more similar
  /// The ± of `value`: how far it would scatter from one text to another of the same size and
  /// source, as Model::deviation_factor() has it.
  double deviation = 0;
  /// `value` less kLowerBoundDeviations of its standard deviations under the posterior. That one is
  /// wider than the ±: a rare word that leans on its spelling is much alike in all texts, and may
  /// be wrong in all of them. Under the probability of (17) the same is done to the argument of σ,
  /// so that the bound is a probability, too.
  double lower = 0;
  double product_mean = 0;      ///< μ_y of (16)
  double product_variance = 0;  ///< σ²_y of (16)
  double cosine = 0;            ///< of the means; 0 where one of them is zero
  double cosine_mean = 0;       ///< expected cosine of vectors drawn from the two densities
  double cosine_deviation = 0;  ///< its standard deviation; both by the delta method
};

/// What a rank orders by.
double ranked_by(const Score& score, Rank rank);

struct Answer {
  WordId id = 0;
  std::string word;
  Score score;
  /// Probability that this answer truly beats the next one: Φ(mean / sd) of Tᵀ(d₁ − d₂), T being
  /// the query and d the answers, under a measure at unit length with means of that length and
  /// calibrated variances (Score::deviation) scaled alike. Under a rank other than the mean it may
  /// be below ½. The last answer is compared with the best one that was left out. Not set if there
  /// is no next one, if the model has no variances, and under a measure that has no such order (kl,
  /// which compares densities and not draws).
  std::optional<double> beats_next;
};

/// A query: the sum of the positive words' densities minus the negative words'. A word given n
/// times counts n-fold (its mean n times, its variance n² times); one that is in both lists
/// cancels. Densities that are no word's, such as inferred ones, are added like positive words.
struct Composition {
  std::vector<std::string> positive{};
  std::vector<std::string> negative{};
  std::vector<TargetDensity> densities{};
};

/// Answers questions about one model under one set of options. Immutable, thread-safe.
class Query {
 public:
  /// Throws ModelError if the measure or the rank needs variances, or the representation contexts,
  /// that the model does not have; OptionError if the measure does not allow the rank, or no word
  /// has the minimal count.
  explicit Query(Model model, QueryOptions options = {});
  ~Query();
  Query(Query&&) noexcept;
  Query& operator=(Query&&) noexcept;

  /// Two words; for a == b the product's moments are those of uᵀu. Words of a question that the
  /// model does not have are guessed from their spelling where it can be; answers are always the
  /// model's own words. All members throw UnknownWordError, and OptionError for a composition
  /// without words or whose words cancel each other out, and for a word that its context would
  /// stand for if no text has taught that: one that was inferred, or is known by its tags alone.
  [[nodiscard]] Score similarity(const std::string& a, const std::string& b) const;
  [[nodiscard]] Score similarity(const Composition& query, const std::string& b) const;

  /// The `count` best answers by the rank, best first, ties by id; the words of the query are left
  /// out.
  [[nodiscard]] std::vector<Answer> neighbors(const std::string& word, std::size_t count) const;
  [[nodiscard]] std::vector<Answer> neighbors(const Composition& query, std::size_t count) const;

  /// The same for many queries at once: answers[q] is neighbors(queries[q], count), in a fraction
  /// of the time, since every word is fetched from memory once for many of them.
  [[nodiscard]] std::vector<std::vector<Answer>> neighbors(std::span<const Composition> queries,
                                                           std::size_t count) const;

  /// a is to b as c is to ?: neighbors of +b −a +c.
  [[nodiscard]] std::vector<Answer> analogy(const std::string& a, const std::string& b,
                                            const std::string& c, std::size_t count) const;

 private:
  class Engine;
  std::unique_ptr<const Engine> engine_;
};

}  // namespace bsg
