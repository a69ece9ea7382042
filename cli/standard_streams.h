#pragma once

#include <string>
#include <string_view>

namespace bsg::cli {

/// Thrown when the reader of a pipe has gone (bsg … | head): no failure of ours.
struct ReaderGone {};

/// Standard output as a file, for results that are written to a path.
inline constexpr std::string_view kStandardOutput = "/dev/stdout";

/// The path that an option of the command line stands for: "-" is standard output.
std::string output_path(const std::string& given);

/// Makes sure that descriptors 0 to 2 are taken, so that no file opened later becomes "standard
/// output", and that a closed pipe shows as an error instead of a signal.
void prepare_standard_streams();

/// Writes results at once. Throws Error (a full disk, for instance) or ReaderGone.
void write_standard_output(std::string_view text);

/// Writes progress, reports and failures; what cannot be written is dropped.
void write_standard_error(std::string_view text) noexcept;

}  // namespace bsg::cli
