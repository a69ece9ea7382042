#include "files/free_space.h"

#include <sys/statvfs.h>

#include <cerrno>

#include "files/file_error.h"

namespace bsg::files {
namespace {

std::uint64_t left_on(const struct statvfs& disk) {
  return std::uint64_t{disk.f_bavail} * disk.f_frsize;
}

}  // namespace

std::uint64_t free_space(const std::string& folder, std::string_view purpose) {
  struct statvfs disk {};
  if (::statvfs(folder.c_str(), &disk) != 0) throw_file_error(purpose, folder, errno);
  return left_on(disk);
}

std::optional<std::uint64_t> free_space(int file) {
  struct statvfs disk {};
  if (::fstatvfs(file, &disk) != 0) return std::nullopt;
  return left_on(disk);
}

}  // namespace bsg::files
