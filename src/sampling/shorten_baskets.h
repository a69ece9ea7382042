#pragma once

#include <cstddef>
#include <cstdint>

#include "corpus/encoded_corpus.h"

namespace bsg::sampling {

/// The same baskets, with so many of the items of longer ones, drawn without repeats: the pairs of
/// a basket, which grow with its square, stay bounded. A draw depends on the seed and on the
/// basket's place alone.
corpus::EncodedCorpus shorten_baskets(const corpus::EncodedCorpus& corpus, std::size_t most_items,
                                      std::uint64_t seed);

}  // namespace bsg::sampling
