#pragma once

#include <cstdint>

#include "files/scratch_array.h"

namespace bsg::corpus {

/// The text as ids, words outside the vocabulary removed; sentences without a word left are
/// dropped. Sentence s is ids[sentences[s] … sentences[s + 1]).
struct EncodedCorpus {
  files::ScratchArray<std::uint32_t> ids;
  files::ScratchArray<std::uint64_t> sentences{0};

  /// Nothing will be added any more.
  void finish() {
    ids.finish();
    sentences.finish();
  }

  [[nodiscard]] bool is_file() const { return ids.is_file(); }
  void move_to_file() {
    ids.move_to_file();
    sentences.move_to_file();
  }
};

/// An empty text whose arrays follow the rule each by itself.
inline EncodedCorpus empty_corpus(const files::ScratchRule& rule) {
  EncodedCorpus corpus{files::ScratchArray<std::uint32_t>(rule),
                       files::ScratchArray<std::uint64_t>(rule)};
  corpus.sentences.push_back(0);
  return corpus;
}

}  // namespace bsg::corpus
