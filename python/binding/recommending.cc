#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "binding/choices.h"
#include "binding/item_text.h"
#include "binding/module.h"
#include "binding/python_types.h"
#include "bsg/recommend.h"

namespace bsg::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

using Lists = std::vector<Recommendations>;

/// Without the interpreter's lock where a recommender is prepared.
std::unique_ptr<Recommender> make_recommender(const Model& model, const std::string& rank,
                                              const py::object& exclude, std::uint64_t min_count,
                                              bool repeat, std::uint64_t seed) {
  RecommendationOptions options{.rank = parse_choice(recommendation_rank_table(), rank, "rank"),
                                .exclude = item_texts(exclude),
                                .min_count = min_count,
                                .repeat = repeat,
                                .seed = seed};
  const py::gil_scoped_release unlocked;
  return std::make_unique<Recommender>(model, std::move(options));
}

Lists lists_for(const Recommender& recommender, const py::list& baskets, std::size_t count) {
  std::vector<std::vector<std::string>> items;
  items.reserve(baskets.size());
  for (const py::handle basket : baskets) items.push_back(item_texts(basket));
  const py::gil_scoped_release unlocked;
  return recommender.recommend(items, count);
}

Lists lists_to(const Recommender& recommender, const py::list& users, std::size_t count) {
  const std::vector<std::string> names = item_texts(users);
  const py::gil_scoped_release unlocked;
  return recommender.recommend_to(names, count);
}

/// Lists of bsg.Recommendation.
py::list as_lists(const Lists& lists) {
  const py::object type = python_type("recommendations", "Recommendation");
  py::list all(lists.size());
  for (std::size_t k = 0; k < lists.size(); ++k) {
    py::list one(lists[k].items.size());
    for (std::size_t place = 0; place < lists[k].items.size(); ++place) {
      const Recommendation& item = lists[k].items[place];
      one[place] = type(text(item.item), item.score, item.deviation, item.probability);
    }
    all[k] = std::move(one);
  }
  return all;
}

/// A matrix of lists × count. Places that a list does not have hold `none`.
template <class Number, class Of>
py::array matrix(const Lists& lists, std::size_t count, Number none, const Of& of) {
  py::array_t<Number> array({lists.size(), count});
  Number* const rows = array.mutable_data();
  std::fill_n(rows, array.size(), none);
  for (std::size_t k = 0; k < lists.size(); ++k) {
    for (std::size_t place = 0; place < lists[k].items.size(); ++place) {
      rows[k * count + place] = static_cast<Number>(of(lists[k].items[place]));
    }
  }
  return array;
}

/// bsg.RecommendationArrays.
py::object as_arrays(const Lists& lists, std::size_t count) {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  const auto floats = [&](double Recommendation::*field) {
    return matrix<float>(lists, count, kNone,
                         [field](const Recommendation& one) { return one.*field; });
  };
  return python_type("recommendations", "RecommendationArrays")(
      matrix<std::int32_t>(lists, count, -1, [](const Recommendation& one) { return one.id; }),
      floats(&Recommendation::score), floats(&Recommendation::deviation),
      floats(&Recommendation::probability));
}

}  // namespace

void bind_recommending(py::module_& module) {
  py::class_<Recommender>(module, "Recommender")
      .def(py::init(&make_recommender), "model"_a, "rank"_a, "exclude"_a, "min_count"_a, "repeat"_a,
           "seed"_a)
      .def(
          "recommend",
          [](const Recommender& recommender, const py::list& baskets, std::size_t count) {
            return as_lists(lists_for(recommender, baskets, count));
          },
          "baskets"_a, "count"_a)
      .def(
          "recommend_arrays",
          [](const Recommender& recommender, const py::list& baskets, std::size_t count) {
            return as_arrays(lists_for(recommender, baskets, count), count);
          },
          "baskets"_a, "count"_a)
      .def(
          "recommend_to",
          [](const Recommender& recommender, const py::list& users, std::size_t count) {
            return as_lists(lists_to(recommender, users, count));
          },
          "users"_a, "count"_a);
}

}  // namespace bsg::python
