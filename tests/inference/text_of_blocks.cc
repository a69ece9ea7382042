#include "inference/text_of_blocks.h"

namespace bsg::tests {
namespace {

void append(sampling::PairRow& row, std::uint32_t id, int count, int pull) {
  row.ids.push_back(id);
  row.counts.push_back(static_cast<float>(count));
  row.pulls.push_back(static_cast<float>(pull));
}

}  // namespace

Partners TextOfBlocks::all_positives(std::size_t word) const {
  Partners all;
  for (const Partners& block : positives[word]) {
    for (const auto& [id, times] : block) all[id] += times;
  }
  return all;
}

TextOfBlocks random_text(std::uint32_t words, std::size_t blocks, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<std::uint32_t> positive(0, words / 2 - 1);
  std::uniform_int_distribution<std::uint32_t> negative(words / 2, words - 1);
  TextOfBlocks text{{words, std::vector<Partners>(blocks)}, std::vector<Partners>(words)};
  for (std::uint32_t word = 0; word + 1 < words; ++word) {
    for (std::size_t block = 0; block < (word + 2 == words ? 1 : blocks); ++block) {
      for (std::uint32_t pair = 0; pair < 2 + words / (word + 1); ++pair) {
        ++text.positives[word][block][positive(random)];
      }
    }
    for (int pair = 0; pair < 40; ++pair) ++text.negatives[word][negative(random)];
  }
  return text;
}

TextOfBlocks drawn_text(const std::vector<std::vector<double>>& weights, std::size_t blocks,
                        unsigned seed) {
  const std::size_t words = weights.size();
  std::mt19937 random(seed);
  TextOfBlocks text{{words, std::vector<Partners>(blocks)}, std::vector<Partners>(words)};
  for (std::size_t word = 0; word < words; ++word) {
    std::discrete_distribution<std::uint32_t> context(weights[word].begin(), weights[word].end());
    for (Partners& block : text.positives[word]) {
      for (int pair = 0; pair < 3; ++pair) ++block[context(random)];
    }
  }
  return text;
}

inference::PairSource positive_rows(const TextOfBlocks& text) {
  return [&text](auto word, auto& /*scratch*/, auto& row) {
    row = {};
    for (const auto& [id, times] : text.all_positives(word)) append(row, id, times, times);
  };
}

inference::PairSource all_rows(const TextOfBlocks& text) {
  return [&text](auto word, auto& /*scratch*/, auto& row) {
    Partners counts = text.all_positives(word), pulls = counts;
    for (const auto& [id, times] : text.negatives[word]) {
      counts[id] += times;
      pulls[id] -= times;
    }
    row = {};
    for (const auto& [id, times] : counts) append(row, id, times, pulls[id]);
  };
}

inference::PairSource signed_rows(const TextOfBlocks& text, const Signs& signs) {
  return [&text, signs](auto word, auto& /*scratch*/, auto& row) {
    Partners pulls;
    for (std::size_t block = 0; block < signs.size(); ++block) {
      for (const auto& [id, times] : text.positives[word][block]) pulls[id] += signs[block] * times;
    }
    row = {};
    for (const auto& [id, times] : text.all_positives(word)) append(row, id, times, pulls[id]);
  };
}

Signs random_signs(std::size_t blocks, std::mt19937& random) {
  Signs signs(blocks);
  for (int& sign : signs) sign = random() % 2 == 0 ? 1 : -1;
  return signs;
}

}  // namespace bsg::tests
