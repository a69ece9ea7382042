#include "training/model_words.h"

namespace bsg::training {

ModelData model_of_words(const corpus::Vocabulary& vocabulary) {
  ModelData data;
  for (std::uint32_t word = 0; word < vocabulary.size(); ++word) {
    data.words.emplace_back(vocabulary.word(word));
    data.counts.push_back(vocabulary.count(word));
  }
  return data;
}

}  // namespace bsg::training
