#include "bsg/held_out.h"

#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "binding/attended.h"
#include "binding/module.h"
#include "binding/python_types.h"

namespace bsg::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

py::object likelihood_object(const std::optional<MeanLogLikelihood>& likelihood) {
  if (!likelihood) return py::none();
  return python_type("results", "MeanLogLikelihood")("mean"_a = likelihood->mean,
                                                     "error"_a = likelihood->error);
}

py::object evaluate_text(const Model& model, std::vector<std::string> texts,
                         std::shared_ptr<Sentences> sentences) {
  const HeldOutText text{.texts = std::move(texts), .sentences = std::move(sentences)};
  const HeldOutResult result =
      attended([&](const std::stop_token& stop) { return evaluate_held_out(model, text, stop); });
  return python_type("results", "HeldOutResult")(
      "integrated"_a = likelihood_object(result.integrated),
      "points"_a = likelihood_object(result.points), "gain"_a = likelihood_object(result.gain),
      "frequencies"_a = likelihood_object(result.frequencies),
      "positive_pairs"_a = result.positive_pairs, "negatives"_a = result.negatives,
      "tokens"_a = result.tokens, "left_out_tokens"_a = result.left_out_tokens,
      "left_out_words"_a = result.left_out_words);
}

}  // namespace

void bind_held_out(py::module_& module) {
  module.def("evaluate_text", &evaluate_text, "model"_a, "texts"_a, "sentences"_a);
}

}  // namespace bsg::python
