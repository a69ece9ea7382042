#include "sampling/sampled_text.h"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bsg/error.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::sampling {
namespace {

/// Tokens of the corpus that are sampled as one piece of work.
constexpr std::uint64_t kChunkTokens = 1 << 16;

/// Chunks for each thread that are sampled before they are added to the text: no more are in
/// memory beside it.
constexpr std::uint64_t kChunksAtOnce = 16;

/// Random numbers of neighbouring tokens come from one block.
constexpr std::uint64_t kTokensPerBlock = random::CounterRandom::Block{}.size();

/// Reach of a window without bounds; a set must not be larger than it covers.
constexpr std::uint16_t kWholeSentence = std::numeric_limits<std::uint16_t>::max();

/// Where sentence ends lie in a text, as positions in ascending order, the last one its length.
using Ends = std::vector<std::uint64_t>;

/// Cuts the windows of tokens [first, last) at the ends of their sentences.
void clip_windows(const Ends& ends, std::uint64_t first, std::uint64_t last, SampledText& text) {
  auto end = std::upper_bound(ends.begin(), ends.end(), first);
  std::uint64_t begin = end == ends.begin() ? 0 : *(end - 1);
  for (std::uint64_t position = first; position < last; ++position) {
    while (*end <= position) begin = *end++;
    Token& token = text[position];
    token.left = static_cast<std::uint16_t>(std::min<std::uint64_t>(token.left, position - begin));
    token.right =
        static_cast<std::uint16_t>(std::min<std::uint64_t>(token.right, *end - 1 - position));
  }
}

void refuse_huge_sets(const corpus::EncodedCorpus& corpus) {
  for (std::size_t s = 0; s + 1 < corpus.sentences.size(); ++s) {
    const std::uint64_t size = corpus.sentences[s + 1] - corpus.sentences[s];
    if (size > std::uint64_t{kWholeSentence} + 1) {
      throw InputError(fmt::format(
          "basket {} (of those with an item in the vocabulary) has {} items, which makes {} pairs; "
          "baskets of up to {} items can be learned: "
          "leave it out or split it",
          s + 1, size, size * (size - 1), std::uint64_t{kWholeSentence} + 1));
    }
  }
}

/// Room for a text of about this length: it varies by far less.
std::uint64_t with_slack(std::uint64_t size) {
  return size + size / 64 + 4096;
}

template <class Body>
void for_each_chunk(std::uint64_t size, Body body) {
  const std::uint64_t chunks = (size + kChunkTokens - 1) / kChunkTokens;
  tbb::parallel_for(std::uint64_t{0}, chunks, [&](std::uint64_t chunk) {
    const std::uint64_t first = chunk * kChunkTokens;
    body(chunk, first, std::min(first + kChunkTokens, size));
  });
}

}  // namespace

struct TextSampler::Chunk {
  std::vector<Token> tokens;
  std::vector<std::uint32_t> sentence_ends;  ///< as positions in tokens
  std::vector<std::uint32_t> block_starts;   ///< likewise

  void clear() {
    tokens.clear();
    sentence_ends.clear();
    block_starts.clear();
  }
};

std::uint64_t keep_threshold(double rho, std::uint64_t count, std::uint64_t total) {
  constexpr std::uint64_t always = std::uint64_t{1} << 32;
  if (count == 0) return always;
  const double frequency = static_cast<double>(count) / static_cast<double>(total);
  const double probability = std::sqrt(rho / frequency);
  return probability >= 1 ? always : static_cast<std::uint64_t>(std::llround(probability * 0x1p32));
}

std::vector<double> expected_kept_by_word(const corpus::Vocabulary& vocabulary, double rho) {
  std::vector<double> kept(vocabulary.size());
  for (std::uint32_t word = 0; word < kept.size(); ++word) {
    const std::uint64_t count = vocabulary.count(word);
    const std::uint64_t threshold = keep_threshold(rho, count, vocabulary.total());
    kept[word] = static_cast<double>(count) * static_cast<double>(threshold) * 0x1p-32;
  }
  return kept;
}

double expected_kept(std::span<const std::uint64_t> counts, const corpus::Vocabulary& vocabulary,
                     double rho) {
  double sum = 0;
  for (std::uint32_t word = 0; word < vocabulary.size(); ++word) {
    const std::uint64_t threshold = keep_threshold(rho, vocabulary.count(word), vocabulary.total());
    sum += static_cast<double>(counts[word]) * static_cast<double>(threshold) * 0x1p-32;
  }
  return sum;
}

double expected_kept(const corpus::Vocabulary& vocabulary, double rho) {
  std::vector<std::uint64_t> counts;
  for (std::uint32_t word = 0; word < vocabulary.size(); ++word) {
    counts.push_back(vocabulary.count(word));
  }
  return expected_kept(counts, vocabulary, rho);
}

std::uint64_t sampling_bytes(std::uint64_t sentences, std::uint64_t kept, std::uint64_t tokens,
                             std::size_t words, std::uint32_t threads) {
  const std::uint64_t at_once = std::min(tokens, kChunksAtOnce * threads * kChunkTokens);
  const std::uint64_t most = std::max({tokens, kept, std::uint64_t{1}});
  const double kept_share = static_cast<double>(kept) / static_cast<double>(most);
  // A chunk's vector grows by doubling.
  const double chunks = 2 * sizeof(Token) * kept_share * static_cast<double>(at_once);
  return sizeof(Token) * with_slack(kept) + sizeof(std::uint64_t) * (sentences + words) +
         static_cast<std::uint64_t>(chunks);
}

TextSampler::TextSampler(const corpus::EncodedCorpus& corpus, const corpus::Vocabulary& vocabulary,
                         const SamplingOptions& options, double rho, bool sets, std::uint64_t seed)
    : corpus_(corpus),
      keep_(vocabulary.size()),
      window_(sets ? 0 : options.window),
      random_(seed, random::Purpose::tokens) {
  if (sets) refuse_huge_sets(corpus);
  for (std::uint32_t word = 0; word < keep_.size(); ++word) {
    keep_[word] = keep_threshold(rho, vocabulary.count(word), vocabulary.total());
  }
  const double share =
      static_cast<double>(corpus.ids.size()) / static_cast<double>(vocabulary.total());
  const double expected = std::min(share * expected_kept(vocabulary, rho), 0x1p32);
  room_ = with_slack(static_cast<std::uint64_t>(expected));
}

std::uint16_t TextSampler::draw_window(std::uint32_t bits) const {
  if (window_ == 0) return kWholeSentence;
  return static_cast<std::uint16_t>(1 + random::to_below(bits, window_));
}

void TextSampler::sample_chunk(std::uint32_t iteration, std::uint64_t first, Chunk& chunk) const {
  const std::uint64_t last = std::min<std::uint64_t>(first + kChunkTokens, corpus_.ids.size());
  auto end = std::upper_bound(corpus_.sentences.begin(), corpus_.sentences.end(), first);
  random::CounterRandom::Block block{};
  for (std::uint64_t position = first; position < last; ++position) {
    // Low 32 bits decide whether the token is kept, high 32 bits how far its window reaches.
    if (position % kTokensPerBlock == 0)
      block = random_.block(iteration, 0, position / kTokensPerBlock);
    if (position % kBlockTokens == 0) {
      chunk.block_starts.push_back(static_cast<std::uint32_t>(chunk.tokens.size()));
    }
    const std::uint64_t bits = block[position % kTokensPerBlock];
    const std::uint32_t word = corpus_.ids[position];
    if (static_cast<std::uint32_t>(bits) < keep_[word]) {
      const std::uint16_t window = draw_window(static_cast<std::uint32_t>(bits >> 32));
      chunk.tokens.push_back({word, window, window});
    }
    while (end != corpus_.sentences.end() && *end == position + 1) {
      chunk.sentence_ends.push_back(static_cast<std::uint32_t>(chunk.tokens.size()));
      ++end;
    }
  }
}

void TextSampler::sample(std::uint32_t iteration, SampledText& text, BlockStarts& blocks) const {
  static_assert(kChunkTokens % kTokensPerBlock == 0 && kChunkTokens % kBlockTokens == 0);
  text.clear();
  blocks.clear();
  if (text.capacity() < room_) {
    text = SampledText();
    text.reserve(room_);
  }
  Ends ends;
  ends.reserve(corpus_.sentences.size());
  const std::uint64_t size = corpus_.ids.size();
  const auto threads = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
  const std::uint64_t step = kChunksAtOnce * threads * kChunkTokens;
  std::vector<Chunk> chunks(std::min(kChunksAtOnce * threads, size / kChunkTokens + 1));
  for (std::uint64_t first = 0; first < size; first += step) {
    const std::uint64_t length = std::min(step, size - first);
    std::ranges::for_each(chunks, &Chunk::clear);
    for_each_chunk(length, [&](std::uint64_t index, std::uint64_t begin, std::uint64_t) {
      sample_chunk(iteration, first + begin, chunks[index]);
    });
    append(chunks, text, ends, blocks);
  }
  for_each_chunk(text.size(), [&](std::uint64_t, std::uint64_t first, std::uint64_t last) {
    clip_windows(ends, first, last, text);
  });
}

void TextSampler::append(std::span<const Chunk> chunks, SampledText& text,
                         std::vector<std::uint64_t>& ends, BlockStarts& blocks) {
  std::vector<std::uint64_t> offsets{text.size()};
  for (const Chunk& chunk : chunks) {
    for (const std::uint32_t end : chunk.sentence_ends) ends.push_back(offsets.back() + end);
    for (const std::uint32_t start : chunk.block_starts) {
      blocks.push_back(static_cast<std::uint32_t>(offsets.back()) + start);
    }
    offsets.push_back(offsets.back() + chunk.tokens.size());
  }
  if (offsets.back() > std::numeric_limits<std::uint32_t>::max()) {
    throw InputError(wording::compose(
        "{} tokens or more are left after subsampling, more than an iteration can hold "
        "(4294967295); use a smaller {}",
        offsets.back(), wording::option("subsample")));
  }
  text.resize(offsets.back());
  tbb::parallel_for(std::size_t{0}, chunks.size(), [&](std::size_t index) {
    std::ranges::copy(chunks[index].tokens,
                      text.begin() + static_cast<std::ptrdiff_t>(offsets[index]));
  });
}

}  // namespace bsg::sampling
