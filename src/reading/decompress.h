#pragma once

#include <memory>
#include <string>

#include "reading/byte_source.h"

namespace bsg::reading {

/// What `raw` holds, decompressed if its first bytes are those of gzip (any number of members) or
/// zstd (any number of frames). Reading throws InputError that names `name` if the stream is
/// damaged or ends too early.
std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> raw, const std::string& name);

}  // namespace bsg::reading
