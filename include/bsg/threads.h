#pragma once

namespace bsg {

/// Ends the worker threads that the library keeps between calls; the next call starts new ones. To
/// be called before fork(): the child would inherit the locks of these threads, but not the
/// threads, and could wait for ever. False if other threads are using the library, or have used it
/// and still live; the workers are then left alone.
bool release_threads() noexcept;

}  // namespace bsg
