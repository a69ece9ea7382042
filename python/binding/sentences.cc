#include "bsg/sentences.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "binding/module.h"

namespace bsg::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

constexpr std::size_t kWordsBetweenSignals = 1 << 14;

[[noreturn]] void refuse(PyObject* type, const std::string& message) {
  PyErr_SetString(type, message.c_str());
  throw py::error_already_set();
}

std::string type_name(py::handle object) {
  return py::cast<std::string>(py::type::of(object).attr("__name__"));
}

/// An item as str. Words are taken as they are; str(bytes) would give "b'…'", which nobody wants.
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

/// UTF-8 of words, which stays valid while the batch lives.
class WordBatch {
 public:
  void append(py::handle item) {
    py::object word = as_str(item);
    py::ssize_t length = 0;
    if (const char* utf8 = PyUnicode_AsUTF8AndSize(word.ptr(), &length)) {
      views_.emplace_back(utf8, static_cast<std::size_t>(length));
    } else {
      word = encoded_with_surrogates(word);
      views_.emplace_back(PyBytes_AS_STRING(word.ptr()),
                          static_cast<std::size_t>(PyBytes_GET_SIZE(word.ptr())));
    }
    owners_.push_back(std::move(word));
  }

  /// Members of a Python set come in another order in every process.
  void sort() { std::ranges::sort(views_); }

  [[nodiscard]] const std::vector<std::string_view>& views() const { return views_; }

 private:
  /// A lone surrogate has no UTF-8: its bytes are left to Sentences, which replaces them.
  static py::object encoded_with_surrogates(const py::object& word) {
    PyErr_Clear();
    PyObject* bytes = PyUnicode_AsEncodedString(word.ptr(), "utf-8", "surrogatepass");
    if (bytes == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(bytes);
  }

  std::vector<py::object> owners_;
  std::vector<std::string_view> views_;
};

void add(Sentences& sentences, const py::iterable& words) {
  WordBatch batch;
  std::size_t until_signals = kWordsBetweenSignals;
  for (const py::handle word : words) {
    batch.append(word);
    if (--until_signals > 0) continue;
    until_signals = kWordsBetweenSignals;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  if (PyAnySet_Check(words.ptr())) batch.sort();
  sentences.add(batch.views());
}

}  // namespace

void bind_sentences(py::module_& module) {
  py::class_<Sentences, std::shared_ptr<Sentences>>(module, "Sentences")
      .def(py::init<>())
      .def("add", &add, "words"_a)
      .def("__len__", &Sentences::size);
}

}  // namespace bsg::python
