#include "cli/interruption.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace bsg::cli {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM};
constexpr char kSignalled = 's', kFinished = 'f';

/// The only thing a handler can reach. Lock-free, so safe to read in one.
std::atomic<int> signal_pipe = -1;
static_assert(std::atomic<int>::is_always_lock_free);

void restore_default() {
  for (const int number : kSignals) {
    if (std::signal(number, SIG_DFL) == SIG_IGN) std::signal(number, SIG_IGN);
  }
}

/// Only async-signal-safe calls: signal and write.
void on_signal(int /*number*/) {
  const int saved = errno;
  restore_default();
  [[maybe_unused]] const ssize_t written = ::write(signal_pipe, &kSignalled, 1);
  errno = saved;
}

void install() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int number : kSignals) {
    struct sigaction before = {};
    sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(number, &action, nullptr);
  }
}

void watch(int descriptor, std::stop_source& source) {
  char what = kFinished;
  ssize_t count = 0;
  do {
    count = ::read(descriptor, &what, 1);
  } while (count == -1 && errno == EINTR);
  if (count == 1 && what == kSignalled) source.request_stop();
}

}  // namespace

Interruption::Interruption() {
  if (::pipe2(pipe_, O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot make a pipe");
  }
  watcher_ = std::thread(watch, pipe_[0], std::ref(source_));
  signal_pipe = pipe_[1];
  install();
}

Interruption::~Interruption() {
  restore_default();
  [[maybe_unused]] const ssize_t written = ::write(pipe_[1], &kFinished, 1);
  watcher_.join();
  signal_pipe = -1;
  ::close(pipe_[0]);
  ::close(pipe_[1]);
}

}  // namespace bsg::cli
