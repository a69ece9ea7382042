#include "bsg/model.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "binding/choices.h"
#include "binding/densities.h"
#include "binding/item_text.h"
#include "binding/module.h"
#include "binding/python_types.h"
#include "bsg/export.h"
#include "bsg/import.h"

namespace bsg::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

/// The numbers where they are: read-only, and `owner` lives as long as the array does.
py::array view(const py::object& owner, std::span<const float> numbers, std::size_t columns) {
  py::array_t<float> array({numbers.size() / columns, columns}, numbers.data(), owner);
  array.attr("setflags")("write"_a = false);
  return array;
}

/// None where the model has no such numbers.
py::object view_or_none(const py::object& owner, std::span<const float> numbers) {
  if (numbers.empty()) return py::none();
  return view(owner, numbers, owner.cast<const Model&>().dimension());
}

py::object means(const py::object& self, const std::string& side) {
  return view_or_none(self, self.cast<const Model&>().means(parse_choice(kSides, side, "side")));
}

py::object variances(const py::object& self, const std::string& side) {
  return view_or_none(self,
                      self.cast<const Model&>().variances(parse_choice(kSides, side, "side")));
}

py::object axes(const py::object& self, const std::string& side) {
  return view_or_none(self, self.cast<const Model&>().axes(parse_choice(kSides, side, "side")));
}

/// Mean and variance; None where the model cannot guess.
py::object guess(const Model& model, const std::string& word) {
  const std::optional<TargetDensity> guessed = model.guess(word);
  if (!guessed) return py::none();
  return py::make_tuple(array_of(guessed->mean), array_of(guessed->variance));
}

py::list closest_words(const Model& model, const std::string& word) {
  py::list closest;
  for (const std::string& one : model.closest_words(word)) closest.append(text(one));
  return closest;
}

py::array counts(const Model& model) {
  py::array_t<std::int64_t> array(static_cast<py::ssize_t>(model.size()));
  auto writable = array.mutable_unchecked<1>();
  for (WordId id = 0; id < model.size(); ++id)
    writable(id) = static_cast<std::int64_t>(model.count(id));
  array.attr("setflags")("write"_a = false);
  return array;
}

py::tuple words(const Model& model) {
  py::tuple all(model.size());
  for (WordId id = 0; id < model.size(); ++id) all[id] = text(model.word(id));
  return all;
}

py::tuple users(const Model& model) {
  py::tuple all(model.user_count());
  for (std::size_t user = 0; user < model.user_count(); ++user) all[user] = text(model.user(user));
  return all;
}

/// None for somebody whom the model does not know.
py::object items_of(const Model& model, const py::object& user) {
  const std::optional<std::size_t> place =
      model.find_user(item_texts(py::make_tuple(user)).front());
  if (!place) return py::none();
  py::list items;
  for (const WordId item : model.items_of(*place)) items.append(text(model.word(item)));
  return items;
}

py::tuple iterations(const Model& model) {
  py::list all;
  for (const IterationRecord& record : model.iterations()) all.append(iteration(record));
  return py::tuple(all);
}

py::tuple calibration(const Model& model) {
  const py::object point = python_type("results", "CalibrationPoint");
  py::list all;
  for (const CalibrationPoint& each : model.calibration()) {
    all.append(point(each.count, each.target, each.context));
  }
  return py::tuple(all);
}

py::dict options(const Model& model) {
  py::dict all;
  for (const auto& [name, value] : model.options()) all[text(name)] = text(value);
  return all;
}

std::vector<std::string> export_to(const Model& model, const std::string& path,
                                   const std::string& format, const std::string& what,
                                   const std::string& representation,
                                   std::optional<std::vector<std::string>> chosen,
                                   bool known_only) {
  const ExportOptions how{parse_choice(export_formats(), format, "format"),
                          parse_choice(export_whats(), what, "what"),
                          parse_choice(representation_table(), representation, "representation"),
                          std::move(chosen), known_only};
  std::vector<std::string> written;
  for (const std::filesystem::path& file : export_vectors(model, path, how))
    written.push_back(file.string());
  return written;
}

Model load(const std::string& path, bool verify) {
  return Model::load(path, verify ? Verify::checksums : Verify::structure);
}

}  // namespace

void bind_model(py::module_& module) {
  using Release = py::call_guard<py::gil_scoped_release>;
  module.def("load", &load, "path"_a, "verify"_a, Release());
  module.def(
      "load_vectors", [](const std::string& path) { return import_vectors(path); }, "path"_a,
      Release());
  py::class_<Model>(module, "Model")
      .def(
          "save", [](const Model& model, const std::string& path) { model.save(path); }, "path"_a,
          Release())
      .def("export", &export_to, "path"_a, "format"_a, "what"_a, "representation"_a, "words"_a,
           "known_only"_a, Release())
      .def("__len__", &Model::size)
      .def_property_readonly("dimension", &Model::dimension)
      .def_property_readonly("library_version", &Model::library_version)
      .def_property_readonly("simd_target", &Model::simd_target)
      .def("means", &means, "side"_a)
      .def("variances", &variances, "side"_a)
      .def("axes", &axes, "side"_a)
      .def_property_readonly("knows_spelling", &Model::knows_spelling)
      .def("guess", &guess, "word"_a)
      .def("closest_words", &closest_words, "word"_a)
      .def("counts", &counts)
      .def("words", &words)
      .def("users", &users)
      .def("items_of", &items_of, "user"_a)
      .def("options", &options)
      .def("iterations", &iterations)
      .def("calibration", &calibration)
      .def(
          "find", [](const Model& model, const std::string& word) { return model.find(word); },
          "word"_a)
      .def(
          "id", [](const Model& model, const std::string& word) { return model.id(word); },
          "word"_a);
}

}  // namespace bsg::python
