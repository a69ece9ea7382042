// A model file is walked through byte by byte: every value that a byte can take, every length that
// the file can have.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "bsg/error.h"
#include "bsg/import.h"
#include "bsg/model.h"
#include "model/largest_allocation.h"
#include "model/memory_file.h"
#include "model/sample_model.h"

namespace bsg::tests {
namespace {

/// What is asked of memory at one time for a file of a few hundred bytes; the buffers of readers
/// have 1 MiB.
constexpr std::size_t kMostMemory = std::size_t{4} << 20;

ModelData tiny_data() {
  ModelData data;
  data.dimension = 2;
  data.words = {"ab", "é"};
  data.counts = {7, 3};
  data.target_mean = {0.5F, -1.25F, 2.0F, 1e-3F};
  data.target_variance = {1.0F, 0.25F, 3.0F, 0.5F};
  data.context_mean = {-0.5F, 1.0F, 0.125F, 8.0F};
  data.context_variance = {0.75F, 0.5F, 1.5F, 2.0F};
  data.target_axes = {1.5F, 0.0F, -0.25F, 2.0F};
  data.context_axes = {0.5F, 0.0625F, 0.0F, 0.5F};
  data.calibration = {{.count = 3, .target = 1.5F, .context = 0.75F}, {.count = 7}};
  data.users = {
      .names = {"x", "yz"}, .starts = {0, 2, 3}, .items = {0, 1, 1}, .weights = {1, 2, 0.5F}};
  data.options = {{"dimension", "2"}};
  data.iterations = {{1, 1.0, 10, 20, 20, 1.5, 0.5, 0.25}};
  return data;
}

class EveryByte : public testing::Test {
 protected:
  EveryByte() {
    const TemporaryFolder folder;
    Model(tiny_data()).save(folder / "model.bsg");
    bytes_ = read_bytes(folder / "model.bsg");
    file_.replace(bytes_);
  }

  /// The message of a refusal, which must be one line that names the file; empty if accepted.
  [[nodiscard]] std::string refusal() const {
    try {
      open_model(path_);
      return {};
    } catch (const Error& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find(path_.string()), std::string::npos) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      return message;
    }
  }

  /// Whatever a file without checksums in order says, it must be readable to its end.
  void read_whole() const {
    try {
      const Model model = Model::load(path_, Verify::structure);
      for (WordId id = 0; id < model.size(); ++id) ASSERT_EQ(model.find(model.word(id)), id);
      for (std::size_t user = 0; user < model.user_count(); ++user) {
        ASSERT_EQ(model.find_user(model.user(user)), user);
      }
      data_of(model);
    } catch (const ModelError&) {
    }
  }

  MemoryFile file_;
  std::filesystem::path path_ = file_.path();
  std::string bytes_;
};

class NightlyEveryByte : public EveryByte {};

TEST_F(NightlyEveryByte, OfAnyOtherValueIsDamage) {
  const LargestAllocation memory;
  for (std::size_t place = 0; place < bytes_.size(); ++place) {
    for (int change = 1; change < 256; ++change) {
      file_.put(place, static_cast<char>(bytes_[place] ^ change));
      ASSERT_THROW(Model::load(path_), ModelError) << "byte " << place << " changed by " << change;
    }
    file_.put(place, bytes_[place]);
  }
  EXPECT_LT(LargestAllocation::bytes(), kMostMemory);
  EXPECT_NO_THROW(Model::load(path_));
}

TEST_F(EveryByte, WithABitTurnedIsDamageWhicheverReaderIsAsked) {
  for (std::size_t place = 0; place < bytes_.size(); ++place) {
    file_.put(place, static_cast<char>(bytes_[place] ^ (1 << place % 8)));
    ASSERT_NE(refusal(), "") << "byte " << place;
    read_whole();
    file_.put(place, bytes_[place]);
  }
  EXPECT_EQ(refusal(), "");
}

TEST_F(EveryByte, ThatIsMissingAtTheEndIsDamage) {
  const LargestAllocation memory;
  for (std::size_t size = bytes_.size(); size-- > 0;) {
    file_.shorten(size);
    ASSERT_NE(refusal(), "") << size;
    read_whole();
  }
  EXPECT_LT(LargestAllocation::bytes(), kMostMemory);
}

TEST_F(EveryByte, ThatIsMissingOrTwiceWithinIsDamage) {
  for (std::size_t place = 0; place < bytes_.size(); ++place) {
    std::string bytes = bytes_;
    file_.replace(bytes.erase(place, 1));
    ASSERT_NE(refusal(), "") << "without byte " << place;
    bytes = bytes_;
    file_.replace(bytes.insert(place, 1, bytes[place]));
    ASSERT_NE(refusal(), "") << "with byte " << place << " twice";
  }
}

}  // namespace
}  // namespace bsg::tests
