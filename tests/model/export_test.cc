#include "bsg/export.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <sstream>

#include "bsg/error.h"
#include "model/sample_model.h"

namespace bsg::tests {
namespace {

using Paths = std::vector<std::filesystem::path>;

class Export : public testing::Test {
 protected:
  std::string exported(const ExportOptions& options) {
    EXPECT_EQ(export_vectors(model_, path_, options).front(), path_);
    return read_bytes(path_);
  }

  std::vector<float> numbers(const ExportOptions& options) {
    std::istringstream lines(exported(options));
    std::size_t l = 0, m = 0;
    lines >> l >> m;
    EXPECT_EQ(l, model_.size());
    std::vector<float> all;
    for (WordId id = 0; id < l; ++id) {
      std::string word, number;
      lines >> word;
      EXPECT_EQ(word, model_.word(id));
      for (std::size_t k = 0; k < m && lines >> number; ++k) all.push_back(std::stof(number));
    }
    return all;
  }

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "x.tsv";
  ModelData data_ = sample_data();
  Model model_{sample_data()};
};

TEST_F(Export, TextReadsBackTheSame) {
  EXPECT_EQ(numbers({}), data_.target_mean);
  EXPECT_EQ(numbers({.what = ExportWhat::variance}), data_.target_variance);
  EXPECT_EQ(numbers({.representation = Representation::context}), data_.context_mean);
  EXPECT_EQ(exported({}).substr(0, 10), "6 3\nthe -2");
}

TEST_F(Export, SumAndConcatenation) {
  const std::vector<float> sum =
      numbers({.what = ExportWhat::variance, .representation = Representation::sum});
  const std::vector<float> both =
      numbers({.what = ExportWhat::variance, .representation = Representation::concat});
  const std::vector<float> means = numbers({.representation = Representation::sum});
  ASSERT_EQ(both.size(), 36U);
  for (std::size_t k = 0; k < 18; ++k) {
    EXPECT_EQ(sum[k], data_.target_variance[k] + data_.context_variance[k]);
    EXPECT_EQ(means[k], data_.target_mean[k] + data_.context_mean[k]);
    EXPECT_EQ(both[k / 3 * 6 + k % 3], data_.target_variance[k]);
    EXPECT_EQ(both[k / 3 * 6 + 3 + k % 3], data_.context_variance[k]);
  }
}

TEST_F(Export, BinaryHoldsTheFloats) {
  const std::string bytes = exported({.format = ExportFormat::word2vec_binary});
  ASSERT_TRUE(bytes.starts_with("6 3\nthe "));
  float first = 0;
  std::memcpy(&first, bytes.data() + 8, sizeof first);
  EXPECT_EQ(first, data_.target_mean[0]);
  std::size_t words = 0;
  for (const std::string& word : data_.words) words += word.size();
  EXPECT_EQ(bytes.size(), 4 + words + 6 * (3 * 4 + 2));
}

TEST_F(Export, TensorboardTakesTwoFiles) {
  EXPECT_EQ(export_vectors(model_, path_, {.format = ExportFormat::tensorboard}),
            (Paths{path_, folder_ / "x.metadata.tsv"}));
  const std::string words = read_bytes(folder_ / "x.metadata.tsv");
  EXPECT_TRUE(words.starts_with("word\tcount\ttotal_variance\nthe\t1000\t1.8333334\nparis\t50\t"))
      << words;
  EXPECT_EQ(std::ranges::count(words, '\n'), 7);
  const std::string vectors = read_bytes(path_);
  EXPECT_TRUE(vectors.starts_with("-2.8333333\t-2.5\t-2.1666667\n")) << vectors;
  EXPECT_EQ(std::ranges::count(vectors, '\n'), 6);
}

TEST_F(Export, PointsHaveNoVarianceToExport) {
  data_.target_variance.clear();
  data_.context_variance.clear();
  model_ = Model(data_);
  EXPECT_THROW(export_vectors(model_, path_, {.what = ExportWhat::variance}), ModelError);
  EXPECT_FALSE(std::filesystem::exists(path_));
  export_vectors(model_, path_, {.format = ExportFormat::tensorboard});
  EXPECT_TRUE(read_bytes(folder_ / "x.metadata.tsv").starts_with("word\tcount\nthe\t1000\n"));
}

TEST_F(Export, RefusesWhatCannotBeWritten) {
  EXPECT_THROW(export_vectors(model_, path_, {.representation = Representation::target_context}),
               OptionError);
  EXPECT_THROW(export_vectors(model_, "/dev/null", {.format = ExportFormat::tensorboard}),
               OptionError);
  EXPECT_THROW(export_vectors(model_, folder_ / "missing/x.txt"), FileError);
  data_.words[1] = "new york";
  EXPECT_THROW(export_vectors(Model(data_), path_), ModelError);
  EXPECT_FALSE(std::filesystem::exists(path_));
}

}  // namespace
}  // namespace bsg::tests
