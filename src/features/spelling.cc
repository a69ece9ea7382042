#include "features/spelling.h"

#include <algorithm>
#include <string>
#include <vector>

namespace bsg::features {
namespace {

bool starts_code_point(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

/// Where code points start, and the end of the text.
std::vector<std::size_t> code_points(std::string_view text) {
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (starts_code_point(text[at])) starts.push_back(at);
  }
  starts.push_back(text.size());
  return starts;
}

}  // namespace

void visit_ngrams(std::string_view word, NgramSizes sizes,
                  const std::function<void(const Ngram&)>& visit) {
  std::string marked = "<";
  marked.append(word).push_back('>');
  const std::vector<std::size_t> starts = code_points(marked);
  const std::size_t points = starts.size() - 1;
  for (std::size_t first = 0; first < points; ++first) {
    const std::size_t longest = std::min(sizes.longest, points - first);
    for (std::size_t size = sizes.shortest; size <= longest; ++size) {
      const bool only_a_mark = size == 1 && (first == 0 || first + 1 == points);
      if (only_a_mark) continue;
      const std::size_t begin = starts[first];
      visit({.text = std::string_view(marked).substr(begin, starts[first + size] - begin),
             .length = size,
             .first = first == 0});
    }
  }
}

}  // namespace bsg::features
