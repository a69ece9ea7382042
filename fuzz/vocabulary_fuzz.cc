// Lists of words with or without counts. What is accepted is written and read again the same.

#include "bsg/error.h"
#include "corpus/vocabulary.h"
#include "memory_file.h"

namespace bsg::fuzz {
namespace {

void check_same(const corpus::Vocabulary& one, const corpus::Vocabulary& other) {
  require(one.size() == other.size() && one.total() == other.total());
  require(one.has_counts() == other.has_counts());
  for (std::uint32_t id = 0; id < one.size(); ++id) {
    require(one.word(id) == other.word(id) && one.count(id) == other.count(id));
  }
}

}  // namespace
}  // namespace bsg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const bsg::fuzz::MemoryFile file(data, size);
  try {
    const auto vocabulary = bsg::corpus::Vocabulary::read(file.path());
    const bsg::fuzz::MemoryFile written(nullptr, 0);
    vocabulary.write(written.path());
    bsg::fuzz::check_same(vocabulary, bsg::corpus::Vocabulary::read(written.path()));
  } catch (const bsg::Error&) {
  }
  return 0;
}
