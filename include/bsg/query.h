#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bsg/model.h"

namespace bsg {

/// Section 4.4.
enum class Measure : std::uint8_t {
  cosine,       ///< of the means
  probability,  ///< (17): σ(μ_y / sqrt(1 + π σ²_y / 8))
  kl,           ///< (18): minus the symmetric Kullback-Leibler divergence
};

/// Which density stands for a word (section 2.3).
enum class Representation : std::uint8_t {
  target,          ///< u
  context,         ///< v
  sum,             ///< u + v
  concat,          ///< (u, v), of dimension 2m
  target_context,  ///< u of the query against v of the answers: "appears around"
};

struct QueryOptions {
  Measure measure = Measure::cosine;
  Representation representation = Representation::target;
  /// Combine means as they are (the paper's u_b − u_a + u_c) instead of bringing each to unit
  /// length first.
  bool raw = false;
};

/// A score and how sure the model is of it. y is the inner product of the two densities.
struct Score {
  double value = 0;             ///< under the measure asked for; larger is more similar
  double product_mean = 0;      ///< μ_y of (16)
  double product_variance = 0;  ///< σ²_y of (16)
  double cosine = 0;            ///< of the means; 0 where one of them is zero
  double cosine_deviation = 0;  ///< standard deviation of the cosine, by the delta method
};

struct Answer {
  WordId id = 0;
  std::string word;
  Score score;
  /// Probability that this answer truly beats the next one in the list: Φ(mean / sd) of
  /// Tᵀ(d₁ − d₂). Not set under Measure::kl, which compares densities and not draws from them.
  std::optional<double> beats_next;
};

/// A query: the sum of the positive words' densities minus the negative words'.
struct Composition {
  std::vector<std::string> positive;
  std::vector<std::string> negative;
};

/// Answers questions about one model under one set of options. Immutable, thread-safe.
class Query {
 public:
  explicit Query(Model model, QueryOptions options = {});
  ~Query();
  Query(Query&&) noexcept;
  Query& operator=(Query&&) noexcept;

  /// Two words; for a == b the product's moments are those of uᵀu. Throws UnknownWordError.
  [[nodiscard]] Score similarity(const std::string& a, const std::string& b) const;
  [[nodiscard]] Score similarity(const Composition& query, const std::string& b) const;

  /// The `count` best answers, best first, ties by id; the words of the query are left out.
  [[nodiscard]] std::vector<Answer> neighbors(const std::string& word, std::size_t count) const;
  [[nodiscard]] std::vector<Answer> neighbors(const Composition& query, std::size_t count) const;

  /// a is to b as c is to ?: neighbors of +b −a +c.
  [[nodiscard]] std::vector<Answer> analogy(const std::string& a, const std::string& b,
                                            const std::string& c, std::size_t count) const;

 private:
  class Engine;
  std::unique_ptr<const Engine> engine_;
};

}  // namespace bsg
