// Vectors of other programs: word2vec's text and binary, fastText's, GloVe's.

#include <algorithm>
#include <cmath>

#include "bsg/error.h"
#include "bsg/import.h"
#include "memory_file.h"
#include "reading/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using bsg::fuzz::require;
  const bsg::fuzz::MemoryFile file(data, size);
  try {
    const bsg::Model model = bsg::import_vectors(file.path());
    for (bsg::WordId id = 0; id < model.size(); ++id) {
      require(bsg::reading::valid_utf8_prefix(model.word(id)) == model.word(id).size());
      require(model.find(model.word(id)) == id);
    }
    require(model.means(bsg::Side::target).size() == model.size() * model.dimension());
    require(std::ranges::all_of(model.means(bsg::Side::target),
                                [](float mean) { return std::isfinite(mean); }));
  } catch (const bsg::Error&) {
  }
  return 0;
}
