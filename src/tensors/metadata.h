#pragma once

#include <map>
#include <string>

namespace bsg::tensors {

/// What a file tells beside its tensors.
using Metadata = std::map<std::string, std::string>;

/// The value of a key. Throws FormatError if it is not there.
const std::string& text_of(const Metadata& metadata, const std::string& key);

/// Where the checksum of a tensor is.
std::string checksum_key(const std::string& tensor);

}  // namespace bsg::tensors
