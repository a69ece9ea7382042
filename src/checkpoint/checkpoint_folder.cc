#include "checkpoint/checkpoint_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <system_error>

#include "bsg/error.h"
#include "checkpoint/checkpoint_file.h"
#include "files/file_error.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::checkpoint {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "iteration-", kSuffix = ".checkpoint";

/// Empty for any other file's name.
std::optional<std::uint32_t> iteration_of(const std::string& name) {
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return std::nullopt;
  if (name.size() <= kPrefix.size() + kSuffix.size()) return std::nullopt;
  const char* const begin = name.data() + kPrefix.size();
  const char* const end = name.data() + name.size() - kSuffix.size();
  std::uint32_t iteration = 0;
  const auto [rest, status] = std::from_chars(begin, end, iteration);
  return status == std::errc{} && rest == end ? std::optional(iteration) : std::nullopt;
}

void remove_file(const fs::path& path) {
  std::error_code failed;
  fs::remove(path, failed);
  if (failed) files::throw_file_error("remove", path, failed.value());
}

}  // namespace

fs::path state_path(const fs::path& folder, std::uint32_t iteration) {
  return folder / fmt::format("{}{}{}", kPrefix, iteration, kSuffix);
}

std::vector<SavedState> list_states(const fs::path& folder) {
  std::vector<SavedState> states;
  std::error_code failed;
  fs::directory_iterator entry(folder, failed);
  for (; !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
    const auto iteration = iteration_of(entry->path().filename().string());
    if (iteration) states.push_back({entry->path(), *iteration});
  }
  if (failed && failed != std::errc::no_such_file_or_directory) {
    files::throw_file_error("read the folder", folder, failed.value());
  }
  std::ranges::sort(states, std::greater<>(), &SavedState::iteration);
  return states;
}

void remove_states(const fs::path& folder, const fs::path& kept) {
  for (const SavedState& state : list_states(folder)) {
    if (state.path != kept) remove_file(state.path);
  }
  remove_file(folder / kUnfinishedCheckpoint);
}

void refuse_empty_folder(const fs::path& folder) {
  throw CheckpointError(wording::compose(
      "there is no checkpoint in '{}' (a training that has written its model removes its own); to "
      "begin: {}",
      folder.string(), wording::begin_call(folder)));
}

}  // namespace bsg::checkpoint
