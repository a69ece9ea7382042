#pragma once

#include <cstdint>

#include "bsg/sentences.h"
#include "corpus/encoded_corpus.h"
#include "counting/word_table.h"

namespace bsg {

struct Sentences::Content {
  counting::WordTable words;
  corpus::EncodedCorpus text;  ///< ids are indices of `words`
  std::uint64_t invalid_utf8_sequences = 0;
};

}  // namespace bsg
