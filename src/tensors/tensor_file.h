#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "files/mapped_file.h"
#include "tensors/element_type.h"
#include "tensors/metadata.h"
#include "tensors/safetensors.h"

namespace bsg::tensors {

/// A kind of file that write_tensors() makes.
struct FileKind {
  const char* name = "";        ///< for messages: "model"
  const char* format_key = "";  ///< of the metadata: which version of its layout the file has
  std::uint64_t newest_format = 1;
};

/// What becomes of the memory of a file that may be larger than it.
enum class AfterReading : std::uint8_t { keep, give_back };

/// A safetensors file with checksums, mapped. Views of its tensors stay valid when it is moved.
class TensorFile {
 public:
  /// Verifies kind, version and layout, no checksums. Throws FileError, FormatError if the file is
  /// damaged or of another kind, NewerFormatError if this program does not know its version.
  TensorFile(const std::filesystem::path& path, const FileKind& kind);

  /// Throws FormatError unless the header, with the checksums of all tensors, is as it was written.
  void verify_header() const;
  /// Throws FormatError unless every tensor is. Reads the whole file.
  void verify_tensors(AfterReading pages = AfterReading::keep) const;
  /// What was read so far need not stay in memory.
  void give_back() const noexcept { file_.give_back(file_.bytes()); }

  [[nodiscard]] const Metadata& metadata() const { return header_.metadata; }
  [[nodiscard]] std::uint64_t size() const { return file_.bytes().size(); }  ///< in bytes

  [[nodiscard]] bool has(const std::string& name) const { return header_.tensors.contains(name); }
  /// Throws FormatError if the tensor is not there.
  [[nodiscard]] const Shape& shape(const std::string& name) const { return entry(name).shape; }

  /// A tensor where it lies in the file. Throws FormatError if it is not there, or not of this
  /// element type and shape.
  template <class Element>
  std::span<const Element> take(const std::string& name, const Shape& shape) {
    const std::span<const std::byte> bytes = take_bytes(name, kElementType<Element>, shape);
    return {reinterpret_cast<const Element*>(bytes.data()), bytes.size() / sizeof(Element)};
  }

  /// Throws FormatError if there is a tensor that take() was not asked for.
  void check_all_taken() const;

 private:
  void check_format(const FileKind& kind) const;
  [[nodiscard]] const TensorEntry& entry(const std::string& name) const;
  [[nodiscard]] std::span<const std::byte> bytes_of(const TensorEntry& tensor) const;
  [[nodiscard]] std::string checksum_of(std::span<const std::byte> bytes, AfterReading pages) const;
  std::span<const std::byte> take_bytes(const std::string& name, std::string_view dtype,
                                        const Shape& shape);

  files::MappedFile file_;
  SafetensorsHeader header_;
  std::set<std::string> taken_;
};

}  // namespace bsg::tensors
