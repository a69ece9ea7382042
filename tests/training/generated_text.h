#pragma once

#include <cstdint>
#include <vector>

#include "corpus/encoded_corpus.h"
#include "corpus/vocabulary.h"
#include "sampling/data_set.h"
#include "training/figure_one_reference.h"

namespace bsg::tests {

struct GeneratedTextOptions {
  std::uint32_t words = 20;
  std::uint32_t sentences = 40;
  std::uint32_t longest_sentence = 9;
  bool sets = false;  ///< every word at most once in a sentence
  std::uint64_t seed = 1;
};

/// A text as the reading stage would hand it to training: ids by descending count.
struct GeneratedText {
  corpus::Vocabulary vocabulary;
  corpus::EncodedCorpus corpus;
};

/// Words of two kinds, each sentence mostly of one, low numbers far more frequent than high ones.
GeneratedText generate_text(const GeneratedTextOptions& options);

/// The multiset I_D of the iteration that was drawn last: rows of counts taken apart into tuples.
std::vector<Tuple> list_tuples(const sampling::DataSet& data, std::size_t words);

}  // namespace bsg::tests
