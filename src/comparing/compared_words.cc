#include "comparing/compared_words.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "folding/fold_targets.h"

namespace bsg::comparing {
namespace {

using folding::density_of;
using folding::FixedContexts;
using inference::LearnedSide;
using sampling::PairRow;
using sampling::PairSums;

/// Words whose rows are in memory at the same time.
constexpr std::size_t kBatch = 512;
/// Estimates of one text start around those of both, so that few rounds do.
constexpr std::uint32_t kRoundsOfOne = 4;

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
        std::span<const WordId> words)
      : contexts_(contexts), words_(words), both_(words.size()) {
    tbb::enumerable_thread_specific<PairSums> sums(contexts.model().size());
    for (const std::size_t text : {0U, 1U}) {
      whole_[text].resize(words.size());
      for (auto& part : parts_[text]) part.resize(words.size());
    }
    tbb::parallel_for(std::size_t{0}, words.size(), [&](std::size_t place) {
      PairSums& local = sums.local();
      std::array<PartRows, 2> rows;
      for (const std::size_t text : {0U, 1U}) {
        texts[text].rows(words[place], local, rows[text]);
        add_all(rows[text], local);
        local.take(whole_[text][place]);
      }
      for (const PartRows& of_text : rows) add_all(of_text, local);
      local.take(both_[place]);
      for (const std::size_t text : {0U, 1U}) {
        for (std::size_t part = 0; part < kParts; ++part) {
          parts_[text][part][place] = std::move(rows[text][part]);
        }
      }
    });
  }

  void compare(const std::stop_token& stop, std::vector<ComparedWord>& compared) const {
    const posterior::OrdinaryPrior prior = prior_around_both(stop);
    std::vector<LearnedSide> wholes;
    std::array<std::vector<LearnedSide>, 2> parts;
    for (const std::size_t text : {0U, 1U}) {
      wholes.push_back(fold(contexts_, whole_[text], prior, kRoundsOfOne, stop));
      for (const std::vector<PairRow>& part : parts_[text]) {
        parts[text].push_back(fold(contexts_, part, prior, kRoundsOfOne, stop));
      }
    }
    for (std::uint32_t place = 0; place < words_.size(); ++place) {
      compared.push_back({.parts = {word_parts(parts[0], place), word_parts(parts[1], place)},
                          .a = density_of(wholes[0], place),
                          .b = density_of(wholes[1], place)});
    }
  }

 private:
  [[nodiscard]] posterior::OrdinaryPrior prior_around_both(const std::stop_token& stop) const {
    const Model& model = contexts_.model();
    posterior::OrdinaryPrior prior = contexts_.prior(words_.size());
    for (std::uint32_t place = 0; place < words_.size(); ++place) {
      prior.guess(model, place, model.word(words_[place]));
    }
    const LearnedSide both = fold(contexts_, both_, prior, folding::kRounds, stop);
    for (std::uint32_t place = 0; place < words_.size(); ++place) {
      prior.centre(place, {both.densities.rows().mean(place), both.densities.dimension()});
    }
    return prior;
  }

  static WordParts word_parts(const std::vector<LearnedSide>& sides, std::uint32_t place) {
    WordParts parts;
    for (std::size_t part = 0; part < kParts; ++part) {
      TargetDensity density = density_of(sides[part], place);
      parts.traces[part] = std::accumulate(density.variance.begin(), density.variance.end(), 0.0);
      parts.means[part] = std::move(density.mean);
    }
    return parts;
  }

  const FixedContexts& contexts_;
  std::span<const WordId> words_;
  std::vector<PairRow> both_;                  ///< by word
  std::array<std::vector<PairRow>, 2> whole_;  ///< by text and word
  std::array<std::array<std::vector<PairRow>, kParts>, 2> parts_;
};

}  // namespace

std::vector<ComparedWord> compare_words(const FixedContexts& contexts,
                                        const std::array<PartedText, 2>& texts,
                                        std::span<const WordId> words,
                                        const std::stop_token& stop) {
  std::vector<ComparedWord> compared;
  for (std::size_t first = 0; first < words.size(); first += kBatch) {
    const auto some = words.subspan(first, std::min(kBatch, words.size() - first));
    Batch(contexts, texts, some).compare(stop, compared);
  }
  return compared;
}

}  // namespace bsg::comparing
