// Sets of word similarities and of analogies, and test baskets.

#include <algorithm>
#include <cmath>

#include "bsg/error.h"
#include "bsg/evaluate.h"
#include "bsg/split.h"
#include "memory_file.h"

namespace bsg::fuzz {
namespace {

void read_similarities(const std::filesystem::path& path) {
  try {
    for (const RatedPair& pair : read_similarity_set(path).pairs) {
      require(!pair.first.empty() && !pair.second.empty() && std::isfinite(pair.rating));
    }
  } catch (const Error&) {
  }
}

void read_analogies(const std::filesystem::path& path) {
  try {
    for (const AnalogyGroup& group : read_analogy_set(path).groups) {
      for (const auto& [a, b, c, d] : group.questions) {
        require(!a.empty() && !b.empty() && !c.empty() && !d.empty());
      }
    }
  } catch (const Error&) {
  }
}

void read_baskets_of_tests(const std::filesystem::path& path) {
  try {
    for (const auto& [known, held_out] : read_test_baskets(path)) {
      require(!held_out.empty());
      for (const std::string& item : held_out) {
        require(!item.empty() && std::ranges::find(known, item) == known.end());
      }
    }
  } catch (const Error&) {
  }
}

}  // namespace
}  // namespace bsg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const bsg::fuzz::MemoryFile file(data, size);
  bsg::fuzz::read_similarities(file.path());
  bsg::fuzz::read_analogies(file.path());
  bsg::fuzz::read_baskets_of_tests(file.path());
  return 0;
}
