#include "files/file_error.h"

#include <fmt/format.h>

#include <system_error>

#include "bsg/error.h"

namespace bsg::files {

void throw_file_error(std::string_view action, const std::filesystem::path& path,
                      int error_number) {
  const std::error_code reason(error_number, std::generic_category());
  throw FileError(fmt::format("cannot {} '{}': {}", action, path.string(), reason.message()),
                  reason, path.string());
}

}  // namespace bsg::files
