#include "files/scratch_memory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <new>
#include <utility>

#include "files/file_error.h"
#include "files/free_space.h"
#include "files/size_text.h"
#include "files/unnamed_file.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::files {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

void* map(int file, std::size_t bytes) {
  const int flags = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED;
  return ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
}

/// Asked before reserving: some file systems reserve all that there is before they refuse, which
/// leaves nothing to others meanwhile. Where it cannot be told, reserving will.
bool has_room(int file, std::size_t bytes) {
  return bytes <= free_space(file).value_or(bytes);
}

[[noreturn]] void refuse_full_disk(const std::filesystem::path& folder, std::size_t bytes,
                                   int error_number) {
  throw_file_error(fmt::format("keep {} of scratch data in", size_text(bytes)), folder,
                   error_number,
                   wording::compose("; make room there, choose another folder with {}, or raise {}",
                                    wording::option("scratch"), wording::option("memory")));
}

}  // namespace

ScratchMemory::ScratchMemory(const ScratchPlace& place, std::size_t bytes) : folder_(place) {
  if (folder_) file_ = open_unnamed_file(*folder_);
  resize(bytes);
}

ScratchMemory::ScratchMemory(ScratchMemory&& other) noexcept
    : bytes_(std::exchange(other.bytes_, {})),
      folder_(std::move(other.folder_)),
      file_(std::move(other.file_)) {}

ScratchMemory& ScratchMemory::operator=(ScratchMemory&& other) noexcept {
  if (this == &other) return *this;
  release();
  bytes_ = std::exchange(other.bytes_, {});
  folder_ = std::move(other.folder_);
  file_ = std::move(other.file_);
  return *this;
}

void ScratchMemory::reserve_disk(std::size_t bytes) const {
  if (bytes <= bytes_.size()) return;
  const std::size_t more = bytes - bytes_.size();
  int error = has_room(file_.get(), more) ? EINTR : ENOSPC;
  while (error == EINTR) {
    error =
        ::posix_fallocate(file_.get(), static_cast<off_t>(bytes_.size()), static_cast<off_t>(more));
  }
  if (error != 0) refuse_full_disk(*folder_, bytes, error);
}

void ScratchMemory::resize(std::size_t bytes) {
  if (bytes == bytes_.size()) return;
  if (bytes == 0) {
    release();
    return;
  }
  if (folder_) reserve_disk(bytes);
  void* const start = bytes_.empty()
                          ? map(file_.get(), bytes)
                          : ::mremap(bytes_.data(), bytes_.size(), bytes, MREMAP_MAYMOVE);
  if (start == MAP_FAILED) throw std::bad_alloc();
  const bool shorter = bytes < bytes_.size();
  bytes_ = {static_cast<std::byte*>(start), bytes};
  // What is given back early or not at all does no harm: the file ends with the value.
  if (folder_ && shorter && ::ftruncate(file_.get(), static_cast<off_t>(bytes)) != 0) return;
  if (!folder_ && bytes >= 2 * kHugePage) ::madvise(bytes_.data(), bytes_.size(), MADV_HUGEPAGE);
}

void ScratchMemory::advise_sequential() const noexcept {
  if (folder_ && !bytes_.empty()) ::madvise(bytes_.data(), bytes_.size(), MADV_SEQUENTIAL);
}

void ScratchMemory::release() noexcept {
  if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
  bytes_ = {};
}

}  // namespace bsg::files
