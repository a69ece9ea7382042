#include "skipgram/pass.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "bsg/error.h"
#include "sampling/negative_sampler.h"

namespace bsg::skipgram {
namespace {

/// Tokens that share a sequence of random numbers and a learning rate, and are one piece of work.
constexpr std::size_t kChunkTokens = 256;
/// Outputs that are handed to the kernel at once: they stay in the nearest cache.
constexpr std::size_t kBatchOutputs = 1024;

}  // namespace

/// One thread's share of a pass.
class Trainer::Worker {
 public:
  Worker(const Trainer& trainer, std::uint32_t pass, const sampling::SampledText& text, Points& u,
         Points& v)
      : trainer_(trainer), pass_(pass), text_(text), u_(u), v_(v) {}

  void learn(std::size_t chunk) {
    random::RandomSequence bits(trainer_.random_, pass_, chunk);
    const std::size_t first = chunk * kChunkTokens;
    const double share = static_cast<double>(first) / static_cast<double>(text_.size());
    rate_ = static_cast<float>(trainer_.rate_.at(pass_, share));
    const std::size_t last = std::min(first + kChunkTokens, text_.size());
    for (std::size_t position = first; position < last; ++position) {
      const sampling::Token& token = text_[position];
      for (std::size_t p = position - token.left; p <= position + token.right; ++p) {
        if (p != position) add_pair(token.word, text_[p].word, bits);
      }
    }
    flush();
  }

  PassSummary summary;

 private:
  void add_pair(std::uint32_t centre, std::uint32_t context, random::RandomSequence& bits) {
    centres_.push_back(centre);
    outputs_.push_back(context);
    for (std::uint32_t n = 0; n < trainer_.negatives_; ++n) {
      const std::uint32_t drawn = trainer_.table_.draw(bits.next());
      outputs_.push_back(drawn);
      summary.negative_pairs += drawn != context ? 1 : 0;
    }
    if (outputs_.size() >= kBatchOutputs) flush();
  }

  void flush() {
    summary.loss += kernels::skipgram_steps(u_.rows(), v_.rows(), u_.dimension(),
                                            {centres_, outputs_, trainer_.negatives_}, rate_);
    summary.positive_pairs += centres_.size();
    centres_.clear();
    outputs_.clear();
  }

  const Trainer& trainer_;
  std::uint32_t pass_;
  const sampling::SampledText& text_;
  Points& u_;
  Points& v_;
  float rate_ = 0;
  std::vector<std::uint32_t> centres_;
  std::vector<std::uint32_t> outputs_;
};

Trainer::Trainer(const corpus::Vocabulary& vocabulary, std::uint32_t negatives, LearningRate rate,
                 std::uint64_t seed)
    : table_(sampling::negative_weights(vocabulary)),
      negatives_(negatives),
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
