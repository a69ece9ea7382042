#include "cli/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

#include "bsg/error.h"

namespace bsg::cli {
namespace {

/// 0, or the errno that stopped the writing.
int write_all(int descriptor, std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

}  // namespace

std::string output_path(const std::string& given) {
  return given == "-" ? std::string(kStandardOutput) : given;
}

void prepare_standard_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1) continue;
    // The lowest free descriptor is this one. Read-only: writing to it still fails.
    if (::open("/dev/null", O_RDONLY) == -1) return;
  }
}

void write_standard_output(std::string_view text) {
  const int reason = write_all(STDOUT_FILENO, text);
  if (reason == EPIPE) throw ReaderGone();
  if (reason != 0) {
    const std::error_code code(reason, std::generic_category());
    throw Error("cannot write to standard output: " + code.message());
  }
}

void write_standard_error(std::string_view text) noexcept {
  write_all(STDERR_FILENO, text);
}

}  // namespace bsg::cli
