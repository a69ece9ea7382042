#include "tensors/checksum.h"

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace bsg::tensors {
namespace {

std::string digits_of(XXH64_hash_t hash) {
  return fmt::format("{:0{}x}", hash, kChecksumDigits);
}

}  // namespace

std::string checksum(std::span<const std::byte> bytes) {
  return digits_of(XXH3_64bits(bytes.data(), bytes.size()));
}

struct RunningChecksum::State {
  XXH3_state_t hash;
};

RunningChecksum::RunningChecksum() : state_(std::make_unique<State>()) {
  XXH3_64bits_reset(&state_->hash);
}

RunningChecksum::~RunningChecksum() = default;

void RunningChecksum::add(std::span<const std::byte> bytes) {
  XXH3_64bits_update(&state_->hash, bytes.data(), bytes.size());
}

std::string RunningChecksum::digits() const {
  return digits_of(XXH3_64bits_digest(&state_->hash));
}

}  // namespace bsg::tensors
