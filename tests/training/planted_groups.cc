#include "training/planted_groups.h"

#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "bsg/query.h"

namespace bsg::tests {
namespace {

constexpr int kGroups = 6;
constexpr int kWordsPerGroup = 8;

}  // namespace

std::string planted_groups(int sentences) {
  std::ostringstream text;
  std::uint32_t state = 1;
  const auto random = [&state] { return (state = state * 1664525 + 1013904223) >> 16; };
  for (int s = 0; s < sentences; ++s) {
    const int group = s % kGroups;
    for (int n = 0; n < 7; ++n) {
      if (random() % 5 == 0) {
        text << "shared" << random() % 4 << ' ';
      } else {
        text << 'g' << group << 'w' << random() % kWordsPerGroup << ' ';
      }
    }
    text << '\n';
  }
  return text.str();
}

double recovered(const Model& model) {
  const Query query(model);
  int right = 0;
  for (int group = 0; group < kGroups; ++group) {
    const std::string prefix = fmt::format("g{}", group);
    for (int n = 0; n < kWordsPerGroup; ++n) {
      bool all = true;
      for (const Answer& answer : query.neighbors(fmt::format("{}w{}", prefix, n), 4)) {
        all = all && answer.word.starts_with(prefix);
      }
      right += all;
    }
  }
  return static_cast<double>(right) / (kGroups * kWordsPerGroup);
}

std::string bytes_of(const Model& model, const TemporaryFolder& folder) {
  const std::string path = (folder.path() / "model.bsg").string();
  model.save(path);
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace bsg::tests
