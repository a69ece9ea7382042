#include "tensors/element_type.h"

#include <fmt/format.h>

#include "tensors/format_error.h"

namespace bsg::tensors {

std::uint64_t element_size(std::string_view dtype) {
  if (dtype == kElementType<float>) return sizeof(float);
  if (dtype == kElementType<std::int64_t>) return sizeof(std::int64_t);
  if (dtype == kElementType<std::uint32_t>) return sizeof(std::uint32_t);
  if (dtype == kElementType<char>) return sizeof(char);
  throw FormatError(fmt::format("element type {:?} is not one of F32, I64, U32, U8", dtype));
}

}  // namespace bsg::tensors
