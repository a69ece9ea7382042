#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "bsg/error.h"
#include "bsg/model.h"
#include "model/sample_model.h"
#include "tensors/checksum.h"
#include "tensors/header_seal.h"

namespace bsg::tests {
namespace {

using nlohmann::ordered_json;

/// A model file in parts, to be spoilt and put together again.
struct Parts {
  ordered_json header;
  std::string data;
};

Parts take_apart(const std::string& bytes) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  return {ordered_json::parse(bytes.substr(8, length)), bytes.substr(8 + length)};
}

std::string put_together(std::string json, const std::string& data) {
  while ((8 + json.size()) % 64 != 0) json += ' ';
  const std::uint64_t length = json.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes + json + data;
}

class DamagedFile : public testing::Test {
 protected:
  DamagedFile() {
    Model(sample_data()).save(path_);
    bytes_ = read_bytes(path_);
    parts_ = take_apart(bytes_);
  }

  /// Empty if the file is accepted.
  std::string complaint(const std::string& bytes, Verify verify) {
    write_bytes(path_, bytes);
    try {
      Model::load(path_, verify);
      return {};
    } catch (const Error& error) {
      return error.what();
    }
  }

  /// Structure alone must reveal it, for reasons that hold with correct checksums too.
  void expect_refused(const std::string& bytes, const std::string& reason) {
    const std::string what = complaint(bytes, Verify::structure);
    EXPECT_NE(what.find(reason), std::string::npos) << reason << " expected, got: " << what;
    EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    EXPECT_NE(what.find(path_.string()), std::string::npos) << what;
  }

  void expect_refused(const Parts& parts, const std::string& reason) {
    expect_refused(put_together(parts.header.dump(), parts.data), reason);
  }

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "model.bsg";
  std::string bytes_;
  Parts parts_;
};

TEST_F(DamagedFile, SoundPartsAreAccepted) {
  EXPECT_EQ(complaint(put_together(parts_.header.dump(), parts_.data), Verify::checksums), "");
}

TEST_F(DamagedFile, EverySingleByteCounts) {
  const int file = ::open(path_.c_str(), O_RDWR);
  ASSERT_GE(file, 0);
  for (std::size_t place = 0; place < bytes_.size(); ++place) {
    for (const int change : {1, 2, 4, 8, 16, 32, 64, 128, 255, ' ' ^ '\t', '0' ^ ' '}) {
      const char changed = static_cast<char>(bytes_[place] ^ change);
      ASSERT_EQ(::pwrite(file, &changed, 1, static_cast<off_t>(place)), 1);
      EXPECT_THROW(Model::load(path_), Error) << "byte " << place << " changed by " << change;
    }
    ASSERT_EQ(::pwrite(file, &bytes_[place], 1, static_cast<off_t>(place)), 1);
  }
  ::close(file);
  EXPECT_NO_THROW(Model::load(path_));
}

TEST_F(DamagedFile, EveryTruncationIsSeen) {
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    EXPECT_NE(complaint(bytes_.substr(0, size), Verify::checksums), "") << size;
    EXPECT_NE(complaint(bytes_.substr(0, size), Verify::structure), "") << size;
  }
  expect_refused(bytes_ + '\0', "1 bytes follow");
}

/// Whatever is accepted must be readable to its last byte.
TEST_F(DamagedFile, RandomDamageNeverHarms) {
  std::mt19937 random(7);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = bytes_;
    for (int changes = 1 + static_cast<int>(random() % 4); changes > 0; --changes) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    write_bytes(path_, bytes);
    try {
      const Model model = Model::load(path_, Verify::structure);
      for (WordId id = 0; id < model.size(); ++id) EXPECT_EQ(model.find(model.word(id)), id);
      data_of(model);
    } catch (const ModelError&) {
    }
  }
}

TEST_F(DamagedFile, ForeignFilesAreCalledForeign) {
  expect_refused("", "not a bsg model");
  expect_refused("word2vec text\n1 2 3\n", "not a bsg model");
  expect_refused(put_together(R"({"x":{"dtype":"BF16","shape":[1],"data_offsets":[0,2]}})", "ab"),
                 "a safetensors file, but not a bsg model");
  expect_refused(put_together(R"({"__metadata__":{"format":"pt"}})", ""),
                 "a safetensors file, but not a bsg model");
  EXPECT_THROW(Model::load(folder_ / "missing.bsg"), FileError);
  EXPECT_THROW(Model::load(folder_ / ""), FileError);
}

TEST_F(DamagedFile, NewerFormatNamesBothVersions) {
  parts_.header["__metadata__"]["bsg.format"] = "5";
  parts_.header["new.tensor"] = {{"dtype", "F4"}, {"shape", {1}}, {"data_offsets", {0, 1}}};
  expect_refused(parts_, "format 5, and this bsg reads formats up to 4");
  parts_.header["__metadata__"]["bsg.format"] = "one";
  expect_refused(parts_, "not a number");
}

TEST_F(DamagedFile, HostileLengthsAreRefused) {
  for (const std::uint64_t length : {std::uint64_t{1} << 63, ~std::uint64_t{0}, ~std::uint64_t{7},
                                     std::uint64_t{100'000'001}, bytes_.size() - 7}) {
    std::string bytes = bytes_;
    std::memcpy(bytes.data(), &length, sizeof length);
    expect_refused(bytes, "not a bsg model");
  }
  const auto with = [&](const char* tensor, const ordered_json& offsets,
                        const ordered_json& shape) {
    Parts parts = parts_;
    parts.header[tensor]["data_offsets"] = offsets;
    parts.header[tensor]["shape"] = shape;
    return parts;
  };
  const std::uint64_t huge = ~std::uint64_t{0};
  const std::uint64_t end = parts_.data.size();
  expect_refused(with("vocabulary.bytes", {end - 1, huge}, {huge - end + 1}), "leaves a hole");
  expect_refused(with("target.mean", {0, 72}, {6, 3}), "overlaps another");
  expect_refused(with("target.mean", {huge, 72}, {6, 3}), "hole");
  expect_refused(with("vocabulary.offsets", {0, 56}, {std::uint64_t{1} << 61, 8}), "shape");
  expect_refused(with("vocabulary.offsets", {0, 56}, {(std::uint64_t{1} << 61) + 7}), "shape");
  expect_refused(with("vocabulary.offsets", {0, 0}, {0}), "empty");
  expect_refused(with("vocabulary.offsets", {0, 48}, {6}), "hole");
  expect_refused(with("vocabulary.offsets", {0}, {7}), "data_offsets");
  expect_refused(with("vocabulary.offsets", {0, 56}, {-7}), "unexpected value");
  expect_refused(with("vocabulary.offsets", {0, 56}, {7.5}), "unexpected value");
}

TEST_F(DamagedFile, WrongTypesAndShapesAreRefused) {
  const auto with = [&](const char* tensor, const char* field, const ordered_json& value) {
    Parts parts = parts_;
    parts.header[tensor][field] = value;
    return parts;
  };
  expect_refused(with("target.mean", "dtype", "F16"), "element type \"F16\"");
  expect_refused(with("vocabulary.counts", "dtype", "F32"), "shape");
  expect_refused(with("target.mean", "shape", {18}), "not a matrix");
  expect_refused(with("context.mean", "shape", {3, 6}), "type or shape of \"context.mean\"");
  expect_refused(with("target.mean", "dtype", 1), "unexpected value");
  expect_refused(with("target.mean", "extra", "x"), "unexpected value");
  Parts parts = parts_;
  parts.header["target.mean"].erase("shape");
  expect_refused(parts, "lacks dtype, shape or data_offsets");
  parts = parts_;
  parts.header["other"] = parts.header["target.variance"];
  parts.header.erase("target.variance");
  expect_refused(parts, "lacks \"target.variance\"");
  parts.header.erase("context.variance");
  expect_refused(parts, "hole");
  parts = parts_;
  parts.header["more"] = {{"dtype", "U8"},
                          {"shape", {1}},
                          {"data_offsets", {parts.data.size(), parts.data.size() + 1}}};
  parts.data += 'x';
  expect_refused(parts, "unknown names");
}

TEST_F(DamagedFile, AxesMustFitTheModel) {
  Model(sample_in_axes()).save(path_);
  const Parts sound = take_apart(read_bytes(path_));
  const auto renamed = [&](std::initializer_list<const char*> tensors) {
    Parts parts = sound;
    for (const char* tensor : tensors) {
      parts.header[std::string("other.") + tensor] = parts.header[tensor];
      parts.header.erase(tensor);
    }
    return parts;
  };
  EXPECT_EQ(complaint(put_together(sound.header.dump(), sound.data), Verify::checksums), "");
  expect_refused(renamed({"context.axes"}), "lacks \"context.axes\"");
  expect_refused(renamed({"target.axes"}), "lacks \"target.axes\"");
  expect_refused(renamed({"context.mean", "context.variance"}), "axes, but not the densities");
  expect_refused(renamed({"target.variance", "context.variance"}), "axes, but not the densities");
  Parts parts = sound;
  parts.header["context.axes"]["shape"] = {9};
  expect_refused(parts, "type or shape of \"context.axes\"");
}

TEST_F(DamagedFile, HeadersAreStrict) {
  const std::string json = parts_.header.dump();
  const auto refused = [&](const std::string& text, const std::string& reason) {
    expect_refused(put_together(text, parts_.data), reason);
  };
  const std::string first = R"({"__metadata__":{)";
  ASSERT_TRUE(json.starts_with(first));
  refused(R"({"__metadata__":{"bsg.format":"1",)" + json.substr(first.size()), "twice");
  refused(R"({"target.mean":{"dtype":"F32","shape":[],"data_offsets":[0,4]},)" + json.substr(1),
          "twice");
  refused(R"({"__metadata__":{"x":{}},)" + json.substr(1), "unexpected value");
  refused(R"({"a":1,)" + json.substr(1), "unexpected value");
  refused(json + "x", "not JSON");
  refused(json.substr(0, json.size() - 1), "not JSON");
  refused("{\"a\":" + std::string(1'000'000, '['), "unexpected value");
  refused(std::string(1'000'000, '{'), "not JSON");
}

TEST_F(DamagedFile, MetadataMustBeWhole) {
  for (const char* key : {"bsg.version", "bsg.simd", "iterations"}) {
    Parts parts = parts_;
    parts.header["__metadata__"].erase(key);
    expect_refused(parts, std::string("lacks \"") + key);
  }
  constexpr const char* kBothMethods =
      R"([{"iteration":1,"step":1,"tokens":1,"positive_pairs":1,"negative_pairs":1,)"
      R"("target_change":1,"context_change":1,"relative_change":1,"mean_loss":1}])";
  for (const char* text : {"", "{}", "[1]", "[{}]", R"([{"iteration":-1}])",
                           R"([{"iteration":1,"mean_loss":1}])", kBothMethods}) {
    Parts parts = parts_;
    parts.header["__metadata__"]["iterations"] = text;
    expect_refused(parts, "record of iterations");
  }
  Parts parts = parts_;
  parts.header["__metadata__"].erase("checksum.target.mean");
  EXPECT_NE(complaint(put_together(parts.header.dump(), parts.data), Verify::checksums), "");
  parts.header["__metadata__"].erase("checksum.header");
  EXPECT_NE(complaint(put_together(parts.header.dump(), parts.data), Verify::checksums), "");
  EXPECT_EQ(complaint(put_together(parts.header.dump(), parts.data), Verify::structure), "");
}

TEST_F(DamagedFile, VocabularyMustMakeSense) {
  const auto with_integer = [&](std::size_t place, std::int64_t value) {
    Parts parts = parts_;
    std::memcpy(parts.data.data() + 8 * place, &value, sizeof value);
    return parts;
  };
  constexpr std::int64_t kHuge = std::int64_t{1} << 62;
  expect_refused(with_integer(0, 1), "do not fill");
  expect_refused(with_integer(0, -kHuge), "do not fill");
  expect_refused(with_integer(6, kHuge), "do not fill");
  expect_refused(with_integer(3, kHuge), "empty or overlaps");
  expect_refused(with_integer(3, -1), "empty or overlaps");
  expect_refused(with_integer(2, 3), "empty or overlaps");
  expect_refused(with_integer(5, 24), "not valid UTF-8");
  expect_refused(with_integer(7 + 1, 1001), "count");
  expect_refused(with_integer(7 + 5, -1), "count");
}

TEST_F(DamagedFile, RepeatedWordsAreRefused) {
  ModelData data = sample_data();
  data.words[3] = "tha";
  Model(data).save(path_);
  Parts parts = take_apart(read_bytes(path_));
  const std::size_t place = parts.data.find("tha");
  parts.data[place + 2] = 'e';
  expect_refused(parts, "\"the\" is there twice");
}

TEST_F(DamagedFile, UsersMustMakeSense) {
  Model(sample_with_users()).save(path_);
  const Parts sound = take_apart(read_bytes(path_));
  EXPECT_EQ(complaint(put_together(sound.header.dump(), sound.data), Verify::checksums), "");
  const auto with = [&](const char* tensor, std::size_t place, auto value) {
    Parts parts = sound;
    const auto begin = parts.header[tensor]["data_offsets"][0].get<std::size_t>();
    std::memcpy(parts.data.data() + begin + place * sizeof value, &value, sizeof value);
    return parts;
  };
  constexpr std::int64_t kHuge = std::int64_t{1} << 62;
  expect_refused(with("users.offsets", 1, kHuge), "user 1 is empty or overlaps");
  expect_refused(with("users.offsets", 3, kHuge), "users do not fill");
  expect_refused(with("users.offsets", 1, std::int64_t{5}), "not valid UTF-8");
  expect_refused(with("users.starts", 1, kHuge), "share out");
  expect_refused(with("users.starts", 1, std::int64_t{-1}), "share out");
  expect_refused(with("users.starts", 3, std::int64_t{4}), "share out");
  expect_refused(with("users.items", 4, std::uint32_t{6}), "items of the user \"17\"");
  expect_refused(with("users.items", 3, std::uint32_t{0}), "out of order");
  const auto renamed = [&](const std::string& tensor) {
    Parts parts = sound;
    parts.header["other"] = parts.header[tensor];
    parts.header.erase(tensor);
    return parts;
  };
  expect_refused(renamed("users.offsets"), "unknown names");
  expect_refused(renamed("users.starts"), "lacks \"users.starts\"");
  expect_refused(renamed("users.items"), "unknown names");
  Parts parts = sound;
  parts.header["users.starts"]["shape"] = {2, 2};
  expect_refused(parts, "type or shape of \"users.starts\"");
}

/// A file whose every checksum is right.
std::string sealed(Parts parts, const std::string& changed_tensor) {
  ordered_json& metadata = parts.header["__metadata__"];
  const auto begin = parts.header[changed_tensor]["data_offsets"][0].get<std::size_t>();
  const auto end = parts.header[changed_tensor]["data_offsets"][1].get<std::size_t>();
  metadata["checksum." + changed_tensor] =
      tensors::checksum(std::as_bytes(std::span(parts.data).subspan(begin, end - begin)));
  std::string bytes = put_together(parts.header.dump(), "");
  tensors::seal_header(bytes);
  return bytes + parts.data;
}

void put_nan(Parts& parts, const char* tensor, std::size_t place) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto begin = parts.header[tensor]["data_offsets"][0].get<std::size_t>();
  std::memcpy(parts.data.data() + begin + place * sizeof nan, &nan, sizeof nan);
}

TEST_F(DamagedFile, NumbersAreCheckedBesideTheChecksums) {
  for (const char* tensor : {"target.mean", "context.variance"}) {
    Parts parts = parts_;
    EXPECT_EQ(complaint(sealed(parts, tensor), Verify::checksums), "");
    put_nan(parts, tensor, 4);
    const std::string unsealed = put_together(parts.header.dump(), parts.data);
    EXPECT_NE(complaint(unsealed, Verify::checksums).find(std::string("checksum of \"") + tensor),
              std::string::npos);
    EXPECT_NE(complaint(sealed(parts, tensor), Verify::checksums).find("of the word \"paris\""),
              std::string::npos);
  }
}

TEST_F(DamagedFile, NumbersOfAxesAreCheckedToo) {
  Model(sample_in_axes()).save(path_);
  const Parts sound = take_apart(read_bytes(path_));
  for (const char* tensor : {"target.axes", "context.axes"}) {
    Parts parts = sound;
    put_nan(parts, tensor, 8);
    EXPECT_NE(complaint(sealed(parts, tensor), Verify::checksums).find("axes is not finite"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace bsg::tests
