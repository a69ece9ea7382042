#include "counting/word_slots.h"

#include <algorithm>
#include <bit>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace bsg::counting {
namespace {

constexpr std::size_t kFewestSlots = 1024;

}  // namespace

HashedWord hashed(std::string_view word) {
  return {word, XXH3_64bits(word.data(), word.size())};
}

std::size_t WordSlots::needed(std::uint64_t words) {
  return std::max(kFewestSlots, std::bit_ceil(2 * words));
}

void WordSlots::reset(std::size_t slots) {
  slots_ = std::vector<Slot>();
  slots_.assign(slots, {kFree, 0});
}

void WordSlots::clear() {
  std::fill(slots_.begin(), slots_.end(), Slot{kFree, 0});
}

}  // namespace bsg::counting
