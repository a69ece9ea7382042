#include "planning/machine_memory.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

namespace bsg::planning {
namespace {

namespace fs = std::filesystem;

/// The number in a file; nothing if there is none, as in "max".
std::optional<std::uint64_t> number_in(const fs::path& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;
}

std::optional<std::uint64_t> smaller(std::optional<std::uint64_t> a,
                                     std::optional<std::uint64_t> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

/// The limits of a group and of all that it lies in. A process may not see the groups above its
/// own, or see its own as the topmost.
std::optional<std::uint64_t> limit_of_group(const fs::path& mount, const fs::path& group,
                                            std::string_view file) {
  std::optional<std::uint64_t> limit = number_in(mount / file);
  fs::path place = mount;
  for (const fs::path& name : group.relative_path()) {
    place /= name;
    limit = smaller(limit, number_in(place / file));
  }
  return limit;
}

}  // namespace

std::optional<std::uint64_t> memory_limit(const fs::path& root) {
  const fs::path mount = root / "sys/fs/cgroup";
  std::optional<std::uint64_t> limit;
  std::ifstream groups(root / "proc/self/cgroup");
  // Lines of number:controllers:group; version 2 has no controllers in them.
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = fmt::format(",{},", line.substr(first + 1, second - first - 1));
    const fs::path group = line.substr(second + 1);
    if (controllers == ",,") {
      limit = smaller(limit, limit_of_group(mount, group, "memory.max"));
    } else if (controllers.find(",memory,") != std::string::npos) {
      limit = smaller(limit, limit_of_group(mount / "memory", group, "memory.limit_in_bytes"));
    }
  }
  return limit;
}

std::optional<std::uint64_t> address_space_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  return limit.rlim_cur;
}

std::uint64_t automatic_budget() {
  const auto physical = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return smaller(physical, smaller(memory_limit(), address_space_limit())).value() / 8 * 7;
}

}  // namespace bsg::planning
