#pragma once

#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "bsg/wording.h"

namespace bsg {

/// Base of everything this library throws. what() is one line that says what was wrong, where
/// (file, line, option) and, where it can be known, what to do; wording() is the same line as each
/// front writes it.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : Error(Wording{message, message, message}) {}
  explicit Error(Wording wording)
      : std::runtime_error(wording.library), wording_(std::move(wording)) {}
  [[nodiscard]] const Wording& wording() const noexcept { return wording_; }

 private:
  Wording wording_;
};

/// An option that does not exist, or a value outside its range.
class OptionError : public Error {
 public:
  using Error::Error;
};

/// A file that cannot be opened, read or written: "cannot ACTION 'PATH': REASON". code() is the
/// operating system's, path() the file or folder concerned; reason() what follows the path, with
/// what to do.
class FileError : public Error {
 public:
  FileError(Wording message, std::error_code code, std::string path, Wording reason)
      : Error(std::move(message)),
        code_(code),
        path_(std::move(path)),
        reason_(std::move(reason)) {}
  [[nodiscard]] std::error_code code() const noexcept { return code_; }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] const Wording& reason() const noexcept { return reason_; }

 private:
  std::error_code code_;
  std::string path_;
  Wording reason_;
};

/// Text, baskets or a vocabulary whose content cannot be used.
class InputError : public Error {
 public:
  using Error::Error;
};

/// Memory or disk that the work would need beyond what it may take; found before it begins.
class ResourceError : public Error {
 public:
  using Error::Error;
};

/// A model file that is damaged, foreign, or of a newer format; or a model that lacks what was
/// asked.
class ModelError : public Error {
 public:
  using Error::Error;
};

/// A checkpoint that is not there, is damaged or of a newer format, is in use or in the way, or
/// belongs to another training than the one that should go on; names the first thing that differs.
class CheckpointError : public Error {
 public:
  using Error::Error;
};

/// A word that the model does not have; suggestions() are the closest words it does have.
class UnknownWordError : public Error {
 public:
  UnknownWordError(const std::string& message, std::string word,
                   std::vector<std::string> suggestions)
      : UnknownWordError(Wording{message, message, message}, std::move(word),
                         std::move(suggestions)) {}
  UnknownWordError(Wording message, std::string word, std::vector<std::string> suggestions)
      : Error(std::move(message)), word_(std::move(word)), suggestions_(std::move(suggestions)) {}
  [[nodiscard]] const std::string& word() const noexcept { return word_; }
  [[nodiscard]] const std::vector<std::string>& suggestions() const noexcept {
    return suggestions_;
  }

 private:
  std::string word_;
  std::vector<std::string> suggestions_;
};

/// Arithmetic that left the range of floats; names the word concerned.
class NumericalError : public Error {
 public:
  using Error::Error;
};

/// Training that was asked to stop through TrainingObserver::stop; with checkpoints, it can be
/// resumed.
class Interrupted : public Error {
 public:
  using Error::Error;
};

}  // namespace bsg
