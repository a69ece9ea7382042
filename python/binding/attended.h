#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <exception>
#include <future>
#include <stop_token>
#include <thread>
#include <type_traits>

namespace bsg::python {

/// What work(stop) returns or throws. It runs in a thread of its own and without the interpreter's
/// lock, so that other threads go on and the caller's can look after signals: what a signal raises
/// stops it. REQUIRES: the caller holds the interpreter's lock, and `work` uses nothing of Python.
template <class Work>
auto attended(const Work& work) {
  namespace py = pybind11;
  constexpr std::chrono::milliseconds kPatience{50};
  std::promise<std::invoke_result_t<const Work&, std::stop_token>> promise;
  auto result = promise.get_future();
  std::jthread thread([&](const std::stop_token& stop) {
    try {
      promise.set_value(work(stop));
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  });
  const auto is_over = [&] {
    const py::gil_scoped_release unlocked;
    return result.wait_for(kPatience) == std::future_status::ready;
  };
  while (!is_over()) {
    if (PyErr_CheckSignals() == 0) continue;
    thread.request_stop();
    {
      const py::gil_scoped_release unlocked;
      thread.join();
    }
    throw py::error_already_set();
  }
  return result.get();
}

}  // namespace bsg::python
