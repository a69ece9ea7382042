#include "bsg/query.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "bsg/error.h"
#include "model/representation.h"
#include "model/taught_contexts.h"
#include "query/answer_rows.h"
#include "query/asked_words.h"
#include "query/measure_table.h"
#include "query/measures.h"
#include "query/question.h"
#include "query/ranking.h"
#include "query/scan_answers.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg {
namespace {

using query::Candidate;
using query::Comparison;
using query::Density;
using query::Question;
using query::Role;

/// Candidates beyond those asked for whose order is settled in double.
constexpr std::size_t kSpareCandidates = 32;

Score rate(const Comparison& comparison, const Density& sum, const query::MeasureRow& measure) {
  const query::ProductMoments moments = query::product_moments(comparison);
  const query::CosineMoments drawn = query::cosine_moments(comparison);
  const double key = measure.key(comparison, sum);
  const double deviation = measure.key_deviation(comparison, sum, key, &Density::scatter);
  const double open = measure.key_deviation(comparison, sum, key, &Density::variance);
  return {.value = measure.score(key),
          .deviation = measure.slope(key) * deviation,
          .lower = measure.score(query::lower_key(key, open)),
          .product_mean = moments.mean,
          .product_variance = moments.variance,
          .cosine = query::cosine(sum, comparison.answer),
          .cosine_mean = drawn.mean,
          .cosine_deviation = drawn.deviation};
}

/// Words that are never answers, by id; empty if there are none: rare ones, and those whose context
/// is the prior, since its mean, 0, would come before every negative score.
std::vector<bool> left_out(const Model& model, const QueryOptions& options) {
  std::vector<bool> words(model.size());
  for (WordId id = 0; id < model.size(); ++id) {
    words[id] = model.count(id) < options.min_count ||
                !model::is_taught(model, options.representation, Role::answer, id);
  }
  if (std::ranges::find(words, true) == words.end()) words.clear();
  return words;
}

/// Throws OptionError if no word is frequent enough.
void check_min_count(const Model& model, std::uint64_t min_count) {
  if (min_count == 0) return;
  for (WordId id = 0; id < model.size(); ++id) {
    if (model.count(id) >= min_count) return;
  }
  throw OptionError(wording::compose("no word of the model has the count that {} asks for",
                                     wording::setting("min-count", min_count)));
}

std::vector<WordId> words_of(const Question& question) {
  std::vector<WordId> ids;
  for (const query::Term& term : question.terms()) ids.push_back(term.id);
  return ids;
}

Density at_unit_length(const Density& density) {
  Density unit = query::zero_density(density.mean.size());
  query::add_scaled(unit, query::unit_scale(density), density);
  return unit;
}

}  // namespace

class Query::Engine {
 public:
  Engine(Model model, QueryOptions options)
      : model_(std::move(model)),
        options_(options),
        measure_(query::row_of(options.measure)),
        ranking_(measure_, rank_of(model_, options)) {
    if (measure_.description.needs_variances && !model_.has_variances()) {
      constexpr auto kProperty = &MeasureDescription::needs_variances;
      throw ModelError(
          fmt::format("this model has no variances, which the measures {} need: use {}",
                      measure_names(kProperty), measure_names(kProperty, false, "or")));
    }
    model::check_representation(model_, options_.representation);
    check_min_count(model_, options_.min_count);
    left_out_ = left_out(model_, options_);
  }

  [[nodiscard]] Score similarity(const Composition& composition, const std::string& word) const {
    query::AskedWords words(model_, options_);
    const Question question(words, options_, composition);
    const WordId id = words.id(Role::answer, word);
    const Density answer = words.density(Role::answer, id);
    const bool same_side = options_.representation != Representation::target_context;
    const double shared = same_side ? question.factor_of(id) : 0;
    const Density rest = shared != 0 ? question.rest_without(id) : question.sum();
    return rate({rest, shared, answer}, question.sum(), measure_);
  }

  [[nodiscard]] std::vector<std::vector<Answer>> neighbors(
      std::span<const Composition> compositions, std::size_t count) const {
    std::vector<Question> questions;
    for (const Composition& composition : compositions) {
      query::AskedWords words(model_, options_);
      questions.emplace_back(words, options_, composition);
    }
    std::vector<std::vector<Answer>> answers(questions.size());
    if (count == 0) return answers;
    std::vector<std::vector<Candidate>> candidates =
        scan(questions, std::min(count, model_.size()) + kSpareCandidates);
    tbb::parallel_for(std::size_t{0}, questions.size(), [&](std::size_t q) {
      answers[q] = best_answers(questions[q], std::move(candidates[q]), count);
    });
    return answers;
  }

 private:
  /// Made when first scanned, since a similarity of two words needs none of it.
  [[nodiscard]] const query::AnswerRows& rows() const {
    std::call_once(rows_made_,
                   [this] { rows_.emplace(model_, options_.representation, ranking_); });
    return *rows_;
  }

  [[nodiscard]] Density answer_density(WordId id) const {
    return query::density_of(model_, options_.representation, Role::answer, id);
  }

  /// What an order of answers is about: some measures do not see lengths.
  [[nodiscard]] Density ranked_density(WordId id) const {
    const Density density = answer_density(id);
    return measure_.description.unit_length ? at_unit_length(density) : density;
  }

  [[nodiscard]] std::vector<std::vector<Candidate>> scan(const std::vector<Question>& questions,
                                                         std::size_t count) const {
    std::vector<query::ScanQuery> queries;
    for (const Question& question : questions) {
      queries.push_back({&question.sum(), words_of(question)});
    }
    return query::scan_answers({rows(), ranking_, left_out_, count}, queries);
  }

  /// Best first, by keys in double.
  void rank(const Question& question, std::vector<Candidate>& candidates) const {
    for (Candidate& candidate : candidates) {
      const Density density = answer_density(candidate.id);
      candidate.key = ranking_.key({question.sum(), 0, density}, question.sum());
    }
    std::ranges::sort(candidates, query::comes_before);
  }

  [[nodiscard]] Answer answer(const Question& question, WordId id) const {
    const Density density = answer_density(id);
    return {.id = id,
            .word = std::string(model_.word(id)),
            .score = rate({question.sum(), 0, density}, question.sum(), measure_),
            .beats_next = std::nullopt};
  }

  [[nodiscard]] std::vector<Answer> best_answers(const Question& question,
                                                 std::vector<Candidate> best,
                                                 std::size_t count) const {
    rank(question, best);
    std::vector<Answer> answers;
    for (std::size_t k = 0; k < std::min(count, best.size()); ++k) {
      answers.push_back(answer(question, best[k].id));
      if (!measure_.description.has_order || k + 1 == best.size()) continue;
      answers.back().beats_next = query::order_probability(
          question.sum(), ranked_density(best[k].id), ranked_density(best[k + 1].id));
    }
    return answers;
  }

  Model model_;
  QueryOptions options_;
  const query::MeasureRow& measure_;
  query::Ranking ranking_;
  std::vector<bool> left_out_;  ///< by id; empty if every word may be an answer
  mutable std::once_flag rows_made_;
  mutable std::optional<query::AnswerRows> rows_;
};

Query::Query(Model model, QueryOptions options)
    : engine_(std::make_unique<const Engine>(std::move(model), options)) {}

Query::~Query() = default;
Query::Query(Query&&) noexcept = default;
Query& Query::operator=(Query&&) noexcept = default;

Score Query::similarity(const std::string& a, const std::string& b) const {
  return similarity(Composition{.positive = {a}, .negative = {}}, b);
}

Score Query::similarity(const Composition& query, const std::string& b) const {
  return engine_->similarity(query, b);
}

std::vector<Answer> Query::neighbors(const std::string& word, std::size_t count) const {
  return neighbors(Composition{.positive = {word}, .negative = {}}, count);
}

std::vector<Answer> Query::neighbors(const Composition& query, std::size_t count) const {
  return std::move(engine_->neighbors(std::span(&query, 1), count).front());
}

std::vector<std::vector<Answer>> Query::neighbors(std::span<const Composition> queries,
                                                  std::size_t count) const {
  return engine_->neighbors(queries, count);
}

std::vector<Answer> Query::analogy(const std::string& a, const std::string& b, const std::string& c,
                                   std::size_t count) const {
  return neighbors(Composition{.positive = {b, c}, .negative = {a}}, count);
}

}  // namespace bsg
