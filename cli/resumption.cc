#include "cli/resumption.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "bsg/resume.h"

namespace bsg::cli {
namespace {

bool holds_checkpoint(const std::string& folder) {
  if (folder.empty()) return false;
  try {
    read_checkpoint(folder);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

std::string shell_word(const std::string& word) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("/._-+=:,@").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, plain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string resume_command(const TrainingRequest& request) {
  const auto& texts = request.input.texts;
  const bool piped = std::ranges::find(texts, "-") != texts.end();
  return fmt::format("bsg train --resume {}{}", shell_word(request.input.checkpoint.folder),
                     piped ? " (with the same standard input)" : "");
}

void rethrow_with_command(const TrainingRequest& request) {
  if (!holds_checkpoint(request.input.checkpoint.folder)) throw;
  const std::string command = resume_command(request);
  try {
    throw;
  } catch (const Interrupted& error) {
    throw ResumableInterruption(
        fmt::format("{}; no model was written; to go on: {}", error.what(), command));
  } catch (const FileError& error) {
    throw FileError(
        fmt::format("{}; the last checkpoint stays, to go on from it: {}", error.what(), command),
        error.code(), error.path());
  }
}

}  // namespace bsg::cli
