#include "comparing/drawn_word.h"

#include <utility>

namespace bsg::tests {

using comparing::kParts;

DrawnWord::DrawnWord(std::mt19937_64& random, const std::vector<float>& a,
                     const std::vector<float>& b, float spread, float told) {
  std::normal_distribution<float> noise(0, spread);
  for (std::size_t text = 0; text < 2; ++text) {
    const std::vector<float>& mean = text == 0 ? a : b;
    for (std::size_t part = 0; part < kParts; ++part) {
      std::vector<float>& drawn = parts_[text].means[part];
      for (const float value : mean) drawn.push_back(value + noise(random));
      parts_[text].traces[part] = double{told} * static_cast<double>(mean.size());
    }
  }
  average();
}

DrawnWord::DrawnWord(comparing::WordParts a, comparing::WordParts b)
    : parts_{std::move(a), std::move(b)} {
  average();
}

comparing::PartProducts DrawnWord::products() const {
  return comparing::multiply_parts(parts_[0], parts_[1]);
}

comparing::ComparedWord DrawnWord::word() const {
  return {.parts = parts_, .a = {whole_[0], whole_[0]}, .b = {whole_[1], whole_[1]}};
}

void DrawnWord::average() {
  for (std::size_t text = 0; text < 2; ++text) {
    whole_[text].resize(parts_[text].means.front().size());
    for (const auto& drawn : parts_[text].means) {
      for (std::size_t k = 0; k < drawn.size(); ++k) whole_[text][k] += drawn[k] / kParts;
    }
  }
}

}  // namespace bsg::tests
