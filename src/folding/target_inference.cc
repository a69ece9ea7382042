#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "bsg/error.h"
#include "bsg/infer.h"
#include "folding/fixed_contexts.h"
#include "folding/fold_targets.h"
#include "folding/text_of_model.h"
#include "folding/words_that_fit.h"
#include "planning/machine_memory.h"
#include "sampling/expected_pairs.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg {
namespace {

using folding::density_of;
using folding::FixedContexts;
using folding::OtherWord;
using folding::TextOfModel;
using sampling::PairRow;

double sum(const std::vector<float>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Words asked for by name.
class Names {
 public:
  /// Throws InputError for a word that the model has.
  Names(const Model& model, const std::vector<std::string>& words)
      : names_(words.begin(), words.end()) {
    for (const std::string& word : words) {
      if (!model.find(word)) continue;
      throw InputError(fmt::format(
          "{:?} is in the model already; update the model with the text to learn more of it",
          word));
    }
  }

  [[nodiscard]] bool any() const { return !names_.empty(); }
  [[nodiscard]] bool contains(std::string_view word) const { return names_.contains(word); }

  /// Throws InputError for a word that is not among these.
  void refuse_missing(const std::vector<OtherWord>& found) const {
    std::set<std::string_view> words;
    for (const OtherWord& one : found) words.insert(one.word);
    for (const std::string& name : names_) {
      if (words.contains(name)) continue;
      throw InputError(fmt::format(
          "{:?} is not in the text; give lines that have it, spelled the same way", name));
    }
  }

 private:
  std::set<std::string, std::less<>> names_;
};

[[noreturn]] void refuse_nothing_new(bool has_new_words, std::uint64_t min_count) {
  if (!has_new_words) throw InputError("the model has every word of the text already");
  throw InputError(wording::compose(
      "no word that the model does not have occurs {} times in the text; use a smaller {}",
      min_count, wording::option("min-count")));
}

[[noreturn]] void refuse_bag(const std::vector<std::string>& bag) {
  if (bag.empty()) throw InputError("there is nothing to infer from: it has no words");
  throw InputError(fmt::format(
      "the model has learned none of the words ({:?}{}): there is nothing to infer from",
      bag.front(), bag.size() == 1 ? "" : ", …"));
}

/// `cold`: the places of those that tell nothing. REQUIRES: there are some.
[[noreturn]] void refuse_bags(std::span<const std::vector<std::string>> bags,
                              const std::vector<std::size_t>& cold) {
  if (bags.size() == 1) refuse_bag(bags.front());
  throw InputError(wording::compose(
      "the model has learned none of the words of bag{} {} (counted from 0): leave {} out, or {}",
      cold.size() == 1 ? "" : "s", fmt::format("{}", fmt::join(cold, ", ")),
      cold.size() == 1 ? "it" : "them", wording::skip_bags_call()));
}

}  // namespace

class TargetInference::Engine {
 public:
  explicit Engine(const Model& model) : contexts_(model) {}

  [[nodiscard]] std::vector<InferredWord> words(const InferenceInput& input,
                                                const std::stop_token& stop) const {
    const Names names(model(), input.words);
    bool has_new_words = false;
    const auto takes = [&](std::string_view word, std::uint64_t count) {
      has_new_words = true;
      return names.any() ? names.contains(word) : count >= input.min_count;
    };
    const TextOfModel text = folding::read_text(model(), contexts_.options().corpus,
                                                {input.texts, input.sentences}, takes, stop);
    names.refuse_missing(text.others);
    folding::refuse_too_many(text.others.size(), contexts_, planning::automatic_budget());
    if (text.others.empty()) refuse_nothing_new(has_new_words, input.min_count);
    return infer(text, rows_of(text, stop), stop);
  }

  [[nodiscard]] std::vector<TargetDensity> bags(
      std::span<const std::vector<std::string>> bags) const {
    const std::vector<PairRow> rows = rows_of(bags);
    std::vector<std::size_t> cold;
    for (std::size_t bag = 0; bag < rows.size(); ++bag) {
      if (rows[bag].ids.empty()) cold.push_back(bag);
    }
    if (!cold.empty()) refuse_bags(bags, cold);
    return infer(rows);
  }

  [[nodiscard]] std::vector<std::optional<TargetDensity>> known_bags(
      std::span<const std::vector<std::string>> bags) const {
    std::vector<PairRow> rows = rows_of(bags);
    std::vector<std::optional<TargetDensity>> densities(rows.size());
    std::vector<std::size_t> places;
    for (std::size_t bag = 0; bag < rows.size(); ++bag) {
      if (!rows[bag].ids.empty()) places.push_back(bag);
    }
    std::erase_if(rows, [](const PairRow& row) { return row.ids.empty(); });
    std::vector<TargetDensity> known = infer(rows);
    for (std::size_t k = 0; k < known.size(); ++k) densities[places[k]] = std::move(known[k]);
    return densities;
  }

 private:
  [[nodiscard]] const Model& model() const { return contexts_.model(); }

  /// Pairs of the others of a text.
  [[nodiscard]] std::vector<PairRow> rows_of(const TextOfModel& text,
                                             const std::stop_token& stop) const {
    const sampling::ExpectedPairs pairs(text.corpus, contexts_.pair_rule(text.others.size()));
    std::vector<PairRow> rows(text.others.size());
    tbb::enumerable_thread_specific<sampling::PairSums> sums(model().size());
    tbb::parallel_for(std::size_t{0}, rows.size(), [&](std::size_t other) {
      sampling::PairSums& local = sums.local();
      const auto word = static_cast<std::uint32_t>(model().size() + other);
      for (const std::uint32_t position : pairs.occurrences(word)) {
        if (stop.stop_requested()) break;
        pairs.add_contexts(position, local);
      }
      local.take(rows[other]);
    });
    if (stop.stop_requested()) throw Interrupted("interrupted while counting pairs");
    return rows;
  }

  /// The words of a bag that tell something.
  [[nodiscard]] PairRow row_of(const std::vector<std::string>& bag) const {
    std::vector<WordId> ids;
    for (const std::string& word : bag) {
      const std::optional<WordId> id = model().find(word);
      if (id && contexts_.keep()[*id] > 0) ids.push_back(*id);
    }
    std::ranges::sort(ids);
    PairRow row;
    const auto pair_weight = static_cast<float>(contexts_.options().pair_weight());
    for (auto at = ids.begin(); at != ids.end();) {
      const auto next = std::upper_bound(at, ids.end(), *at);
      const auto times =
          contexts_.options().corpus.is_sets() ? 1.0F : static_cast<float>(next - at);
      row.ids.push_back(*at);
      row.counts.push_back(pair_weight * times * contexts_.keep()[*at]);
      at = next;
    }
    row.pulls = row.counts;
    return row;
  }

  [[nodiscard]] std::vector<PairRow> rows_of(std::span<const std::vector<std::string>> bags) const {
    std::vector<PairRow> rows;
    for (const std::vector<std::string>& bag : bags) rows.push_back(row_of(bag));
    return rows;
  }

  /// Of bags that tell something.
  [[nodiscard]] std::vector<TargetDensity> infer(const std::vector<PairRow>& rows) const {
    const inference::LearnedSide side =
        fold_targets(contexts_, rows, contexts_.prior_of_new(rows.size()), folding::kRounds, {});
    std::vector<TargetDensity> densities;
    for (std::uint32_t target = 0; target < rows.size(); ++target) {
      densities.push_back(density_of(side, target));
    }
    return densities;
  }

  [[nodiscard]] std::vector<InferredWord> infer(const TextOfModel& text,
                                                const std::vector<PairRow>& rows,
                                                const std::stop_token& stop) const {
    posterior::OrdinaryPrior prior = contexts_.prior_of_new(rows.size());
    for (std::uint32_t other = 0; other < rows.size(); ++other) {
      prior.guess(model(), other, text.others[other].word);
    }
    const inference::LearnedSide side =
        fold_targets(contexts_, rows, std::move(prior), folding::kRounds, stop);
    std::vector<InferredWord> words;
    for (std::uint32_t other = 0; other < rows.size(); ++other) {
      words.push_back({.word = text.others[other].word,
                       .count = text.others[other].count,
                       .evidence = sum(rows[other].counts),
                       .density = density_of(side, other)});
    }
    return words;
  }

  FixedContexts contexts_;
};

TargetInference::TargetInference(const Model& model)
    : engine_(std::make_unique<const Engine>(model)) {}

TargetInference::~TargetInference() = default;
TargetInference::TargetInference(TargetInference&&) noexcept = default;
TargetInference& TargetInference::operator=(TargetInference&&) noexcept = default;

std::vector<InferredWord> TargetInference::words(const InferenceInput& input,
                                                 const std::stop_token& stop) const {
  return engine_->words(input, stop);
}

TargetDensity TargetInference::bag(std::span<const std::string> words) const {
  const std::vector<std::string> bag(words.begin(), words.end());
  return std::move(engine_->bags(std::span(&bag, 1)).front());
}

std::vector<TargetDensity> TargetInference::bags(
    std::span<const std::vector<std::string>> bags) const {
  return engine_->bags(bags);
}

std::vector<std::optional<TargetDensity>> TargetInference::known_bags(
    std::span<const std::vector<std::string>> bags) const {
  return engine_->known_bags(bags);
}

}  // namespace bsg
