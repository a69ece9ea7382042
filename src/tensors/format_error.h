#pragma once

#include <stdexcept>

namespace bsg::tensors {

/// What is wrong with a file's content; whoever knows the file's name adds it.
class FormatError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Nothing is, but a program newer than this one wrote it.
class NewerFormatError : public FormatError {
 public:
  using FormatError::FormatError;
};

}  // namespace bsg::tensors
