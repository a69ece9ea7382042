#include <algorithm>
#include <optional>
#include <span>
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

QueryOptions by_mean_unless_asked(QueryOptions options) {
  if (!options.rank) options.rank = Rank::mean;
  return options;
}

std::uint64_t count_of(const Model& model, const std::string& word) {
  const std::optional<WordId> id = model.find(word);
  return id ? model.count(*id) : 0;
}

std::uint64_t count_of_rarest(const Model& model, const Composition& query, const Answer& best) {
  std::uint64_t least = count_of(model, best.word);
  for (const auto* words : {&query.positive, &query.negative}) {
    for (const std::string& word : *words) least = std::min(least, count_of(model, word));
  }
  return least;
}

/// The best answers so far by each sign that they are right.
class JudgedAnswers {
 public:
  /// `best` is the first of the answers, or nothing if there is none.
  void add(const Answer& best, std::span<const Answer> answers, std::uint64_t count, bool right) {
    by_cosine_.push_back({best.score.cosine, right});
    by_count_.push_back({static_cast<double>(count), right});
    if (best.beats_next) by_order_probability_.push_back({*best.beats_next, right});
    if (answers.size() < 2) return;
    by_margin_.push_back({best.score.value - answers[1].score.value, right});
  }

  /// A curve over some of the questions could not be compared with one over all: it is not set.
  void put_curves(AnalogyResult& result) {
    const auto curve = [&](std::vector<JudgedAnswer>& answers) {
      if (answers.size() != result.used) answers.clear();
      return evaluation::coverage_curve(std::move(answers));
    };
    result.by_order_probability = curve(by_order_probability_);
    result.by_cosine = curve(by_cosine_);
    result.by_margin = curve(by_margin_);
    result.by_count = curve(by_count_);
  }

 private:
  std::vector<JudgedAnswer> by_order_probability_, by_cosine_, by_margin_, by_count_;
};

}  // namespace

AnalogyResult evaluate_analogies(const Model& model, const AnalogySet& set,
                                 const QueryOptions& options) {
  const Query query(model, by_mean_unless_asked(options));
  AnalogyResult result;
  result.name = set.name;
  const KnownQuestions known = known_questions(BenchmarkWords(model, options), set, result);
  const std::vector<std::vector<Answer>> answers = query.neighbors(known.queries, 2);
  JudgedAnswers judged;
  for (std::size_t q = 0; q < answers.size(); ++q) {
    // Without any word beside the question's own there is no answer, which is not a right one.
    const Answer best = answers[q].empty() ? Answer{} : answers[q].front();
    const bool right = best.word == known.solutions[q];
    result.groups[known.groups[q]].right += right ? 1 : 0;
    judged.add(best, answers[q], count_of_rarest(model, known.queries[q], best), right);
  }
  add_totals(result);
  judged.put_curves(result);
  return result;
}

}  // namespace bsg
