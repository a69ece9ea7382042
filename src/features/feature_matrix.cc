#include "features/feature_matrix.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace bsg::features {
namespace {

constexpr std::uint32_t kLeftOut = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::uint64_t FeatureMatrix::Compressed::bytes() const {
  return sizeof(std::uint64_t) * starts.size() +
         (sizeof(std::uint32_t) + sizeof(float)) * ids.size();
}

std::uint64_t FeatureMatrix::bytes() const {
  std::uint64_t names = 0;
  for (const std::string& name : names_) names += sizeof(std::string) + name.size();
  return names + by_word_.bytes() + by_feature_.bytes();
}

FeatureMatrix::Compressed FeatureMatrix::transposed(const Compressed& rows, std::size_t columns) {
  Compressed result;
  result.starts.assign(columns + 1, 0);
  for (const std::uint32_t column : rows.ids) ++result.starts[column + 1];
  for (std::size_t c = 0; c < columns; ++c) result.starts[c + 1] += result.starts[c];
  result.ids.resize(rows.ids.size());
  result.values.resize(rows.ids.size());
  std::vector<std::uint64_t> next(result.starts.begin(), result.starts.end() - 1);
  for (std::size_t row = 0; row + 1 < rows.starts.size(); ++row) {
    const FeatureEntries entries = rows.entries(row);
    for (std::size_t e = 0; e < entries.ids.size(); ++e) {
      const std::uint64_t at = next[entries.ids[e]]++;
      result.ids[at] = static_cast<std::uint32_t>(row);
      result.values[at] = entries.values[e];
    }
  }
  return result;
}

void FeatureRows::add(std::span<const WordFeature> features) {
  for (const auto& [name, value] : features) {
    const auto [found, is_new] =
        numbers_.try_emplace(name, static_cast<std::uint32_t>(numbers_.size()));
    if (is_new) words_with_.push_back(0);
    ++words_with_[found->second];
    entries_.push_back({found->second, value});
  }
  starts_.push_back(entries_.size());
}

std::vector<std::uint32_t> FeatureRows::order(std::size_t least_words,
                                              std::vector<std::string>& names) const {
  std::vector<std::pair<std::string_view, std::uint32_t>> kept;
  for (const auto& [name, number] : numbers_) {
    if (words_with_[number] >= least_words) kept.emplace_back(name, number);
  }
  std::ranges::sort(kept);
  std::vector<std::uint32_t> places(numbers_.size(), kLeftOut);
  for (const auto& [name, number] : kept) {
    places[number] = static_cast<std::uint32_t>(names.size());
    names.emplace_back(name);
  }
  return places;
}

FeatureMatrix FeatureRows::matrix(std::size_t least_words) const {
  FeatureMatrix matrix;
  const std::vector<std::uint32_t> places = order(least_words, matrix.names_);
  FeatureMatrix::Compressed& rows = matrix.by_word_;
  double left_out = 0;
  for (std::size_t word = 0; word + 1 < starts_.size(); ++word) {
    std::vector<Entry> row;
    for (std::uint64_t e = starts_[word]; e < starts_[word + 1]; ++e) {
      const std::uint32_t place = places[entries_[e].feature];
      const float value = entries_[e].value;
      if (place != kLeftOut) {
        row.push_back({place, value});
      } else {
        left_out += double{value} * double{value};
      }
    }
    std::ranges::sort(row);
    for (const auto& [feature, value] : row) {
      rows.ids.push_back(feature);
      rows.values.push_back(value);
    }
    rows.starts.push_back(rows.ids.size());
  }
  if (matrix.words() > 0) matrix.left_out_ = left_out / static_cast<double>(matrix.words());
  matrix.by_feature_ = FeatureMatrix::transposed(rows, matrix.names_.size());
  return matrix;
}

}  // namespace bsg::features
