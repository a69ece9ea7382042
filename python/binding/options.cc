#include "bsg/options.h"

#include <span>
#include <string>

#include "binding/module.h"
#include "binding/python_types.h"
#include "bsg/model.h"

namespace bsg::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

py::object idle_with(const OptionDescription& option) {
  if (!option.idle_with) return py::none();
  return py::make_tuple(option.idle_with->name, option.idle_with->value);
}

py::list table(std::span<const OptionDescription> options) {
  const py::object type = python_type("option_table", "OptionRow");
  py::list rows;
  for (const OptionDescription& option : options) {
    rows.append(type("name"_a = option.name, "stage"_a = option.stage, "kind"_a = option.kind,
                     "default_text"_a = option.default_value, "range_text"_a = option.range,
                     "meaning"_a = option.meaning, "affects_result"_a = option.affects_result,
                     "idle_with"_a = idle_with(option)));
  }
  return rows;
}

}  // namespace

void bind_options(py::module_& module) {
  module.def("option_table", [] { return table(option_table()); });
  module.def("update_option_table", [] { return table(update_option_table()); });
  module.def("update_options", &update_options, "model"_a);
  py::class_<TrainingOptions>(module, "TrainingOptions")
      .def(py::init<>())
      .def(
          "set",
          [](TrainingOptions& options, const std::string& name, const std::string& value) {
            set_option(options, name, value);
          },
          "name"_a, "value"_a)
      .def(
          "check_applies",
          [](const TrainingOptions& options, const std::string& name) {
            check_applies(options, name);
          },
          "name"_a)
      .def(
          "get",
          [](const TrainingOptions& options, const std::string& name) {
            return get_option(options, name);
          },
          "name"_a);
}

}  // namespace bsg::python
