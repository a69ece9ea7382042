#include <array>
#include <cstddef>

#include "bsg/representation.h"

namespace bsg {
namespace {

constexpr std::array<RepresentationDescription, 5> kTable{{
    {"target", Representation::target, false, true},
    {"context", Representation::context, true, true},
    {"sum", Representation::sum, true, true},
    {"concat", Representation::concat, true, true},
    {"target-context", Representation::target_context, true, false},
}};

}  // namespace

std::span<const RepresentationDescription> representation_table() {
  return kTable;
}

const RepresentationDescription& describe(Representation representation) {
  return kTable.at(static_cast<std::size_t>(representation));
}

}  // namespace bsg
