#pragma once

#include <stdexcept>

namespace bsg::cli {

/// A command line that cannot be understood; what() ends in what to try.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The exit code for the exception being handled, after telling the user about it in exactly one
/// line. REQUIRES: called from a catch block.
int report_failure() noexcept;

}  // namespace bsg::cli
