#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "bsg/wording.h"

namespace bsg::wording {

/// An option by its name in option_table(), or one of a checkpoint: --min-count, min_count.
[[nodiscard]] inline Wording option(std::string_view name) {
  return option_wording(name);
}

/// An option with a value as set_option() takes it: --min-count 5, min_count=5.
[[nodiscard]] Wording setting(std::string_view name, std::string_view value);
[[nodiscard]] Wording setting(std::string_view name, std::uint64_t value);

/// A number in groups of three digits: 1,234,567.
[[nodiscard]] std::string grouped(std::uint64_t number);

/// What begins a training with checkpoints in a folder.
[[nodiscard]] Wording begin_call(const std::filesystem::path& folder);

/// What resumes from the checkpoint in a folder; `in_memory`: sentences have to be given again.
[[nodiscard]] Wording resume_call(const std::filesystem::path& folder, bool in_memory, bool update);

/// What infers bags without those that tell nothing.
[[nodiscard]] Wording skip_bags_call();

}  // namespace bsg::wording
