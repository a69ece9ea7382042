#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "features/word_features.h"

namespace bsg::features {

/// Entries of one row or column: what is on the other side, ascending, and its value.
struct FeatureEntries {
  std::span<const std::uint32_t> ids;
  std::span<const float> values;
};

/// A: words × features, sparse, by word and by feature; a_ig is WordFeature's value. Features that
/// are left out keep their part of a word's unit length: the less of a word is shared with others,
/// the less it is told by what is.
class FeatureMatrix {
 public:
  [[nodiscard]] std::size_t words() const { return by_word_.starts.size() - 1; }
  [[nodiscard]] std::size_t features() const { return names_.size(); }

  [[nodiscard]] FeatureEntries of_word(std::size_t word) const { return by_word_.entries(word); }
  [[nodiscard]] FeatureEntries of_feature(std::size_t feature) const {
    return by_feature_.entries(feature);
  }
  /// Ascending by bytes.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// Σ a² over the features of a word that were left out, on average over the words.
  [[nodiscard]] double left_out() const { return left_out_; }

  /// Bytes that it takes.
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  friend class FeatureRows;

  struct Compressed {
    std::vector<std::uint64_t> starts{0};
    std::vector<std::uint32_t> ids;
    std::vector<float> values;

    [[nodiscard]] FeatureEntries entries(std::size_t row) const {
      const std::size_t count = starts[row + 1] - starts[row];
      return {std::span(ids).subspan(starts[row], count),
              std::span(values).subspan(starts[row], count)};
    }
    [[nodiscard]] std::uint64_t bytes() const;
  };

  static Compressed transposed(const Compressed& rows, std::size_t columns);

  std::vector<std::string> names_;
  double left_out_ = 0;
  Compressed by_word_;
  Compressed by_feature_;
};

/// Features of words, one word after the other, before they become a matrix.
class FeatureRows {
 public:
  /// The next word's.
  void add(std::span<const WordFeature> features);

  /// The matrix, without features that fewer than `least_words` words have.
  [[nodiscard]] FeatureMatrix matrix(std::size_t least_words) const;

 private:
  struct Entry {
    std::uint32_t feature;  ///< by its number
    float value;
    auto operator<=>(const Entry&) const = default;
  };

  /// New numbers of features, by the order of their names; kLeftOut for those that are left out.
  [[nodiscard]] std::vector<std::uint32_t> order(std::size_t least_words,
                                                 std::vector<std::string>& names) const;

  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::uint32_t> words_with_;  ///< by feature
  std::vector<std::uint64_t> starts_{0};   ///< by word
  std::vector<Entry> entries_;
};

}  // namespace bsg::features
