#include "bsg/query.h"

#include <pybind11/stl.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "binding/choices.h"
#include "binding/densities.h"
#include "binding/module.h"
#include "binding/python_types.h"

namespace bsg::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

py::list table() {
  const py::object type = python_type("measures", "Measure");
  py::list rows;
  for (const MeasureDescription& measure : measure_table()) {
    rows.append(type("name"_a = measure.name, "meaning"_a = measure.meaning,
                     "needs_variances"_a = measure.needs_variances,
                     "unit_length"_a = measure.unit_length, "has_confidence"_a = measure.has_order,
                     "default_rank"_a = describe(measure.default_rank).name));
  }
  return rows;
}

/// Pairs of a name and a meaning.
py::list ranks() {
  py::list rows;
  for (const RankDescription& rank : rank_table()) {
    rows.append(py::make_tuple(rank.name, rank.meaning));
  }
  return rows;
}

/// A query with the model that it asks, which knows how often the answers occur.
struct ModelQuery {
  ModelQuery(const Model& asked, const QueryOptions& options)
      : model(asked), query(asked, options) {}

  Model model;
  Query query;
};

std::optional<Rank> parse_rank(const std::optional<std::string>& rank) {
  if (!rank) return std::nullopt;
  return parse_choice(rank_table(), *rank, "rank");
}

/// Without the interpreter's lock where a query is prepared.
std::unique_ptr<ModelQuery> make_query(const Model& asked, const std::string& measure,
                                       const std::string& representation, bool raw, bool known_only,
                                       const std::optional<std::string>& rank,
                                       std::uint64_t min_count) {
  return std::make_unique<ModelQuery>(
      asked, QueryOptions{.measure = parse_choice(measure_table(), measure, "measure"),
                          .representation = parse_choice(representation_table(), representation,
                                                         "representation"),
                          .raw = raw,
                          .known_only = known_only,
                          .rank = parse_rank(rank),
                          .min_count = min_count});
}

py::object score(const Score& score) {
  return python_type("results", "Score")("value"_a = score.value, **score_fields(score));
}

py::list neighbor_list(const ModelQuery& asked, const std::vector<Answer>& answers) {
  const py::object type = python_type("results", "Neighbor");
  py::list list;
  for (const Answer& answer : answers) {
    list.append(type("word"_a = text(answer.word), "score"_a = answer.score.value,
                     "confidence"_a = answer.beats_next, "count"_a = asked.model.count(answer.id),
                     **score_fields(answer.score)));
  }
  return list;
}

/// Python objects are made from what `ask` gives, which runs without the interpreter's lock.
template <class Ask>
py::list ask_without_lock(const ModelQuery& asked, const Ask& ask) {
  std::vector<Answer> answers;
  {
    const py::gil_scoped_release unlocked;
    answers = ask(asked.query);
  }
  return neighbor_list(asked, answers);
}

py::object similarity(const ModelQuery& asked, const std::string& a, const std::string& b) {
  return score(asked.query.similarity(a, b));
}

py::object similarity_of_density(const ModelQuery& asked, const GivenDensity& a,
                                 const std::string& b) {
  return score(asked.query.similarity(
      Composition{.positive = {}, .negative = {}, .densities = {density_of(a)}}, b));
}

py::list neighbors(const ModelQuery& asked, const std::string& word, std::size_t count) {
  return ask_without_lock(asked, [&](const Query& query) { return query.neighbors(word, count); });
}

py::list composed(const ModelQuery& asked, std::vector<std::string> positive,
                  std::vector<std::string> negative, const std::vector<GivenDensity>& densities,
                  std::size_t count) {
  Composition composition{std::move(positive), std::move(negative)};
  for (const GivenDensity& density : densities) {
    composition.densities.push_back(density_of(density));
  }
  return ask_without_lock(asked,
                          [&](const Query& query) { return query.neighbors(composition, count); });
}

/// For each of several questions, in one pass over the model.
py::list answer_all(const ModelQuery& asked, const std::vector<Composition>& questions,
                    std::size_t count) {
  std::vector<std::vector<Answer>> answers;
  {
    const py::gil_scoped_release unlocked;
    answers = asked.query.neighbors(questions, count);
  }
  py::list lists;
  for (const std::vector<Answer>& list : answers) lists.append(neighbor_list(asked, list));
  return lists;
}

py::list neighbors_of(const ModelQuery& asked, const std::vector<std::string>& words,
                      std::size_t count) {
  std::vector<Composition> questions;
  for (const std::string& word : words) questions.push_back({.positive = {word}});
  return answer_all(asked, questions, count);
}

/// Of densities that are no word's.
py::list near_densities(const ModelQuery& asked, const std::vector<GivenDensity>& densities,
                        std::size_t count) {
  std::vector<Composition> questions;
  for (const GivenDensity& density : densities) {
    questions.push_back({.positive = {}, .negative = {}, .densities = {density_of(density)}});
  }
  return answer_all(asked, questions, count);
}

py::list analogy(const ModelQuery& asked, const std::string& a, const std::string& b,
                 const std::string& c, std::size_t count) {
  return ask_without_lock(asked, [&](const Query& query) { return query.analogy(a, b, c, count); });
}

}  // namespace

void bind_query(py::module_& module) {
  module.def("measure_table", &table);
  module.def("rank_table", &ranks);
  py::class_<ModelQuery>(module, "Query")
      .def(py::init(&make_query), "model"_a, "measure"_a, "representation"_a, "raw"_a,
           "known_only"_a, "rank"_a, "min_count"_a, py::call_guard<py::gil_scoped_release>())
      .def("similarity", &similarity, "a"_a, "b"_a)
      .def("similarity_of_density", &similarity_of_density, "a"_a, "b"_a)
      .def("neighbors", &neighbors, "word"_a, "count"_a)
      .def("neighbors_of", &neighbors_of, "words"_a, "count"_a)
      .def("near_densities", &near_densities, "densities"_a, "count"_a)
      .def("composed", &composed, "positive"_a, "negative"_a, "densities"_a, "count"_a)
      .def("analogy", &analogy, "a"_a, "b"_a, "c"_a, "count"_a);
}

}  // namespace bsg::python
