#include "comparing/compared_words.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "bsg/error.h"
#include "folding/fold_targets.h"

namespace bsg::comparing {
namespace {

using folding::density_of;
using folding::FixedContexts;
using inference::LearnedSide;
using sampling::PairRow;
using sampling::PairSums;

/// Words whose rows are in memory at the same time.
constexpr std::size_t kBatch = 64;
/// Of estimates of one text, which start around those of both: more rounds move them by less than a
/// hundredth of their deviations. With the paper's ξ, which bounds nothing, they may move away.
constexpr std::uint32_t kRoundsOfOne = 4;
/// Of each word: one of either whole text, then one of each part.
constexpr std::size_t kEstimates = 2 + 2 * kParts;

constexpr std::size_t estimate_of_part(std::size_t text, std::size_t part) {
  return 2 + text * kParts + part;
}

void add_all(const PartRows& rows, PairSums& sums) {
  for (const PairRow& row : rows) sums.add(row);
}

LearnedSide fold(const FixedContexts& contexts, const std::vector<PairRow>& rows,
                 const posterior::OrdinaryPrior& prior, std::uint32_t rounds,
                 const std::stop_token& stop) {
  return fold_targets(contexts, rows, prior, rounds, stop);
}

/// Some words, in all the texts and parts they are looked at in.
class Batch {
 public:
  Batch(const FixedContexts& contexts, const std::array<PartedText, 2>& texts,
        std::span<const WordId> words, const std::stop_token& stop)
      : contexts_(contexts),
        words_(words),
        stop_(stop),
        both_(words.size()),
        rows_(kEstimates * words.size()) {
    tbb::enumerable_thread_specific<PairSums> sums(contexts.model().size());
    tbb::parallel_for(std::size_t{0}, words.size(), [&](std::size_t place) {
      if (!stop.stop_requested()) count_pairs(texts, place, sums.local());
    });
    if (stop.stop_requested()) throw Interrupted("interrupted while counting pairs");
  }

  void compare(std::vector<ComparedWord>& compared) const {
    const LearnedSide estimates = fold(contexts_, rows_, prior_around_both(), kRoundsOfOne, stop_);
    for (std::size_t place = 0; place < words_.size(); ++place) {
      compared.push_back(
          {.parts = {word_parts(estimates, 0, place), word_parts(estimates, 1, place)},
           .a = density_of(estimates, target(0, place)),
           .b = density_of(estimates, target(1, place))});
    }
  }

 private:
  /// By estimate, then by word: the whole texts, whose rows are longest, come first.
  [[nodiscard]] std::uint32_t target(std::size_t estimate, std::size_t place) const {
    return static_cast<std::uint32_t>(estimate * words_.size() + place);
  }

  void count_pairs(const std::array<PartedText, 2>& texts, std::size_t place, PairSums& sums) {
    std::array<PartRows, 2> rows;
    for (const std::size_t text : {0U, 1U}) {
      texts[text].rows(words_[place], sums, rows[text]);
      add_all(rows[text], sums);
      sums.take(rows_[target(text, place)]);
    }
    for (const PartRows& of_text : rows) add_all(of_text, sums);
    sums.take(both_[place]);
    for (const std::size_t text : {0U, 1U}) {
      for (std::size_t part = 0; part < kParts; ++part) {
        rows_[target(estimate_of_part(text, part), place)] = std::move(rows[text][part]);
      }
    }
  }

  /// Of all estimates of each word.
  [[nodiscard]] posterior::OrdinaryPrior prior_around_both() const {
    const LearnedSide both = fold(contexts_, both_, spelled_prior(1), folding::kRounds, stop_);
    posterior::OrdinaryPrior prior = spelled_prior(kEstimates);
    for (std::size_t estimate = 0; estimate < kEstimates; ++estimate) {
      for (std::uint32_t place = 0; place < words_.size(); ++place) {
        prior.centre(target(estimate, place),
                     {both.densities.rows().mean(place), both.densities.dimension()});
      }
    }
    return prior;
  }

  /// What the words have before any text.
  [[nodiscard]] posterior::OrdinaryPrior spelled_prior(std::size_t estimates) const {
    const Model& model = contexts_.model();
    posterior::OrdinaryPrior prior = contexts_.prior(estimates * words_.size());
    for (std::size_t estimate = 0; estimate < estimates; ++estimate) {
      for (std::size_t place = 0; place < words_.size(); ++place) {
        prior.guess(model, target(estimate, place), model.word(words_[place]));
      }
    }
    return prior;
  }

  [[nodiscard]] WordParts word_parts(const LearnedSide& estimates, std::size_t text,
                                     std::size_t place) const {
    WordParts parts;
    for (std::size_t part = 0; part < kParts; ++part) {
      TargetDensity density = density_of(estimates, target(estimate_of_part(text, part), place));
      parts.traces[part] = std::accumulate(density.variance.begin(), density.variance.end(), 0.0);
      parts.means[part] = std::move(density.mean);
    }
    return parts;
  }

  const FixedContexts& contexts_;
  std::span<const WordId> words_;
  const std::stop_token& stop_;
  std::vector<PairRow> both_;  ///< by word
  std::vector<PairRow> rows_;  ///< by target()
};

}  // namespace

std::vector<ComparedWord> compare_words(const FixedContexts& contexts,
                                        const std::array<PartedText, 2>& texts,
                                        std::span<const WordId> words,
                                        const std::stop_token& stop) {
  std::vector<ComparedWord> compared;
  for (std::size_t first = 0; first < words.size(); first += kBatch) {
    const auto some = words.subspan(first, std::min(kBatch, words.size() - first));
    Batch(contexts, texts, some, stop).compare(compared);
  }
  return compared;
}

}  // namespace bsg::comparing
