#include "tensors/metadata.h"

#include <fmt/format.h>

#include "tensors/format_error.h"

namespace bsg::tensors {

const std::string& text_of(const Metadata& metadata, const std::string& key) {
  const auto found = metadata.find(key);
  if (found == metadata.end()) throw FormatError(fmt::format("its metadata lacks {:?}", key));
  return found->second;
}

std::string checksum_key(const std::string& tensor) {
  return "checksum." + tensor;
}

}  // namespace bsg::tensors
