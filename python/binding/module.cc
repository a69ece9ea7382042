#include "binding/module.h"

#include "bsg/threads.h"
#include "bsg/version.h"

/// The compiled half of the package bsg: public headers of the library as Python objects. Words and
/// paths come in as bytes; what people meet is made in Python.
PYBIND11_MODULE(_bsg, module) {
  using namespace bsg::python;
  module.def("version", &bsg::version);
  module.def("simd_target", &bsg::simd_target);
  module.def("release_threads", &bsg::release_threads,
             pybind11::call_guard<pybind11::gil_scoped_release>());
  bind_errors();
  bind_options(module);
  bind_model(module);
  bind_query(module);
  bind_inference(module);
  bind_recommending(module);
  bind_sentences(module);
  bind_evaluation(module);
  bind_baskets(module);
  bind_held_out(module);
  bind_training(module);
  bind_comparing(module);
}
