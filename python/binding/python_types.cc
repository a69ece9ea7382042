#include "binding/python_types.h"

#include <pybind11/stl.h>

namespace bsg::python {

namespace py = pybind11;
using namespace py::literals;

py::object python_type(const char* module, const char* name) {
  return py::module_::import((std::string("bsg.") + module).c_str()).attr(name);
}

py::str text(std::string_view utf8) {
  PyObject* decoded =
      PyUnicode_DecodeUTF8(utf8.data(), static_cast<py::ssize_t>(utf8.size()), "replace");
  if (decoded == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}

py::object iteration(const IterationRecord& record) {
  return python_type("results", "Iteration")(
      "iteration"_a = record.iteration, "step"_a = record.step, "tokens"_a = record.tokens,
      "positive_pairs"_a = record.positive_pairs, "negative_pairs"_a = record.negative_pairs,
      "target_change"_a = record.target_change, "context_change"_a = record.context_change,
      "relative_change"_a = record.relative_change, "mean_loss"_a = record.mean_loss,
      "target_prior_precision"_a = record.target_prior_precision,
      "context_prior_precision"_a = record.context_prior_precision, "bound"_a = record.bound);
}

py::dict score_fields(const Score& score) {
  return py::dict(
      "deviation"_a = score.deviation, "lower"_a = score.lower, "cosine"_a = score.cosine,
      "cosine_mean"_a = score.cosine_mean, "cosine_deviation"_a = score.cosine_deviation,
      "product_mean"_a = score.product_mean, "product_variance"_a = score.product_variance);
}

}  // namespace bsg::python
