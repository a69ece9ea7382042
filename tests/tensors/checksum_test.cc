#include "tensors/checksum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>

namespace bsg::tensors {
namespace {

TEST(RunningChecksumOf, IsThatOfAllPiecesTogether) {
  std::string text;
  for (int k = 0; k < 5000; ++k) text += std::to_string(k * k);
  const auto bytes = std::as_bytes(std::span(text));
  for (const std::size_t piece : {1U, 7U, 64U, 1000U, 100000U}) {
    RunningChecksum running;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      running.add(bytes.subspan(at, std::min(piece, bytes.size() - at)));
    }
    EXPECT_EQ(running.digits(), checksum(bytes)) << piece;
  }
  EXPECT_EQ(RunningChecksum().digits(), checksum({}));
}

}  // namespace
}  // namespace bsg::tensors
