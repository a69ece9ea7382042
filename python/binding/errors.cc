#include <algorithm>
#include <exception>
#include <string>

#include "binding/module.h"
#include "binding/python_types.h"
#include "bsg/error.h"
#include "bsg/options.h"

namespace bsg::python {
namespace {

namespace py = pybind11;

/// Options as Python writes them: min_count for --min-count.
std::string with_python_names(std::string message) {
  for (const OptionDescription& option : option_table()) {
    const std::string command_line = "--" + std::string(option.name);
    std::string keyword(option.name);
    std::ranges::replace(keyword, '-', '_');
    for (std::size_t at = message.find(command_line); at != std::string::npos;
         at = message.find(command_line, at + keyword.size())) {
      const std::size_t end = at + command_line.size();
      const bool whole =
          end == message.size() || (message[end] != '-' && !std::isalnum(message[end]));
      if (whole) message.replace(at, command_line.size(), keyword);
    }
  }
  return message;
}

void raise(const char* name, const Error& error) {
  const py::object type = python_type("errors", name);
  PyErr_SetObject(type.ptr(), text(with_python_names(error.what())).ptr());
}

/// What follows "cannot open 'PATH': ", since Python writes the path itself.
std::string reason_of(const FileError& error) {
  const std::string message = error.what();
  const std::string before = "'" + error.path() + "': ";
  const std::size_t at = message.find(before);
  return at == std::string::npos ? message : message.substr(at + before.size());
}

/// OSError makes itself the subclass that belongs to the number.
void raise_os_error(const FileError& error) {
  py::object arguments = py::make_tuple(error.code().value(), text(reason_of(error)));
  if (!error.path().empty()) {
    const py::object path = py::reinterpret_steal<py::object>(PyUnicode_DecodeFSDefaultAndSize(
        error.path().data(), static_cast<py::ssize_t>(error.path().size())));
    arguments = py::make_tuple(error.code().value(), text(reason_of(error)), path);
  }
  PyErr_SetObject(PyExc_OSError, arguments.ptr());
}

void raise_unknown_word(const UnknownWordError& error) {
  py::list suggestions;
  for (const std::string& word : error.suggestions()) suggestions.append(text(word));
  const py::object type = python_type("errors", "UnknownWordError");
  const py::object raised = type(text(error.what()), text(error.word()), py::tuple(suggestions));
  PyErr_SetObject(type.ptr(), raised.ptr());
}

void translate(std::exception_ptr pending) {
  try {
    if (pending) std::rethrow_exception(pending);
  } catch (const UnknownWordError& error) {
    raise_unknown_word(error);
  } catch (const FileError& error) {
    raise_os_error(error);
  } catch (const OptionError& error) {
    PyErr_SetString(PyExc_ValueError, with_python_names(error.what()).c_str());
  } catch (const InputError& error) {
    raise("InputError", error);
  } catch (const ResourceError& error) {
    raise("ResourceError", error);
  } catch (const ModelError& error) {
    raise("ModelError", error);
  } catch (const CheckpointError& error) {
    raise("CheckpointError", error);
  } catch (const NumericalError& error) {
    raise("NumericalError", error);
  } catch (const Error& error) {
    raise("Error", error);
  }
}

}  // namespace

void bind_errors() {
  py::register_exception_translator(&translate);
}

}  // namespace bsg::python
