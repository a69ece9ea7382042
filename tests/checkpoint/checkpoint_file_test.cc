#include "checkpoint/checkpoint_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "files/temporary_folder.h"
#include "tensors/format_error.h"

namespace bsg::checkpoint {
namespace {

using tensors::FormatError;
using tests::content_of;
using tests::TemporaryFolder;

/// Rows with a gap between them, as those of densities.
struct Matrix {
  Matrix(std::uint64_t height, std::uint64_t width)
      : rows(height), columns(width), values(height * (width + 3), 0.0F) {}

  StateArray array(const std::string& name) {
    return {name, rows, columns,
            [this](std::uint32_t row) { return values.data() + row * (columns + 3); }};
  }

  std::uint64_t rows, columns;
  std::vector<float> values;
};

Matrix counted(std::uint64_t rows, std::uint64_t columns) {
  Matrix matrix(rows, columns);
  float next = 0.5F;
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint64_t k = 0; k < columns; ++k) matrix.array("").row(row)[k] = next++;
  }
  return matrix;
}

class WrittenCheckpoint : public ::testing::Test {
 protected:
  void SetUp() override {
    write_checkpoint_file(path_, {{"key", "välue"}}, std::vector{a_.array("a"), b_.array("b")});
  }

  TemporaryFolder folder_;
  std::string path_ = folder_ / "file";
  Matrix a_ = counted(5, 3);
  Matrix b_ = counted(2, 7);
};

TEST_F(WrittenCheckpoint, IsReadBack) {
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"file"});
  CheckpointFile file(path_);
  file.verify();
  EXPECT_EQ(file.metadata().at("key"), "välue");
  EXPECT_EQ(file.size(), std::filesystem::file_size(path_));
  Matrix a(5, 3), b(2, 7);
  file.read(std::vector{a.array("a"), b.array("b")});
  EXPECT_EQ(a.values, a_.values);
  EXPECT_EQ(b.values, b_.values);
}

TEST_F(WrittenCheckpoint, GivesOnlyWhatItHas) {
  const auto read = [&](const std::vector<StateArray>& arrays) {
    CheckpointFile(path_).read(arrays);
  };
  Matrix a(5, 3), b(2, 7), other(3, 5);
  EXPECT_THROW(read({a.array("a")}), FormatError);
  EXPECT_THROW(read({a.array("a"), b.array("c")}), FormatError);
  EXPECT_THROW(read({other.array("a"), b.array("b")}), FormatError);
}

void open_and_verify(const std::string& path) {
  CheckpointFile(path).verify();
}

TEST_F(WrittenCheckpoint, EverySingleChangedByteIsFound) {
  const std::string whole = content_of(path_);
  for (std::size_t place = 0; place < whole.size(); ++place) {
    for (const int change : {1, 0x80, 0xFF}) {
      std::string changed = whole;
      changed[place] = static_cast<char>(changed[place] ^ change);
      const std::string path = folder_.write("changed", changed);
      try {
        open_and_verify(path);
        ADD_FAILURE() << "byte " << place << " changed by " << change;
      } catch (const FormatError&) {
      } catch (const CheckpointError&) {  // the version's digit
      }
    }
  }
}

TEST_F(WrittenCheckpoint, EveryTruncationIsFound) {
  const std::string whole = content_of(path_);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THROW(open_and_verify(folder_.write("cut", whole.substr(0, size))), FormatError) << size;
  }
  EXPECT_THROW(open_and_verify(folder_.write("longer", whole + "x")), FormatError);
}

TEST_F(WrittenCheckpoint, StaysWhereTheNextCannotBeWritten) {
  const std::string before = content_of(path_);
  EXPECT_THROW(write_checkpoint_file(folder_ / "none/file", {}, {}), FileError);
  const std::string left = folder_.write(kUnfinishedCheckpoint, "of a program that was killed");
  write_checkpoint_file(folder_ / "next", {}, std::vector{a_.array("a")});
  EXPECT_FALSE(std::filesystem::exists(left));
  EXPECT_EQ(content_of(path_), before);
}

}  // namespace
}  // namespace bsg::checkpoint
