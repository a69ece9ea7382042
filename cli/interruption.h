#pragma once

#include <stop_token>
#include <thread>

namespace bsg::cli {

/// While one of these lives, the first SIGINT or SIGTERM only asks stop() to stop; the second ends
/// the program as usual. Signals that were ignored stay ignored. REQUIRES: one at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  [[nodiscard]] std::stop_token stop() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  int pipe_[2] = {-1, -1};
  std::thread watcher_;
};

}  // namespace bsg::cli
