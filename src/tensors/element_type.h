#pragma once

#include <cstdint>
#include <string_view>

/// Numbers that tensors are made of, and the format's names for them.

namespace bsg::tensors {

template <class Element>
inline constexpr std::string_view kElementType = "";
template <>
inline constexpr std::string_view kElementType<float> = "F32";
template <>
inline constexpr std::string_view kElementType<std::int64_t> = "I64";
template <>
inline constexpr std::string_view kElementType<std::uint32_t> = "U32";
template <>
inline constexpr std::string_view kElementType<char> = "U8";

/// Bytes of one number. Throws FormatError for a name that is none of these.
std::uint64_t element_size(std::string_view dtype);

}  // namespace bsg::tensors
