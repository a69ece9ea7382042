#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

/// Items, users and words as people pass them: str, or anything hashable whose str() is meant.

namespace bsg::python {

/// As str. Throws TypeError for bytes and for what has no hash.
pybind11::object as_str(pybind11::handle item);

/// UTF-8 of a str, where a lone surrogate has bytes of its own.
pybind11::object encoded_with_surrogates(const pybind11::object& word);

/// UTF-8 of all items of an iterable.
std::vector<std::string> item_texts(pybind11::handle items);

}  // namespace bsg::python
