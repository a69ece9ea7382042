#include "skipgram/pass.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <span>
#include <utility>
#include <vector>

#include "bsg/error.h"
#include "sampling/negative_sampler.h"
#include "skipgram/pair_cursor.h"

namespace bsg::skipgram {
namespace {

/// Pairs that are handed to the kernel at once.
constexpr std::size_t kBatchPairs = 512;

}  // namespace

/// One thread's share of a pass.
class Trainer::Worker {
 public:
  Worker(const Trainer& trainer, std::uint32_t pass, const sampling::SampledText& text, Points& u,
         Points& v)
      : trainer_(trainer),
        pass_(pass),
        text_(text),
        u_(u),
        v_(v),
        width_(1 + std::size_t{trainer.negatives_}),
        centres_(kBatchPairs),
        outputs_(kBatchPairs * width_),
        workspace_(kernels::row_stride(u.dimension())) {}

  void learn(std::size_t chunk) {
    random::RandomSequence bits(trainer_.random_, pass_, chunk);
    const std::size_t first = chunk * kChunkTokens;
    const double share = static_cast<double>(first) / static_cast<double>(text_.size());
    rate_ = static_cast<float>(trainer_.rate_.at(pass_, share));
    const std::size_t last = std::min(first + kChunkTokens, text_.size());
    std::array<PairCursor, kChunkParts> parts = cut(first, last);
    for (bool more = true; more;) {
      more = false;
      for (PairCursor& part : parts) {
        if (part.at_end()) continue;
        add(part.next(), bits);
        more = true;
      }
    }
    flush(bits);
  }

  PassSummary summary;

 private:
  [[nodiscard]] std::array<PairCursor, kChunkParts> cut(std::size_t first, std::size_t last) const {
    const auto part = [&](std::size_t k) {
      const auto border = [&](std::size_t n) { return first + (last - first) * n / kChunkParts; };
      return PairCursor(text_, border(k), border(k + 1));
    };
    return [&]<std::size_t... k>(std::index_sequence<k...>) {
      return std::array{part(k)...};
    }
    (std::make_index_sequence<kChunkParts>());
  }

  void add(Pair pair, random::RandomSequence& bits) {
    centres_[size_] = pair.centre;
    outputs_[size_ * width_] = pair.context;
    if (++size_ == centres_.size()) flush(bits);
  }

  void draw_negatives(random::RandomSequence& bits) {
    for (std::size_t k = 0; k < size_ * width_; k += width_) {
      for (std::size_t n = 1; n < width_; ++n) {
        outputs_[k + n] = trainer_.table_.draw(bits.next());
        summary.negative_pairs += outputs_[k + n] != outputs_[k] ? 1 : 0;
      }
    }
  }

  void flush(random::RandomSequence& bits) {
    draw_negatives(bits);
    const kernels::SkipgramPairs pairs{std::span(centres_).first(size_),
                                       std::span(outputs_).first(size_ * width_),
                                       trainer_.negatives_};
    summary.loss += kernels::skipgram_steps(u_.rows(), v_.rows(), u_.dimension(), pairs, rate_,
                                            workspace_.data());
    summary.positive_pairs += size_;
    size_ = 0;
  }

  const Trainer& trainer_;
  std::uint32_t pass_;
  const sampling::SampledText& text_;
  Points& u_;
  Points& v_;
  float rate_ = 0;
  std::size_t width_;     ///< 1 + N
  std::size_t size_ = 0;  ///< pairs that wait for the kernel
  std::vector<std::uint32_t> centres_;
  std::vector<std::uint32_t> outputs_;  ///< width_ for each pair
  kernels::AlignedBuffer workspace_;
};

Trainer::Trainer(const corpus::Vocabulary& vocabulary, const SamplingOptions& sampling,
                 LearningRate rate, std::uint64_t seed)
    : table_(sampling::negative_weights(vocabulary, sampling.negative_exponent)),
      negatives_(sampling.negatives),
      rate_(rate),
      random_(seed, random::Purpose::negatives) {}

PassSummary Trainer::pass(std::uint32_t number, const sampling::SampledText& text, Points& u,
                          Points& v, const std::stop_token& stop) const {
  const std::size_t chunks = (text.size() + kChunkTokens - 1) / kChunkTokens;
  const auto workers = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  std::vector<PassSummary> shares(workers);
  std::atomic<std::size_t> next = 0;
  tbb::parallel_for(std::size_t{0}, workers, [&](std::size_t index) {
    Worker worker(*this, number, text, u, v);
    while (!stop.stop_requested()) {
      const std::size_t chunk = next.fetch_add(1);
      if (chunk >= chunks) break;
      worker.learn(chunk);
    }
    shares[index] = worker.summary;
  });
  if (stop.stop_requested()) throw Interrupted("interrupted while learning vectors");

  PassSummary all;
  for (const PassSummary& share : shares) {
    all.positive_pairs += share.positive_pairs;
    all.negative_pairs += share.negative_pairs;
    all.loss += share.loss;
  }
  return all;
}

}  // namespace bsg::skipgram
