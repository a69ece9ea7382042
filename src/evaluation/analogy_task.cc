#include <optional>
#include <utility>
#include <vector>

#include "bsg/evaluate.h"
#include "evaluation/benchmark_words.h"
#include "evaluation/coverage_curve.h"

namespace bsg {
namespace {

using evaluation::BenchmarkWords;
using evaluation::JudgedAnswer;

/// Questions that the model knows all words of, and the group of each.
struct KnownQuestions {
  std::vector<Composition> queries;
  std::vector<std::string> solutions;
  std::vector<std::size_t> groups;
};

struct KnownQuestion {
  Composition query;  ///< b − a + c
  std::string solution;
  bool guessed;  ///< one of its words
};

std::optional<KnownQuestion> look_up(const BenchmarkWords& words, const AnalogyQuestion& question) {
  using model::Role;
  const auto a = words.find(Role::asked, question.a), b = words.find(Role::asked, question.b);
  const auto c = words.find(Role::asked, question.c);
  const auto d = words.find_known(question.d);
  if (!a || !b || !c || !d) return std::nullopt;
  return KnownQuestion{.query = {.positive = {b->form, c->form}, .negative = {a->form}},
                       .solution = *d,
                       .guessed = a->guessed || b->guessed || c->guessed};
}

KnownQuestions known_questions(const BenchmarkWords& words, const AnalogySet& set,
                               AnalogyResult& result) {
  KnownQuestions known;
  for (const AnalogyGroup& group : set.groups) {
    AnalogyGroupResult& counts = result.groups.emplace_back();
    counts.name = group.name;
    for (const AnalogyQuestion& question : group.questions) {
      auto found = look_up(words, question);
      if (!found) {
        ++counts.skipped;
        continue;
      }
      ++counts.used;
      if (found->guessed) ++counts.guessed;
      known.queries.push_back(std::move(found->query));
      known.solutions.push_back(std::move(found->solution));
      known.groups.push_back(result.groups.size() - 1);
    }
  }
  return known;
}

void add_totals(AnalogyResult& result) {
  for (const AnalogyGroupResult& group : result.groups) {
    result.right += group.right;
    result.used += group.used;
    result.skipped += group.skipped;
    result.guessed += group.guessed;
  }
}

}  // namespace

AnalogyResult evaluate_analogies(const Model& model, const AnalogySet& set,
                                 const QueryOptions& options) {
  const Query query(model, options);
  AnalogyResult result;
  result.name = set.name;
  const KnownQuestions known = known_questions(BenchmarkWords(model, options), set, result);
  const std::vector<std::vector<Answer>> answers = query.neighbors(known.queries, 1);
  std::vector<JudgedAnswer> by_cosine, by_order_probability;
  for (std::size_t q = 0; q < answers.size(); ++q) {
    // Without any word beside the question's own there is no answer, which is not a right one.
    const Answer best = answers[q].empty() ? Answer{} : answers[q].front();
    const bool right = best.word == known.solutions[q];
    result.groups[known.groups[q]].right += right ? 1 : 0;
    by_cosine.push_back({best.score.cosine, right});
    if (best.beats_next) by_order_probability.push_back({*best.beats_next, right});
  }
  add_totals(result);
  result.by_cosine = evaluation::coverage_curve(std::move(by_cosine));
  // A curve over some of the questions could not be compared with one over all.
  if (by_order_probability.size() == result.used) {
    result.by_order_probability = evaluation::coverage_curve(std::move(by_order_probability));
  }
  return result;
}

}  // namespace bsg
