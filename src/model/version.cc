#include "bsg/version.h"

namespace bsg {

std::string_view version() noexcept {
  return BSG_VERSION;
}

}  // namespace bsg
