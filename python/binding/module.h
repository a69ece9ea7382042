#pragma once

#include <pybind11/pybind11.h>

namespace bsg::python {

// What each file adds to the module bsg._bsg.
void bind_errors();
void bind_options(pybind11::module_& module);
void bind_model(pybind11::module_& module);
void bind_query(pybind11::module_& module);
void bind_inference(pybind11::module_& module);
void bind_recommending(pybind11::module_& module);
void bind_sentences(pybind11::module_& module);
void bind_evaluation(pybind11::module_& module);
void bind_baskets(pybind11::module_& module);
void bind_held_out(pybind11::module_& module);
void bind_training(pybind11::module_& module);
void bind_comparing(pybind11::module_& module);

}  // namespace bsg::python
