#include "bsg/files.h"
#include "files/output_file.h"

namespace bsg {

void check_writable(const std::filesystem::path& path) {
  files::check_writable(path);
}

}  // namespace bsg
