#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "binding/attended.h"
#include "binding/densities.h"
#include "binding/module.h"
#include "binding/python_types.h"
#include "bsg/compare.h"

namespace bsg::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

/// A text as Python hands it over: paths, or sentences.
using GivenText = std::pair<std::vector<std::string>, std::shared_ptr<Sentences>>;

ComparedText compared_text(GivenText text) {
  return {.texts = std::move(text.first), .sentences = std::move(text.second)};
}

py::object change_object(const py::object& type, const WordChange& change) {
  return type(
      "word"_a = text(change.word), "count_a"_a = change.count_a, "count_b"_a = change.count_b,
      "distance"_a = change.distance, "deviation"_a = change.deviation, "z"_a = change.z,
      "probability"_a = change.probability, "false_discovery_rate"_a = change.false_discovery_rate,
      "mean_a"_a = array_of(change.a.mean), "variance_a"_a = array_of(change.a.variance),
      "mean_b"_a = array_of(change.b.mean), "variance_b"_a = array_of(change.b.variance));
}

py::list compare(const Model& model, GivenText a, GivenText b, std::uint64_t min_count,
                 double threshold) {
  const ComparedText text_a = compared_text(std::move(a)), text_b = compared_text(std::move(b));
  const ComparisonOptions options{.min_count = min_count, .threshold = threshold};
  const TextComparison comparison = attended([&](const std::stop_token& stop) {
    return compare_texts(model, text_a, text_b, options, stop);
  });
  const py::object type = python_type("results", "WordChange");
  py::list changes;
  for (const WordChange& change : comparison.words) changes.append(change_object(type, change));
  return changes;
}

}  // namespace

void bind_comparing(py::module_& module) {
  module.def("compare_texts", &compare, "model"_a, "a"_a, "b"_a, "min_count"_a, "threshold"_a);
}

}  // namespace bsg::python
