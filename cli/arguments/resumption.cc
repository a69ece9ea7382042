#include "cli/arguments/resumption.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "bsg/checkpoint.h"

namespace bsg::cli {
namespace {

/// Iterations that the folder's checkpoint has, if there is one.
std::optional<std::uint32_t> iterations_kept(const std::string& folder) {
  if (folder.empty()) return std::nullopt;
  try {
    return read_checkpoint(folder).iteration;
  } catch (const Error&) {
    return std::nullopt;
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
  return fmt::format("bsg {} --resume {}{}", request.input.base ? "update" : "train",
                     shell_word(request.input.checkpoint.folder),
                     piped ? " (with the same standard input)" : "");
}

void rethrow_with_command(const TrainingRequest& request) {
  const std::optional<std::uint32_t> kept = iterations_kept(request.input.checkpoint.folder);
  if (!kept) throw;
  const std::string command = resume_command(request);
  try {
    throw;
  } catch (const Interrupted& error) {
    throw ResumableInterruption(fmt::format("{}; no model was written; to resume: {}",
                                            error.wording().command_line, command));
  } catch (const FileError& error) {
    if (*kept == 0) throw;
    throw Error(
        fmt::format("{}; the last checkpoint stays; to resume from it, with the new place of a "
                    "file that has moved: {}",
                    error.wording().command_line, command));
  }
}

}  // namespace bsg::cli
