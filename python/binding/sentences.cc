#include "bsg/sentences.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "binding/item_text.h"
#include "binding/module.h"

namespace bsg::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

constexpr std::size_t kWordsBetweenSignals = 1 << 14;

/// UTF-8 of words, which stays valid while the batch lives.
class WordBatch {
 public:
  void append(py::handle item) {
    py::object word = as_str(item);
    py::ssize_t length = 0;
    if (const char* utf8 = PyUnicode_AsUTF8AndSize(word.ptr(), &length)) {
      views_.emplace_back(utf8, static_cast<std::size_t>(length));
    } else {
      PyErr_Clear();
      word = encoded_with_surrogates(word);  // Sentences replaces what is no UTF-8
      views_.emplace_back(PyBytes_AS_STRING(word.ptr()),
                          static_cast<std::size_t>(PyBytes_GET_SIZE(word.ptr())));
    }
    owners_.push_back(std::move(word));
  }

  /// Members of a Python set come in another order in every process.
  void sort() { std::ranges::sort(views_); }

  [[nodiscard]] const std::vector<std::string_view>& views() const { return views_; }

 private:
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
