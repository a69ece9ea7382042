#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "tensors/element_type.h"
#include "tensors/format_error.h"
#include "tensors/safetensors.h"

namespace bsg::tensors {
namespace {

/// The format's own limit.
constexpr std::uint64_t kLongestHeader = 100'000'000;

/// Takes the header's events one by one, so that a hostile header is left at its first oddity.
class HeaderEvents : public nlohmann::json_sax<nlohmann::json> {
 public:
  HeaderEvents(SafetensorsHeader& header, std::string& reason) : header_(header), reason_(reason) {}

  bool start_object(std::size_t) override {
    if (in_array_ || depth_ == 2) return unexpected();
    ++depth_;
    fields_.clear();
    return true;
  }

  bool key(std::string& key) override {
    if (depth_ == 1) {
      name_ = key;
      return key.empty() ? fail("a tensor without a name") : unique(names_, key);
    }
    field_ = key;
    return unique(fields_, key);
  }

  bool end_object() override {
    if (depth_ == 2 && !in_metadata() && fields_.size() != 3) {
      return fail(fmt::format("tensor {:?} lacks dtype, shape or data_offsets", name_));
    }
    --depth_;
    return true;
  }

  bool string(std::string& value) override {
    if (depth_ == 2 && in_metadata()) {
      header_.metadata.emplace(field_, value);
      return true;
    }
    if (depth_ != 2 || in_array_ || field_ != "dtype") return unexpected();
    header_.tensors[name_].dtype = value;
    return true;
  }

  bool start_array(std::size_t) override {
    const bool known = field_ == "shape" || field_ == "data_offsets";
    if (depth_ != 2 || in_metadata() || in_array_ || !known) return unexpected();
    in_array_ = true;
    numbers_.clear();
    return true;
  }

  bool number_unsigned(std::uint64_t value) override {
    if (!in_array_) return unexpected();
    numbers_.push_back(value);
    return true;
  }

  bool end_array() override {
    in_array_ = false;
    TensorEntry& tensor = header_.tensors[name_];
    if (field_ == "shape") {
      tensor.shape = numbers_;
      return true;
    }
    if (numbers_.size() != 2) return fail("data_offsets that are not two numbers");
    tensor.begin = numbers_[0];
    tensor.end = numbers_[1];
    return true;
  }

  bool null() override { return unexpected(); }
  bool boolean(bool) override { return unexpected(); }
  bool number_integer(std::int64_t) override { return unexpected(); }
  bool number_float(double, const std::string&) override { return unexpected(); }
  bool binary(nlohmann::json::binary_t&) override { return unexpected(); }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception&) override {
    return fail(fmt::format("not JSON at byte {}", position));
  }

 private:
  [[nodiscard]] bool in_metadata() const { return name_ == "__metadata__"; }

  bool fail(std::string reason) {
    reason_ = std::move(reason);
    return false;
  }
  bool unexpected() { return fail(fmt::format("an unexpected value at {:?} {:?}", name_, field_)); }
  bool unique(std::set<std::string>& seen, const std::string& key) {
    return seen.insert(key).second || fail(fmt::format("{:?} twice", key));
  }

  SafetensorsHeader& header_;
  std::string& reason_;
  int depth_ = 0;
  bool in_array_ = false;
  std::string name_, field_;
  std::set<std::string> names_, fields_;
  std::vector<std::uint64_t> numbers_;
};

/// Unset where the product does not fit in 64 bits.
std::optional<std::uint64_t> byte_size(const TensorEntry& tensor) {
  std::uint64_t size = element_size(tensor.dtype);
  for (const std::uint64_t extent : tensor.shape) {
    if (__builtin_mul_overflow(size, extent, &size)) return std::nullopt;
  }
  return size;
}

}  // namespace

SafetensorsHeader read_header(std::span<const std::byte> file) {
  std::uint64_t length = 0;
  if (file.size() < sizeof length) throw FormatError("it is too short");
  std::memcpy(&length, file.data(), sizeof length);
  if (length > file.size() - sizeof length || length > kLongestHeader) {
    throw FormatError("its first bytes are not those of a safetensors file");
  }
  SafetensorsHeader header;
  header.size = sizeof length + length;
  std::string reason;
  HeaderEvents events(header, reason);
  const auto text = file.subspan(sizeof length, length);
  const char* begin = reinterpret_cast<const char*>(text.data());
  if (text.empty() || *begin != '{') throw FormatError("it has no JSON header");
  if (!nlohmann::json::sax_parse(begin, begin + text.size(), &events)) {
    throw FormatError("its header has " + reason);
  }
  return header;
}

void check_layout(const SafetensorsHeader& header, std::size_t file_size) {
  const std::uint64_t data_size = file_size - header.size;
  std::vector<std::pair<std::string, TensorEntry>> tensors(header.tensors.begin(),
                                                           header.tensors.end());
  std::ranges::sort(tensors, {}, [](const auto& tensor) { return tensor.second.begin; });
  std::uint64_t expected = 0;
  for (const auto& [name, tensor] : tensors) {
    if (tensor.begin != expected || tensor.end <= tensor.begin) {
      throw FormatError(
          fmt::format("tensor {:?} is empty, overlaps another or leaves a hole", name));
    }
    if (tensor.end > data_size) {
      throw FormatError(
          fmt::format("it ends early, within the tensor {:?}: the file is not complete", name));
    }
    if (byte_size(tensor) != tensor.end - tensor.begin) {
      throw FormatError(fmt::format("the size of tensor {:?} is not what its shape says", name));
    }
    if ((header.size + tensor.begin) % element_size(tensor.dtype) != 0) {
      throw FormatError(fmt::format("tensor {:?} is not aligned", name));
    }
    expected = tensor.end;
  }
  if (expected != data_size) {
    throw FormatError(fmt::format("{} bytes follow the last tensor", data_size - expected));
  }
}

}  // namespace bsg::tensors
