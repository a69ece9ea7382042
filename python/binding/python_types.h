#pragma once

#include <pybind11/pybind11.h>

#include <string_view>

#include "bsg/model.h"
#include "bsg/query.h"

namespace bsg::python {

/// A class that the package defines in Python, of the module bsg.MODULE.
pybind11::object python_type(const char* module, const char* name);

/// UTF-8 to str; bytes that are not UTF-8 become U+FFFD.
pybind11::str text(std::string_view utf8);

/// bsg.Iteration.
pybind11::object iteration(const IterationRecord& record);

/// Its fields as the keyword arguments of bsg.Score and bsg.Neighbor, but for the value itself.
pybind11::dict score_fields(const Score& score);

}  // namespace bsg::python
