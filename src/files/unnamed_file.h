#pragma once

#include <filesystem>
#include <string>

#include "bsg/wording.h"
#include "files/descriptor.h"

namespace bsg::files {

/// Where files go that are too large for memory: `chosen`, or if that is empty the folder that
/// TMPDIR names, or /var/tmp, which unlike /tmp lies on a disk (/tmp only where there is none).
std::filesystem::path scratch_folder(const std::string& chosen = {});

/// A new file without a name, for reading and writing: gone once it is closed, however the program
/// ends. Throws FileError that names the folder and ends in `advice`.
Descriptor open_unnamed_file(const std::filesystem::path& folder, const Wording& advice = {});

}  // namespace bsg::files
