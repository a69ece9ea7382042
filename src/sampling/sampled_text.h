#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bsg/options.h"
#include "corpus/encoded_corpus.h"
#include "corpus/vocabulary.h"
#include "kernels/aligned_buffer.h"
#include "random/counter_random.h"

namespace bsg::sampling {

/// A kept token with its window: how many tokens it covers to the left and right, cut at the
/// sentence's ends. Eight bytes, so that a token and its neighbours share a cache line.
struct Token {
  std::uint32_t word;
  std::uint16_t left;
  std::uint16_t right;

  bool operator==(const Token&) const = default;
};

/// T_sub of one iteration, all sentences one after the other.
using SampledText = std::vector<Token, kernels::AlignedAllocator<Token>>;

/// Tokens of the corpus that make a block: some dozens of lines, which are about the same thing
/// where texts are.
inline constexpr std::uint64_t kBlockTokens = 1 << 12;

/// Where blocks of the corpus begin in T_sub, ascending.
using BlockStarts = std::vector<std::uint32_t>;

/// The 64-bit threshold t such that a token is kept when a uniform 32-bit number is below it:
/// p(keep) = sqrt(ρ / f(w)), at most 1 (section 2.2). f = count / total.
std::uint64_t keep_threshold(double rho, std::uint64_t count, std::uint64_t total);

/// Σ count · p(keep): the expected length of T_sub.
double expected_kept(const corpus::Vocabulary& vocabulary, double rho);
/// The same of a text with these counts by word, and the vocabulary's frequencies.
double expected_kept(std::span<const std::uint64_t> counts, const corpus::Vocabulary& vocabulary,
                     double rho);

/// count · p(keep) of each word, which does not ascend where the count does not.
std::vector<double> expected_kept_by_word(const corpus::Vocabulary& vocabulary, double rho);

/// Bytes that a TextSampler and its result take at the most, for `kept` tokens of T_sub.
std::uint64_t sampling_bytes(std::uint64_t sentences, std::uint64_t kept, std::uint64_t tokens,
                             std::size_t words, std::uint32_t threads);

/// Steps 5.1 and, as far as windows go, 5.3 of Figure 1.
class TextSampler {
 public:
  /// The corpus must outlive the sampler. With `sets` the window is the whole sentence; throws
  /// InputError for a set of more than 65,536 items, whose pairs would be billions.
  TextSampler(const corpus::EncodedCorpus& corpus, const corpus::Vocabulary& vocabulary,
              const SamplingOptions& options, double rho, bool sets, std::uint64_t seed);

  /// The same for any number of threads of the current arena. Throws InputError if more than 2^32 -
  /// 1 tokens are kept.
  void sample(std::uint32_t iteration, SampledText& text, BlockStarts& blocks) const;
  void sample(std::uint32_t iteration, SampledText& text) const {
    BlockStarts blocks;
    sample(iteration, text, blocks);
  }

 private:
  struct Chunk;
  [[nodiscard]] std::uint16_t draw_window(std::uint32_t bits) const;
  void sample_chunk(std::uint32_t iteration, std::uint64_t first, Chunk& chunk) const;
  /// Adds the chunks to the text, and their sentence ends and blocks as positions in it.
  static void append(std::span<const Chunk> chunks, SampledText& text,
                     std::vector<std::uint64_t>& ends, BlockStarts& blocks);

  const corpus::EncodedCorpus& corpus_;
  std::vector<std::uint64_t> keep_;  ///< by word
  std::uint32_t window_;             ///< c_max; 0 for sets
  std::uint64_t room_ = 0;           ///< for T_sub
  random::CounterRandom random_;
};

}  // namespace bsg::sampling
