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

/// Text between apostrophes, with what stands for an apostrophe in it.
std::string quoted(const std::filesystem::path& path, std::string_view apostrophe) {
  std::string result = "'";
  for (const char c : path.string()) {
    if (c == '\'') {
      result += apostrophe;
    } else {
      result += c;
    }
  }
  return result + "'";
}

std::string in_shell(const std::filesystem::path& path) {
  return quoted(path, R"('\'')");
}

std::string in_python(const std::filesystem::path& path) {
  return quoted(path, R"(\')");
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

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t behind = 3; behind < digits.size(); behind += 4) {
    digits.insert(digits.size() - behind, 1, ',');
  }
  return digits;
}

Wording begin_call(const std::filesystem::path& folder) {
  return {.library = "train() with the folder in TrainingInput::checkpoint, and resume not set",
          .command_line = "bsg train TEXT (or bsg update MODEL TEXT) -o MODEL --checkpoint FOLDER",
          .python = fmt::format("bsg.train(texts, checkpoint={})", in_python(folder))};
}

Wording resume_call(const std::filesystem::path& folder, bool in_memory, bool update) {
  return {.library = "set resume in TrainingInput::checkpoint",
          .command_line =
              fmt::format("bsg {} --resume {}", update ? "update" : "train", in_shell(folder)),
          .python = fmt::format("bsg.resume({}{})", in_python(folder), in_memory ? ", texts" : "")};
}

Wording skip_bags_call() {
  return {.library = "call known_bags()",
          .command_line = "call known_bags()",
          .python = "give cold='skip'"};
}

}  // namespace wording
}  // namespace bsg
