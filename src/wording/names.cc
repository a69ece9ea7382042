#include "wording/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace bsg {

Wording option_wording(std::string_view name) {
  std::string keyword(name);
  std::ranges::replace(keyword, '-', '_');
  return {.library = std::string(name),
          .command_line = fmt::format("--{}", name),
          .python = std::move(keyword)};
}

namespace wording {
namespace {

/// As an argument of a call.
std::string python_value(std::string_view value) {
  const bool number = !value.empty() && value.front() >= '0' && value.front() <= '9';
  return number ? std::string(value) : fmt::format("'{}'", value);
}

}  // namespace

Wording setting(std::string_view name, std::string_view value) {
  const Wording named = option(name);
  return {.library = fmt::format("{} {}", named.library, value),
          .command_line = fmt::format("{} {}", named.command_line, value),
          .python = fmt::format("{}={}", named.python, python_value(value))};
}

Wording setting(std::string_view name, std::uint64_t value) {
  return setting(name, std::to_string(value));
}

Wording begin_call(const std::filesystem::path& folder) {
  return {.library = "train() with the folder in TrainingInput::checkpoint, and resume not set",
          .command_line = "bsg train TEXT -o MODEL --checkpoint FOLDER",
          .python = fmt::format("bsg.train(texts, checkpoint='{}')", folder.string())};
}

Wording resume_call(const std::filesystem::path& folder, bool in_memory) {
  return {.library = "set resume in TrainingInput::checkpoint",
          .command_line = fmt::format("bsg train --resume '{}'", folder.string()),
          .python = fmt::format("bsg.resume('{}'{})", folder.string(), in_memory ? ", texts" : "")};
}

}  // namespace wording
}  // namespace bsg
