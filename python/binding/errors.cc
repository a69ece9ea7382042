#include <exception>
#include <string>

#include "binding/module.h"
#include "binding/python_types.h"
#include "bsg/error.h"

namespace bsg::python {
namespace {

namespace py = pybind11;

py::str message_of(const Error& error) {
  return text(error.wording().python);
}

void raise(const char* name, const Error& error) {
  PyErr_SetObject(python_type("errors", name).ptr(), message_of(error).ptr());
}

/// OSError makes itself the subclass that belongs to the number, and writes the path itself.
void raise_os_error(const FileError& error) {
  const py::object path = py::reinterpret_steal<py::object>(PyUnicode_DecodeFSDefaultAndSize(
      error.path().data(), static_cast<py::ssize_t>(error.path().size())));
  const py::tuple arguments =
      py::make_tuple(error.code().value(), text(error.reason().python), path);
  PyErr_SetObject(PyExc_OSError, arguments.ptr());
}

void raise_unknown_word(const UnknownWordError& error) {
  py::list suggestions;
  for (const std::string& word : error.suggestions()) suggestions.append(text(word));
  const py::object type = python_type("errors", "UnknownWordError");
  const py::object raised = type(message_of(error), text(error.word()), py::tuple(suggestions));
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
    PyErr_SetObject(PyExc_ValueError, message_of(error).ptr());
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
