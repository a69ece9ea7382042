#include "training/update_start.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "bsg/error.h"
#include "inference/prior_densities.h"
#include "kernels/aligned_buffer.h"
#include "kernels/row_layout.h"
#include "posterior/update_prior.h"

namespace bsg::training {
namespace {

using inference::LearnedSide;
using inference::WordSelection;
using posterior::kNewWord;
using posterior::OrdinaryPrior;

/// By word, its id in the old posterior, or kNewWord.
std::shared_ptr<const std::vector<WordId>> known_ids(const UpdateStart& start) {
  std::vector<WordId> ids = *start.words.in_model;
  for (WordId& id : ids) {
    if (id != kNewWord && id >= start.old->words()) id = kNewWord;
  }
  return std::make_shared<const std::vector<WordId>>(std::move(ids));
}

/// The words that need an ordinary prior of their own have it from spelling, or from the model.
void fill(OrdinaryPrior& prior, const UpdateStart& start, const corpus::Vocabulary& vocabulary) {
  const std::vector<WordId>& ids = *start.words.in_model;
  for (std::uint32_t word = 0; word < ids.size(); ++word) {
    if (ids[word] != kNewWord && ids[word] >= start.old->words()) {
      prior.take(start.model, word, ids[word]);
    } else if (ids[word] == kNewWord || start.forget > 0) {
      prior.guess(start.model, word, vocabulary.word(word));
    }
  }
}

}  // namespace

UpdateStart::UpdateStart(Model base, std::shared_ptr<const posterior::OldPosterior> of_base,
                         const UpdateWords& update_words, const TrainingOptions& options)
    : words(update_words),
      model(std::move(base)),
      old(std::move(of_base)),
      axes(old->axes()),
      new_axes(options.update.new_axes),
      drawn_negatives(options.sampling.negative_mode == NegativeMode::sampled),
      forget(options.update.forget),
      seed(options.seed) {}

bool UpdateStart::in_axes_of_training() const {
  return std::ranges::equal(model.axes(Side::target), inference::axes_of(axes, Side::target));
}

WordSelection UpdateStart::updated(Side side) const {
  const bool all = forget > 0 || (drawn_negatives && side == Side::context);
  if (all) return inference::all_words(words.in_model->size());
  return std::span<const std::uint32_t>(words.in_text);
}

std::vector<std::uint32_t> UpdateStart::untouched(Side side) const {
  std::vector<std::uint32_t> rest;
  if (updated(side).size() == words.in_model->size()) return rest;
  auto next = words.in_text.begin();
  for (std::uint32_t word = 0; word < words.in_model->size(); ++word) {
    if (next != words.in_text.end() && *next == word) {
      ++next;
    } else {
      rest.push_back(word);
    }
  }
  return rest;
}

OrdinaryPrior ordinary_prior(const UpdateStart& start, Side side,
                             const corpus::Vocabulary& vocabulary) {
  OrdinaryPrior ordinary(start.model, side, start.axes, vocabulary.size());
  if (side == Side::target) fill(ordinary, start, vocabulary);
  return ordinary;
}

LearnedSide side_before_text(const UpdateStart& start, Side side,
                             const corpus::Vocabulary& vocabulary, const std::stop_token& stop) {
  const OrdinaryPrior ordinary = ordinary_prior(start, side, vocabulary);
  const std::shared_ptr<const std::vector<WordId>> ids = known_ids(start);
  const auto prior = [&](double forget) {
    return inference::Prior::of(
        std::make_shared<posterior::UpdatePrior>(side, start.old, ids, ordinary, forget),
        ordinary.precision());
  };
  LearnedSide learned(side, vocabulary.size(), start.model.dimension(), prior(0));
  inference::start_at_prior(learned, learned.owned, stop);
  inference::move_from_zero(learned.densities, side, start.seed);
  learned.prior = prior(start.forget);
  return learned;
}

void take_prior(LearnedSide& side, std::span<const std::uint32_t> words,
                const std::stop_token& stop) {
  const std::size_t m = side.densities.dimension(), stride = kernels::row_stride(m);
  side.natural.allocate_precision();
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, words.size()), [&](const auto& part) {
    kernels::AlignedBuffer sums(m * stride), diagonal(stride), workspace;
    for (std::size_t place = part.begin(); place < part.end(); ++place) {
      if (stop.stop_requested()) return;
      const std::uint32_t word = words[place];
      std::fill_n(sums.data(), sums.size(), 0.0F);
      std::fill_n(diagonal.data(), diagonal.size(), 0.0F);
      std::fill_n(side.natural.r(word), m, 0.0F);
      side.prior.add(word, {m, stride, sums.data(), diagonal.data(), side.natural.r(word)},
                     workspace);
      float* packed = side.natural.precision(word);
      for (std::size_t row = 0; row < m; ++row) {
        sums[row * stride + row] += diagonal[row];
        packed = std::copy_n(&sums[row * stride + row], m - row, packed);
      }
    }
  });
  if (stop.stop_requested()) throw Interrupted("interrupted while taking over the posterior");
}

}  // namespace bsg::training
