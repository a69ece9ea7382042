#include "comparing/parted_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "smallest_model.h"

namespace bsg::comparing {
namespace {

/// A model of a text, and the text in its ids.
class TextAndModel {
 public:
  explicit TextAndModel(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    TrainingOptions options;
    options.inference.dimension = 2;
    options.inference.iterations = 2;
    options.inference.burn_in = 1;
    options.sampling.subsample = 1;
    options.vocabulary.min_count = 1;
    const std::vector<std::string> texts{folder_.write("text", text)};
    model_ = train({.texts = texts}, options).model;
    const auto none = [](std::string_view, std::uint64_t) { return false; };
    text_ = folding::read_text(model_, options.corpus, {texts, nullptr}, none, {});
  }

  [[nodiscard]] PartRows rows(const std::string& word) const {
    const folding::FixedContexts contexts(model_);
    sampling::PairSums scratch(model_.size());
    PartRows rows;
    PartedText(contexts, text_).rows(*model_.find(word), scratch, rows);
    return rows;
  }

  /// By context, of the word's row over all of the text.
  [[nodiscard]] std::map<std::uint32_t, float> whole_row(const std::string& word) const {
    const folding::FixedContexts contexts(model_);
    const sampling::ExpectedPairs pairs(text_.corpus, contexts.pair_rule(0));
    sampling::PairSums sums(model_.size());
    for (const std::uint32_t position : pairs.occurrences(*model_.find(word))) {
      pairs.add_contexts(position, sums);
    }
    sampling::PairRow row;
    sums.take(row);
    std::map<std::uint32_t, float> counts;
    for (std::size_t k = 0; k < row.ids.size(); ++k) counts[row.ids[k]] = row.counts[k];
    return counts;
  }

 private:
  tests::TemporaryFolder folder_;
  Model model_ = tests::smallest_model();
  folding::TextOfModel text_;
};

double pairs_in(const sampling::PairRow& row) {
  double sum = 0;
  for (const float count : row.counts) sum += double{count};
  return sum;
}

std::size_t parts_with(const PartRows& rows) {
  return static_cast<std::size_t>(
      std::ranges::count_if(rows, [](const sampling::PairRow& row) { return !row.ids.empty(); }));
}

std::string repeated(const std::string& words, int times) {
  std::string line;
  for (int n = 0; n < times; ++n) line += words + " ";
  return line;
}

/// Lines of lengths from 6 to 48 words, each of words of its own.
std::vector<std::string> lines_of_own_words(int count) {
  std::vector<std::string> lines;
  for (int line = 0; line < count; ++line) {
    const std::string number = std::to_string(line);
    lines.push_back(repeated("a" + number + " b" + number + " all", 2 + line * 7 % 15));
  }
  return lines;
}

TEST(PartedText, HasPartsThatAddUpToTheWhole) {
  const TextAndModel text(lines_of_own_words(300));
  for (const std::string word : {"all", "a7"}) {
    std::map<std::uint32_t, float> sum;
    for (const sampling::PairRow& row : text.rows(word)) {
      for (std::size_t k = 0; k < row.ids.size(); ++k) sum[row.ids[k]] += row.counts[k];
    }
    const std::map<std::uint32_t, float> whole = text.whole_row(word);
    ASSERT_EQ(sum.size(), whole.size());
    for (const auto& [id, count] : whole) EXPECT_NEAR(sum[id], count, 1e-3 * count);
  }
}

TEST(PartedText, KeepsLinesTogetherInPartsOfOneSize) {
  const TextAndModel text(lines_of_own_words(300));
  for (int line = 0; line < 300; ++line) {
    EXPECT_EQ(parts_with(text.rows("a" + std::to_string(line))), 1U) << line;
  }
  const PartRows rows = text.rows("all");
  double all = 0;
  for (const sampling::PairRow& row : rows) all += pairs_in(row);
  for (const sampling::PairRow& row : rows) EXPECT_NEAR(pairs_in(row) / all, 1. / kParts, 0.06);
}

TEST(PartedText, KeepsAFewLongLinesTogetherToo) {
  std::vector<std::string> lines;
  for (int line = 0; line < 20; ++line) {
    const std::string number = std::to_string(line);
    lines.push_back(repeated("a" + number + " b" + number + " all", 100));
  }
  const TextAndModel text(lines);
  for (int line = 0; line < 20; ++line) {
    EXPECT_EQ(parts_with(text.rows("a" + std::to_string(line))), 1U) << line;
  }
  EXPECT_EQ(parts_with(text.rows("all")), kParts);
}

TEST(PartedText, CutsALineThatIsMostOfTheText) {
  const TextAndModel text({repeated("x y z", 2000), "x y z"});
  const PartRows rows = text.rows("x");
  const double all = pairs_in(rows[0]) + pairs_in(rows[1]) + pairs_in(rows[2]) + pairs_in(rows[3]);
  for (const sampling::PairRow& row : rows) EXPECT_NEAR(pairs_in(row) / all, 1. / kParts, 0.02);
}

TEST(PartedText, LooksAtSoManyOccurrencesOnly) {
  // 45,000 occurrences, of which every third is looked at.
  const TextAndModel text(std::vector<std::string>(45000, "often x"));
  double pairs = 0;
  for (const sampling::PairRow& row : text.rows("often")) pairs += pairs_in(row);
  EXPECT_NEAR(pairs, 15000, 1);
}

}  // namespace
}  // namespace bsg::comparing
