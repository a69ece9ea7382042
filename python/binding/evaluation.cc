#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <vector>

#include "binding/choices.h"
#include "binding/module.h"
#include "binding/python_types.h"
#include "bsg/evaluate.h"

namespace bsg::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

struct Evaluation {
  std::vector<SimilarityResult> similarity;
  std::vector<AnalogyResult> analogy;
};

/// All sets are read before the first is judged, so that a damaged file costs no time.
Evaluation evaluate(const Model& model, const std::vector<std::string>& similarity,
                    const std::vector<std::string>& analogy, const QueryOptions& options) {
  std::vector<SimilaritySet> rated;
  for (const std::string& path : similarity) rated.push_back(read_similarity_set(path));
  std::vector<AnalogySet> asked;
  for (const std::string& path : analogy) asked.push_back(read_analogy_set(path));
  Evaluation evaluation;
  for (const SimilaritySet& set : rated)
    evaluation.similarity.push_back(evaluate_similarity(model, set, options));
  for (const AnalogySet& set : asked)
    evaluation.analogy.push_back(evaluate_analogies(model, set, options));
  return evaluation;
}

py::object similarity_object(const SimilarityResult& result) {
  return python_type("results", "SimilarityResult")(
      "name"_a = text(result.name), "correlation"_a = result.correlation, "used"_a = result.used,
      "skipped"_a = result.skipped, "guessed"_a = result.guessed);
}

py::object group_object(const AnalogyGroupResult& group) {
  return python_type("results", "AnalogyGroupResult")(
      "name"_a = text(group.name), "right"_a = group.right, "used"_a = group.used,
      "skipped"_a = group.skipped, "guessed"_a = group.guessed);
}

py::object curve_object(const std::optional<CoverageCurve>& curve) {
  if (!curve) return py::none();
  py::dict accuracies;
  for (std::size_t place = 0; place < CoverageCurve::kCoverages.size(); ++place)
    accuracies[py::float_(CoverageCurve::kCoverages[place])] = curve->accuracies[place];
  return python_type("results", "CoverageCurve")("accuracies"_a = accuracies,
                                                 "area"_a = curve->area);
}

py::object analogy_object(const AnalogyResult& result) {
  py::list groups;
  for (const AnalogyGroupResult& group : result.groups) groups.append(group_object(group));
  return python_type("results", "AnalogyResult")(
      "name"_a = text(result.name), "accuracy"_a = result.accuracy(), "right"_a = result.right,
      "used"_a = result.used, "skipped"_a = result.skipped, "groups"_a = py::tuple(groups),
      "by_confidence"_a = curve_object(result.by_order_probability),
      "by_cosine"_a = curve_object(result.by_cosine), "guessed"_a = result.guessed,
      "by_margin"_a = curve_object(result.by_margin), "by_count"_a = curve_object(result.by_count));
}

py::object evaluate_model(const Model& model, const std::vector<std::string>& similarity,
                          const std::vector<std::string>& analogy, const std::string& measure,
                          const std::string& representation, bool raw, bool oov,
                          const std::string& rank) {
  const QueryOptions options{
      .measure = parse_choice(measure_table(), measure, "measure"),
      .representation = parse_choice(representation_table(), representation, "representation"),
      .raw = raw,
      .known_only = !oov,
      .rank = parse_choice(rank_table(), rank, "rank")};
  if (oov) check_guesses(model);
  Evaluation evaluation;
  {
    const py::gil_scoped_release unlocked;
    evaluation = evaluate(model, similarity, analogy, options);
  }
  py::list judged_similarity, judged_analogy;
  for (const SimilarityResult& result : evaluation.similarity)
    judged_similarity.append(similarity_object(result));
  for (const AnalogyResult& result : evaluation.analogy)
    judged_analogy.append(analogy_object(result));
  return python_type("results", "Evaluation")("similarity"_a = py::tuple(judged_similarity),
                                              "analogy"_a = py::tuple(judged_analogy),
                                              "oov"_a = oov);
}

}  // namespace

void bind_evaluation(py::module_& module) {
  module.def("evaluate", &evaluate_model, "model"_a, "similarity"_a, "analogy"_a, "measure"_a,
             "representation"_a, "raw"_a, "oov"_a, "rank"_a);
}

}  // namespace bsg::python
