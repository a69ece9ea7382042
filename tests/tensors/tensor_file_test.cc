#include "tensors/tensor_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <future>
#include <numeric>

#include "bsg/error.h"
#include "files/temporary_folder.h"
#include "tensors/format_error.h"
#include "tensors/header_seal.h"
#include "tensors/write_tensors.h"

namespace bsg::tensors {
namespace {

using tests::content_of;
using tests::TemporaryFolder;

constexpr FileKind kDiary{.name = "diary", .format_key = "bsg.diary", .newest_format = 3};
constexpr FileKind kOther{.name = "cookbook", .format_key = "bsg.cookbook"};

/// A tensor of each element type; the matrix comes in rows with a gap between them, and is longer
/// than what is written at once.
class Diary : public testing::Test {
 protected:
  static constexpr std::uint64_t kRows = 3, kColumns = 100'001, kStride = kColumns + 5;

  Diary() : padded_(kRows * kStride) { std::iota(padded_.begin(), padded_.end(), 0.0F); }

  std::vector<TensorToWrite> tensors() {
    return {whole<std::int64_t>("days", {2, 2}, days_),
            matrix_of_rows("moods", kRows, kColumns,
                           [this](std::uint64_t row) {
                             ++rows_asked_for_;
                             return padded_.data() + row * kStride;
                           }),
            whole<char>("text", {text_.size()}, text_)};
  }

  std::string write(const std::string& path, const Metadata& metadata) {
    files::OutputFile file(path);
    std::string seal = write_tensors(file, metadata, tensors());
    file.commit();
    return seal;
  }
  std::string write() { return write(path_, {{"bsg.diary", "3"}, {"of", "Änne"}}); }

  TensorFile open(const FileKind& kind = kDiary) { return {path_, kind}; }

  std::string complaint(const FileKind& kind = kDiary) {
    try {
      const TensorFile file = open(kind);
      file.verify_header();
      file.verify_tensors();
      return {};
    } catch (const FormatError& error) {
      return error.what();
    }
  }

  TemporaryFolder folder_;
  std::string path_ = folder_ / "file";
  std::vector<std::int64_t> days_{1, -2, 3, std::int64_t{1} << 62};
  std::string text_ = "It rained.";
  std::vector<float> padded_;
  int rows_asked_for_ = 0;
};

TEST_F(Diary, IsReadAsItWasWritten) {
  write();
  EXPECT_EQ(rows_asked_for_, 3);
  TensorFile file = open();
  file.verify_header();
  file.verify_tensors();
  EXPECT_EQ(file.size(), content_of(path_).size());
  EXPECT_EQ(text_of(file.metadata(), "of"), "Änne");
  EXPECT_TRUE(file.has("moods") && !file.has("mood"));
  EXPECT_EQ(file.shape("moods"), (Shape{kRows, kColumns}));
  EXPECT_TRUE(std::ranges::equal(file.take<std::int64_t>("days", {2, 2}), days_));
  EXPECT_TRUE(std::ranges::equal(file.take<char>("text", {text_.size()}), text_));
  EXPECT_THROW(file.check_all_taken(), FormatError);
  const auto moods = file.take<float>("moods", {kRows, kColumns});
  file.check_all_taken();
  for (std::uint64_t row = 0; row < kRows; ++row) {
    const auto expected = std::span(padded_).subspan(row * kStride, kColumns);
    EXPECT_TRUE(std::ranges::equal(moods.subspan(row * kColumns, kColumns), expected)) << row;
  }
}

TEST_F(Diary, ViewsOutliveAMove) {
  write();
  TensorFile first = open();
  const auto days = first.take<std::int64_t>("days", {2, 2});
  const TensorFile second = std::move(first);
  EXPECT_TRUE(std::ranges::equal(days, days_));
}

TEST_F(Diary, GivesOnlyWhatIsThereAsItIs) {
  write();
  TensorFile file = open();
  EXPECT_THROW(static_cast<void>(file.shape("none")), FormatError);
  EXPECT_THROW(file.take<float>("none", {1}), FormatError);
  EXPECT_THROW(file.take<float>("moods", {kColumns, kRows}), FormatError);
  EXPECT_THROW(file.take<char>("days", {2, 2}), FormatError);
  EXPECT_THROW(text_of(file.metadata(), "none"), FormatError);
}

TEST_F(Diary, IsNotTakenForAnotherKind) {
  write();
  EXPECT_EQ(complaint(kOther),
            "it is a safetensors file, but not a bsg cookbook (no bsg.cookbook in it)");
  path_ = folder_.write("file", "Dear diary, today it rained.");
  EXPECT_EQ(complaint(),
            "it is not a bsg diary, or a damaged one: its first bytes are not those of a "
            "safetensors file");
}

TEST_F(Diary, OfANewerFormatIsToldFromADamagedOne) {
  write(path_, {{"bsg.diary", "4"}});
  EXPECT_THROW(open(), NewerFormatError);
  EXPECT_EQ(complaint(),
            "it has diary format 4, and this bsg reads formats up to 3: use a newer bsg");
  for (const char* version : {"0", "", "1.5", "-1", "one"}) {
    write(path_, {{"bsg.diary", version}});
    EXPECT_NE(complaint().find("is not a number"), std::string::npos) << version;
  }
}

TEST_F(Diary, DamageOfTheHeaderAndOfEachTensorIsNamed) {
  write();
  const std::string whole = content_of(path_);
  const auto complaint_about = [&](const std::string& place) {
    std::string damaged = whole;
    damaged[whole.rfind(place)] ^= 1;
    path_ = folder_.write("file", damaged);
    return complaint();
  };
  EXPECT_EQ(complaint_about("Änne"), "the checksum of the header does not match");
  EXPECT_EQ(complaint_about("It rained."), "the checksum of \"text\" does not match");
}

/// The seal stands for the whole file: it is another one wherever any byte is.
TEST_F(Diary, SealIsWhatAnotherFileCanReferTo) {
  const std::string seal = write();
  EXPECT_EQ(text_of(open().metadata(), kSealKey), seal);
  EXPECT_EQ(write(), seal);
  text_.back() = '!';
  EXPECT_NE(write(), seal);
}

TEST_F(Diary, GoesThroughAPipeAsTheSameBytes) {
  const std::string seal = write();
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::future<std::string> read = std::async(std::launch::async, [&] { return content_of(pipe); });
  EXPECT_EQ(write(pipe, {{"bsg.diary", "3"}, {"of", "Änne"}}), seal);
  EXPECT_EQ(read.get(), content_of(path_));
}

TEST_F(Diary, WithTooFewBytesOrBadTextIsNotWritten) {
  const auto try_to_write = [&](const Metadata& metadata, const TensorToWrite& tensor) {
    files::OutputFile file(path_);
    write_tensors(file, metadata, std::vector{tensor});
    file.commit();
  };
  EXPECT_THROW(try_to_write({}, whole<char>("text", {text_.size() + 1}, text_)), FormatError);
  EXPECT_THROW(try_to_write({{"of", "\xff"}}, whole<char>("text", {text_.size()}, text_)),
               FormatError);
  EXPECT_EQ(folder_.names(), std::vector<std::string>{});
}

}  // namespace
}  // namespace bsg::tensors
