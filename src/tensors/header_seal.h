#pragma once

#include <string>
#include <string_view>

/// The seal of a file: the checksum of its header (length, JSON and padding), whose own digits
/// count as spaces. The header has the tensors' checksums, so that the seal stands for every byte
/// of the file, and another file can say by it which one it belongs to.

namespace bsg::tensors {

/// Of the metadata, where the seal is.
inline constexpr const char* kSealKey = "checksum.header";

/// Fills in the digits, and returns them. REQUIRES: the metadata have kSealKey with as many
/// characters.
std::string seal_header(std::string& header);

/// Whether the digits are there and right.
bool is_sealed(std::string_view header);

}  // namespace bsg::tensors
