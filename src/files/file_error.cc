#include "files/file_error.h"

#include <system_error>

#include "bsg/error.h"
#include "wording/compose.h"

namespace bsg::files {

using wording::compose;

void throw_file_error(std::string_view action, const std::filesystem::path& path, int error_number,
                      const Wording& advice) {
  const std::error_code code(error_number, std::generic_category());
  const Wording reason = compose("{}{}", code.message(), advice);
  throw FileError(compose("cannot {} '{}': {}", action, path.string(), reason), code, path.string(),
                  reason);
}

}  // namespace bsg::files
