#include "sampling/data_set.h"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "bsg/error.h"

namespace bsg::sampling {
namespace {

/// Pieces that a counting sort is cut into; each holds an array over the vocabulary.
std::size_t sorting_parts(int threads) {
  return static_cast<std::size_t>(std::clamp(threads, 1, 16));
}
std::size_t sorting_parts() {
  return sorting_parts(tbb::this_task_arena::max_concurrency());
}

/// Occurrences between a prefetch and its use: they lie anywhere in the text.
constexpr std::uint64_t kLookAhead = 12;
/// Tokens to each side that a prefetch covers: two cache lines hold the usual windows.
constexpr std::uint32_t kPrefetchReach = 7;

std::uint32_t pairs_of(const Token& token) {
  return std::uint32_t{token.left} + token.right;
}

}  // namespace

DataSet::DataSet(const corpus::EncodedCorpus& corpus, const corpus::Vocabulary& vocabulary,
                 const TrainingOptions& options)
    : vocabulary_size_(vocabulary.size()),
      window_(options.sampling.window),
      negatives_(options.sampling.negatives),
      mode_(options.sampling.negative_mode),
      sets_(options.corpus.is_sets()),
      weights_(corpus, options.corpus, options.sampling, options.pair_weight()),
      sampler_(corpus, vocabulary, options.sampling, options.subsample(), sets_, options.seed),
      negative_sampler_(vocabulary, options.sampling, options.seed),
      signs_(options.seed, random::Purpose::block_signs),
      negative_rows_(vocabulary.size()) {
  negative_columns_.offsets.assign(vocabulary.size() + 1, 0);
}

std::uint64_t DataSet::bytes(std::uint64_t kept, std::uint64_t negatives, std::size_t words,
                             std::uint32_t threads) {
  const std::uint64_t sorting = sorting_parts(static_cast<int>(threads)) * sizeof(std::uint64_t);
  const std::uint64_t tables = 2 * sizeof(double);  // weights and alias table of the negatives
  const std::uint64_t index = 2 * sizeof(std::uint64_t) + sizeof(std::vector<std::uint32_t>);
  std::uint64_t sum =
      (sorting + tables + index) * words + sizeof(std::uint32_t) * (kept + kept / 64);
  if (negatives > 0) {
    const std::uint64_t overhead = 32;  // of a small piece of memory, and room not used
    sum += (overhead + threads * PairCounter::bytes_per_word()) * words;
    sum += sizeof(std::uint32_t) * (2 * negatives + negatives / 12);
  }
  return sum;
}

void DataSet::draw(std::uint32_t iteration, const std::stop_token& stop) {
  sampler_.sample(iteration, text_, blocks_);
  if (stop.stop_requested()) throw Interrupted("interrupted while sampling the text");
  index_occurrences();
  count_positives();
  if (mode_ == NegativeMode::expected) {
    negative_pairs_ = negatives_ * positive_pairs_;
    return;
  }
  draw_negatives(iteration, stop);
  transpose_negatives();
  negative_pairs_ = negative_columns_.values.size();
}

void DataSet::index_occurrences() {
  const std::size_t parts = sorting_parts();
  const std::size_t size = text_.size();
  const auto visit = [&](std::size_t part, auto emit) {
    const std::size_t last = size * (part + 1) / parts;
    for (std::size_t position = size * part / parts; position < last; ++position) {
      emit(text_[position].word, static_cast<std::uint32_t>(position));
    }
  };
  group_by_key(vocabulary_size_, parts, visit, occurrences_);
}

void DataSet::count_positives() {
  struct Sums {
    std::uint64_t pairs = 0, units = 0;
  };
  const auto add = [&](const tbb::blocked_range<std::size_t>& range, Sums sums) {
    for (std::size_t position = range.begin(); position < range.end(); ++position) {
      const std::uint32_t pairs = pairs_of(text_[position]);
      sums.pairs += pairs;
      sums.units += std::uint64_t{pairs} * weights_.units(pairs);
    }
    return sums;
  };
  const auto join = [](const Sums& a, const Sums& b) {
    return Sums{a.pairs + b.pairs, a.units + b.units};
  };
  const Sums sums =
      tbb::parallel_reduce(tbb::blocked_range<std::size_t>(0, text_.size()), Sums{}, add, join);
  positive_pairs_ = sums.pairs;
  positive_weight_ = static_cast<double>(sums.units) * weights_.unit_weight();
}

void DataSet::draw_negatives(std::uint32_t iteration, const std::stop_token& stop) {
  tbb::enumerable_thread_specific<PairCounter> counters(vocabulary_size_);
  const auto draw_of = [&](std::uint32_t word) {
    if (stop.stop_requested()) return;
    std::vector<std::uint32_t>& negatives = negative_rows_[word];
    negatives.clear();
    PairCounter& pairs = counters.local();
    if (negative_sampler_.excludes_positives()) count_contexts(word, pairs);
    const double positives = positives_of(word) / weights_.negative_weight();
    negative_sampler_.draw(iteration, word,
                           static_cast<std::uint64_t>(std::llround(positives * negatives_)), pairs,
                           negatives);
    pairs.reset();
  };
  tbb::parallel_for(std::uint32_t{0}, static_cast<std::uint32_t>(vocabulary_size_), draw_of);
  if (stop.stop_requested()) throw Interrupted("interrupted while drawing negative pairs");
}

void DataSet::transpose_negatives() {
  const std::size_t parts = sorting_parts();
  const auto visit = [&](std::size_t part, auto emit) {
    const std::size_t last = vocabulary_size_ * (part + 1) / parts;
    for (std::size_t word = vocabulary_size_ * part / parts; word < last; ++word) {
      for (const std::uint32_t negative : negative_rows_[word]) {
        emit(negative, static_cast<std::uint32_t>(word));
      }
    }
  };
  group_by_key(vocabulary_size_, parts, visit, negative_columns_);
}

template <class Prefetch, class Visit>
void DataSet::for_each_occurrence(std::uint32_t word, Prefetch prefetch, Visit visit) const {
  const auto& positions = occurrences_.values;
  const std::uint64_t last = occurrences_.offsets[word + 1];
  for (std::uint64_t n = occurrences_.offsets[word]; n < last; ++n) {
    // Beyond the word's last occurrence lie those of the words that are walked next.
    if (n + kLookAhead < positions.size()) prefetch(positions[n + kLookAhead]);
    visit(positions[n]);
  }
}

double DataSet::positives_of(std::uint32_t word) const {
  std::uint64_t units = 0;
  for_each_occurrence(
      word, [this](std::uint32_t position) { __builtin_prefetch(&text_[position]); },
      [&](std::uint32_t position) {
        const std::uint32_t pairs = pairs_of(text_[position]);
        units += std::uint64_t{pairs} * weights_.units(pairs);
      });
  return static_cast<double>(units) * weights_.unit_weight();
}

void DataSet::prefetch_window(std::uint32_t position) const {
  const std::uint32_t reach = std::min(window_, kPrefetchReach);
  const std::size_t last = text_.size() - 1;
  __builtin_prefetch(&text_[position - std::min(reach, position)]);
  __builtin_prefetch(&text_[std::min<std::size_t>(position + reach, last)]);
}

template <class Add>
void DataSet::for_each_context(std::uint32_t word, Add add) const {
  const auto prefetch = [this](std::uint32_t position) { prefetch_window(position); };
  for_each_occurrence(word, prefetch, [&](std::uint32_t position) {
    const Token token = text_[position];
    const std::uint32_t units = weights_.units(pairs_of(token));
    for (std::uint32_t p = position - token.left; p < position; ++p) {
      add(position, text_[p].word, units);
    }
    for (std::uint32_t p = position + 1; p <= position + token.right; ++p) {
      add(position, text_[p].word, units);
    }
  });
}

void DataSet::count_contexts(std::uint32_t word, PairCounter& pairs) const {
  for_each_context(word, [&](std::uint32_t, std::uint32_t id, std::uint32_t units) {
    pairs.add_positive(id, units);
  });
}

void DataSet::signed_row(std::uint32_t word, PairCounter& scratch, PairRow& pairs) const {
  auto block = blocks_.begin();  // the one after that of the occurrence at hand
  bool is_positive = true;
  for_each_context(word, [&](std::uint32_t position, std::uint32_t id, std::uint32_t units) {
    if (block == blocks_.begin() || (block != blocks_.end() && *block <= position)) {
      block = std::upper_bound(block, blocks_.end(), position);
      const auto number = static_cast<std::uint64_t>(block - blocks_.begin());
      is_positive = (signs_.block(number, 0, 0).front() & 1) != 0;
    }
    if (is_positive) {
      scratch.add_positive(id, units);
    } else {
      scratch.add_negative(id, units);
    }
  });
  const auto weight = static_cast<float>(weights_.unit_weight());
  scratch.take(pairs, weight, weight);
}

void DataSet::count_centres(std::uint32_t word, PairCounter& pairs) const {
  const auto size = static_cast<std::uint32_t>(text_.size());
  const auto prefetch = [this](std::uint32_t position) { prefetch_window(position); };
  for_each_occurrence(word, prefetch, [&](std::uint32_t position) {
    const std::uint32_t left = std::min(window_, position);
    const std::uint32_t right = std::min(window_, size - 1 - position);
    for (std::uint32_t distance = left; distance > 0; --distance) {
      const Token centre = text_[position - distance];
      if (centre.right >= distance) pairs.add_positive(centre.word);
    }
    for (std::uint32_t distance = 1; distance <= right; ++distance) {
      const Token centre = text_[position + distance];
      if (centre.left >= distance) pairs.add_positive(centre.word);
    }
  });
}

void DataSet::take(PairCounter& scratch, PairRow& pairs) const {
  scratch.take(pairs, static_cast<float>(weights_.unit_weight()),
               static_cast<float>(weights_.negative_weight()));
}

void DataSet::row(std::uint32_t word, PairCounter& scratch, PairRow& pairs) const {
  count_contexts(word, scratch);
  for (const std::uint32_t negative : negative_rows_[word]) scratch.add_negative(negative);
  take(scratch, pairs);
}

void DataSet::column(std::uint32_t word, PairCounter& scratch, PairRow& pairs) const {
  // In a set every item is in the window of every other: centres and contexts are the same.
  if (sets_) {
    count_contexts(word, scratch);
  } else {
    count_centres(word, scratch);
  }
  for (const std::uint32_t centre : negative_columns_[word]) scratch.add_negative(centre);
  take(scratch, pairs);
}

}  // namespace bsg::sampling
