#pragma once

#include <cstdint>
#include <vector>

namespace bsg::corpus {

/// The text as ids, words outside the vocabulary removed; sentences without a word left are
/// dropped. Sentence s is ids[sentences[s] … sentences[s + 1]).
struct EncodedCorpus {
  std::vector<std::uint32_t> ids;
  std::vector<std::uint64_t> sentences{0};
};

}  // namespace bsg::corpus
