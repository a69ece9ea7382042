#include "binding/item_text.h"

namespace bsg::python {
namespace {

namespace py = pybind11;

[[noreturn]] void refuse(PyObject* type, const std::string& message) {
  PyErr_SetString(type, message.c_str());
  throw py::error_already_set();
}

std::string type_name(py::handle object) {
  return py::cast<std::string>(py::type::of(object).attr("__name__"));
}

/// The usual integers without a str of their own; nothing for all else.
std::string digits(py::handle item) {
  if (!PyLong_CheckExact(item.ptr())) return {};
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(item.ptr(), &overflow);
  return overflow == 0 ? std::to_string(number) : std::string();
}

std::string item_text(py::handle item) {
  if (std::string number = digits(item); !number.empty()) return number;
  const py::object word = as_str(item);
  py::ssize_t length = 0;
  if (const char* utf8 = PyUnicode_AsUTF8AndSize(word.ptr(), &length)) {
    return {utf8, static_cast<std::size_t>(length)};
  }
  PyErr_Clear();
  return encoded_with_surrogates(word).cast<std::string>();
}

}  // namespace

/// str(bytes) would give "b'…'", which nobody wants.
py::object as_str(py::handle item) {
  if (PyUnicode_Check(item.ptr())) return py::reinterpret_borrow<py::object>(item);
  if (PyBytes_Check(item.ptr()) || PyByteArray_Check(item.ptr()))
    refuse(PyExc_TypeError, "words must be str, not bytes: decode them first");
  if (PyObject_Hash(item.ptr()) == -1) {
    PyErr_Clear();
    refuse(PyExc_TypeError, "words must be str or hashable items, not " + type_name(item));
  }
  return py::str(item);
}

py::object encoded_with_surrogates(const py::object& word) {
  PyObject* bytes = PyUnicode_AsEncodedString(word.ptr(), "utf-8", "surrogatepass");
  if (bytes == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(bytes);
}

std::vector<std::string> item_texts(py::handle items) {
  const auto fast = py::reinterpret_steal<py::object>(
      PySequence_Fast(items.ptr(), "items must be in a list or another iterable"));
  if (!fast) throw py::error_already_set();
  std::vector<std::string> texts;
  const py::ssize_t size = PySequence_Fast_GET_SIZE(fast.ptr());
  texts.reserve(static_cast<std::size_t>(size));
  for (py::ssize_t place = 0; place < PySequence_Fast_GET_SIZE(fast.ptr()); ++place) {
    const auto item =
        py::reinterpret_borrow<py::object>(PySequence_Fast_GET_ITEM(fast.ptr(), place));
    texts.push_back(item_text(item));
  }
  return texts;
}

}  // namespace bsg::python
