#include "bsg/files.h"
#include "files/output_file.h"
#include "files/output_target.h"

namespace bsg {

void check_writable(const std::filesystem::path& path) {
  // A pipe or device is not opened for a trial: its reader would take that for the whole output.
  if (!files::resolve_output(path).direct) const files::OutputFile trial(path);
}

}  // namespace bsg
