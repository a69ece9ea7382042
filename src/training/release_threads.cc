#include <tbb/global_control.h>

#include <new>

#include "bsg/threads.h"

namespace bsg {

bool release_threads() noexcept {
  tbb::task_scheduler_handle workers{tbb::attach{}};
  return tbb::finalize(workers, std::nothrow);
}

}  // namespace bsg
