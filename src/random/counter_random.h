#pragma once

#include <array>
#include <cstdint>

namespace bsg::random {

/// What random numbers are for; each purpose has a sequence of its own.
enum class Purpose : std::uint64_t {
  initial_means = 1,
  tokens = 2,
  negatives = 3,
  probes = 4,
  polya_gamma = 5,
  posterior_draws = 6,
  block_signs = 7,
  held_out_negatives = 9,
  recommendations = 10,
  held_out_items = 11,
  shortened_baskets = 12,
};

/// Random numbers by address: the same seed, purpose and address give the same bits on every thread
/// and machine, in any order of asking (Philox4x64-10).
class CounterRandom {
 public:
  using Block = std::array<std::uint64_t, 4>;

  CounterRandom(std::uint64_t seed, Purpose purpose) : seed_(seed), purpose_(purpose) {}

  /// 256 random bits at (a, b, c).
  [[nodiscard]] Block block(std::uint64_t a, std::uint64_t b, std::uint64_t c) const;

 private:
  std::uint64_t seed_;
  Purpose purpose_;
};

/// The numbers at (a, b, 0), (a, b, 1), …, one after the other.
class RandomSequence {
 public:
  RandomSequence(const CounterRandom& random, std::uint64_t a, std::uint64_t b)
      : random_(random), a_(a), b_(b) {}

  std::uint64_t next() {
    if (used_ == block_.size()) {
      block_ = random_.block(a_, b_, index_++);
      used_ = 0;
    }
    return block_[used_++];
  }

 private:
  const CounterRandom& random_;
  std::uint64_t a_;
  std::uint64_t b_;
  std::uint64_t index_ = 0;
  CounterRandom::Block block_{};
  std::size_t used_ = block_.size();
};

/// Uniform in [0, 1), 53 bits.
constexpr double to_unit(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

/// Uniform in 0 … n - 1, from 32 random bits (bias below n / 2^32).
constexpr std::uint32_t to_below(std::uint32_t bits, std::uint32_t n) {
  return static_cast<std::uint32_t>((std::uint64_t{bits} * n) >> 32);
}

/// Two independent standard normal variables from two random numbers (Box and Muller).
std::array<double, 2> to_normals(std::uint64_t first, std::uint64_t second);

}  // namespace bsg::random
