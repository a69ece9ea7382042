#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace bsg {

/// Which density stands for a word (section 2.3).
enum class Representation : std::uint8_t {
  target,          ///< u
  context,         ///< v
  sum,             ///< u + v
  concat,          ///< (u, v), of dimension 2m
  target_context,  ///< u of the query against v of the answers: "appears around"
};

struct RepresentationDescription {
  std::string_view name;  ///< on the command line and in Python
  Representation value;
  bool needs_contexts;
  bool has_vector;  ///< a word has one vector, the same in a query and in an answer
};

/// All representations, in the order of the enumeration.
std::span<const RepresentationDescription> representation_table();

const RepresentationDescription& describe(Representation representation);

}  // namespace bsg
