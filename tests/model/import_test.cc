#include "bsg/import.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "bsg/export.h"
#include "model/sample_model.h"

namespace bsg::tests {
namespace {

class Import : public testing::Test {
 protected:
  Model import(const std::string& bytes) {
    write_bytes(folder_ / "vectors", bytes);
    return import_vectors(folder_ / "vectors");
  }

  void expect_refused(const std::string& bytes, const std::string& reason) {
    try {
      import(bytes);
      ADD_FAILURE() << "accepted: " << bytes;
    } catch (const ModelError& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("vectors'"), std::string::npos) << message;
      EXPECT_NE(message.find(reason), std::string::npos) << message;
    }
  }

  TemporaryFolder folder_;
};

std::string bytes_of(const std::vector<float>& values) {
  std::string bytes(values.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::vector<float> means(const Model& model) {
  const auto span = model.means(Side::target);
  return {span.begin(), span.end()};
}

TEST_F(Import, GivesBackWhatWasExported) {
  const Model original(sample_data());
  for (const ExportFormat format : {ExportFormat::word2vec_text, ExportFormat::word2vec_binary}) {
    export_vectors(original, folder_ / "exported", {.format = format});
    const Model model = import_vectors(folder_ / "exported");
    EXPECT_EQ(means(model), sample_data().target_mean);
    for (WordId id = 0; id < original.size(); ++id) EXPECT_EQ(model.word(id), original.word(id));
    EXPECT_FALSE(model.has_variances());
    EXPECT_FALSE(model.has_contexts());
  }
}

TEST_F(Import, TakesTextWithOrWithoutAFirstLine) {
  for (const char* text : {"2 3\nab 1 -2.5 3e-2\nc 0 1 2\n", "2 3\r\nab 1 -2.5 3e-2 \r\nc 0 1 2",
                           "ab 1 -2.5 3e-2\nc 0 1 2\n", "ab\t1\t-2.5\t3e-2\nc\t0\t1\t2\n\n"}) {
    const Model model = import(text);
    EXPECT_EQ(means(model), (std::vector<float>{1, -2.5F, 3e-2F, 0, 1, 2})) << text;
    EXPECT_EQ(model.word(0), "ab");
    EXPECT_EQ(model.count(0), 0U);
  }
}

TEST_F(Import, TakesBinaryWithOrWithoutLineEnds) {
  // 0x0A0A0A0A is a float whose bytes are all newlines, 0x20… has spaces.
  const std::vector<float> first{std::bit_cast<float>(0x0A0A0A0AU), 1.5F};
  const std::vector<float> second{std::bit_cast<float>(0x20202020U), -1};
  for (const char* end : {"", "\n"}) {
    const Model model = import("2 2\nab " + bytes_of(first) + end + "c " + bytes_of(second) + end);
    EXPECT_EQ(means(model), (std::vector<float>{first[0], first[1], second[0], second[1]}));
    EXPECT_EQ(model.word(1), "c");
  }
}

TEST_F(Import, KeepsWordsWithBlanksNumbersAndBadBytes) {
  const Model model = import(". . . 1 2\n1984 3 4\n\xFFx 5 6\n1984 7 8\n");
  ASSERT_EQ(model.size(), 3U);  // a repeated word is left out
  EXPECT_EQ(model.word(0), ". . .");
  EXPECT_EQ(model.word(1), "1984");
  EXPECT_EQ(model.word(2), "\xEF\xBF\xBDx");
  EXPECT_EQ(means(model), (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

TEST_F(Import, SaysWhatIsDamaged) {
  expect_refused("", "neither a bsg model nor vectors");
  expect_refused("hello world\n", "neither a bsg model nor vectors");
  expect_refused("2 3\na 1 2 3\n", "speaks of 2 words, and 1 follow");
  expect_refused("1 3\na 1 2 3\nb 1 2 3\n", "speaks of 1 words, and 2 follow");
  expect_refused("2 3\na 1 2 3\nb 1 2\n", "line 3: it is not a word and 3 finite numbers");
  expect_refused("a 1 2 3\nb 1 2 x\n", "line 2");
  expect_refused("a 1 2 3\nb 1 2 inf\n", "line 2");
  expect_refused("a 1 2 3\n1 2 3\n", "line 2");
  expect_refused("2 0\na\nb\n", "0 is not a dimension");
  // Lines of text whose bytes would make two words of a binary file.
  expect_refused("3 2\nab 1 -2.5 3e-2\nc 0 1 2.125\n\xC3\xA9 -7 4 0.5\n", "line 2");
  expect_refused("a 1 2 b 3 4\n", "line 1");
  expect_refused("a 1 2\nb 1 2 3\n", "line 2");
  expect_refused("2 99999999999\na 1\n", "not a dimension");
  const std::string binary = "2 2\nab " + bytes_of({1, 2}) + "\nc " + bytes_of({3, 4}) + "\n";
  expect_refused(binary.substr(0, binary.size() - 3), "ends within word 2");
  expect_refused(binary + "d ", "more follows");
  expect_refused("99999999999999 2\nab " + bytes_of({1, 2}), "ends within word 2");
  expect_refused("1 2\nab " + bytes_of({1, std::bit_cast<float>(0x7F800000U)}), "not finite");
}

TEST_F(Import, OpensModelsOfBothKinds) {
  Model(sample_data()).save(folder_ / "model.bsg");
  EXPECT_TRUE(open_model(folder_ / "model.bsg").has_variances());
  write_bytes(folder_ / "vectors", "1 2\na 1 2\n");
  EXPECT_FALSE(open_model(folder_ / "vectors").has_variances());
  // Numbers whose zeros come as early as they can.
  for (const std::string word : {"a", "ab"}) {
    write_bytes(folder_ / "vectors", "1 1\n" + word + " " + bytes_of({1}));
    EXPECT_EQ(open_model(folder_ / "vectors").word(0), word);
  }
  EXPECT_THROW(open_model(folder_ / "none"), FileError);
  std::string damaged = read_bytes(folder_ / "model.bsg");
  damaged[damaged.size() / 2] ^= 1;
  write_bytes(folder_ / "model.bsg", damaged);
  EXPECT_THROW(open_model(folder_ / "model.bsg"), ModelError);
}

TEST(ModelOfOneSide, IsSavedAndLoadedAgain) {
  for (const bool densities : {false, true}) {
    ModelData data = sample_data();
    data.context_mean.clear();
    data.context_variance.clear();
    if (!densities) data.target_variance.clear();
    const TemporaryFolder folder;
    Model(data).save(folder / "one.bsg");
    const Model model = Model::load(folder / "one.bsg");
    EXPECT_FALSE(model.has_contexts());
    EXPECT_EQ(model.has_variances(), densities);
    EXPECT_EQ(data_of(model).target_mean, data.target_mean);
    EXPECT_TRUE(model.mean(Side::context, 0).empty());
    EXPECT_THROW(export_vectors(model, folder / "v", {.representation = Representation::sum}),
                 ModelError);
  }
}

}  // namespace
}  // namespace bsg::tests
