#pragma once

#include <pybind11/numpy.h>

#include <utility>
#include <vector>

#include "bsg/model.h"

namespace bsg::python {

using Floats = pybind11::array_t<float, pybind11::array::c_style | pybind11::array::forcecast>;

/// Mean and variance as they come from Python.
using GivenDensity = std::pair<Floats, Floats>;

/// Whatever their shape: the library says what is wrong with their number.
inline TargetDensity density_of(const GivenDensity& given) {
  const auto numbers = [](const Floats& array) {
    return std::vector<float>(array.data(), array.data() + array.size());
  };
  return {numbers(given.first), numbers(given.second)};
}

/// A read-only copy.
inline pybind11::array array_of(const std::vector<float>& numbers) {
  Floats copy(static_cast<pybind11::ssize_t>(numbers.size()), numbers.data());
  copy.attr("setflags")(pybind11::arg("write") = false);
  return copy;
}

}  // namespace bsg::python
