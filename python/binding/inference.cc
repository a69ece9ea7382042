#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "binding/attended.h"
#include "binding/densities.h"
#include "binding/module.h"
#include "binding/python_types.h"
#include "bsg/infer.h"

namespace bsg::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

py::list infer_words(const TargetInference& inference, std::vector<std::string> texts,
                     std::shared_ptr<Sentences> sentences, std::vector<std::string> words,
                     std::uint64_t min_count, const std::string& axes) {
  const InferenceInput input{.texts = std::move(texts),
                             .sentences = std::move(sentences),
                             .words = std::move(words),
                             .min_count = min_count};
  const std::vector<InferredWord> inferred =
      attended([&](const std::stop_token& stop) { return inference.words(input, stop); });
  const py::object type = python_type("results", "InferredWord");
  py::list list;
  for (const InferredWord& word : inferred) {
    list.append(type("word"_a = text(word.word), "count"_a = word.count,
                     "evidence"_a = word.evidence, "mean"_a = array_of(word.density.mean),
                     "variance"_a = array_of(word.density.variance), "axes"_a = axes));
  }
  return list;
}

/// None in the place of a bag that tells nothing, if these are to be skipped.
py::list infer_bags(const TargetInference& inference,
                    const std::vector<std::vector<std::string>>& bags, bool skip,
                    const std::string& axes) {
  std::vector<std::optional<TargetDensity>> densities;
  {
    const py::gil_scoped_release unlocked;
    if (skip) {
      densities = inference.known_bags(bags);
    } else {
      for (TargetDensity& density : inference.bags(bags))
        densities.emplace_back(std::move(density));
    }
  }
  const py::object type = python_type("results", "Density");
  py::list list;
  for (const std::optional<TargetDensity>& density : densities) {
    if (!density) {
      list.append(py::none());
      continue;
    }
    list.append(type("mean"_a = array_of(density->mean), "variance"_a = array_of(density->variance),
                     "axes"_a = axes));
  }
  return list;
}

/// Word, count, evidence, and the density.
using GivenWord = std::tuple<std::string, std::uint64_t, double, GivenDensity>;

Model with_words(const Model& model, const std::vector<GivenWord>& given) {
  std::vector<InferredWord> words;
  for (const auto& [word, count, evidence, density] : given) {
    words.push_back({word, count, evidence, density_of(density)});
  }
  const py::gil_scoped_release unlocked;
  return add_words(model, words);
}

}  // namespace

void bind_inference(py::module_& module) {
  py::class_<TargetInference>(module, "TargetInference")
      .def(py::init<const Model&>(), "model"_a, py::call_guard<py::gil_scoped_release>())
      .def("words", &infer_words, "texts"_a, "sentences"_a, "words"_a, "min_count"_a, "axes"_a)
      .def("bags", &infer_bags, "bags"_a, "skip"_a, "axes"_a);
  module.def("with_words", &with_words, "model"_a, "words"_a);
}

}  // namespace bsg::python
