#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "bsg/error.h"
#include "bsg/export.h"
#include "bsg/model.h"
#include "bsg/query.h"

namespace bsg::python {

/// A value of an enumeration and the name that people give.
template <class T>
struct Choice {
  std::string_view name;
  T value;
};

inline constexpr std::array kSides{Choice<Side>{"target", Side::target},
                                   Choice<Side>{"context", Side::context}};

inline constexpr std::array kMeasures{Choice<Measure>{"cosine", Measure::cosine},
                                      Choice<Measure>{"probability", Measure::probability},
                                      Choice<Measure>{"kl", Measure::kl}};

inline constexpr std::array kRepresentations{
    Choice<Representation>{"target", Representation::target},
    Choice<Representation>{"context", Representation::context},
    Choice<Representation>{"sum", Representation::sum},
    Choice<Representation>{"concat", Representation::concat},
    Choice<Representation>{"target-context", Representation::target_context}};

inline constexpr std::array kExportFormats{
    Choice<ExportFormat>{"word2vec-text", ExportFormat::word2vec_text},
    Choice<ExportFormat>{"word2vec-binary", ExportFormat::word2vec_binary},
    Choice<ExportFormat>{"tensorboard", ExportFormat::tensorboard}};

inline constexpr std::array kExportWhats{Choice<ExportWhat>{"mean", ExportWhat::mean},
                                         Choice<ExportWhat>{"variance", ExportWhat::variance}};

/// The value of that name, which may be written with _ for -. Throws OptionError with all names.
template <class T, std::size_t n>
T parse_choice(const std::array<Choice<T>, n>& choices, const std::string& given,
               std::string_view what) {
  std::string name = given;
  std::ranges::replace(name, '_', '-');
  std::string names;
  for (const Choice<T>& choice : choices) {
    if (choice.name == name) return choice.value;
    names += (names.empty() ? "'" : ", '") + std::string(choice.name) + "'";
  }
  throw OptionError(std::string(what) + " must be one of " + names + ", not '" + given + "'");
}

}  // namespace bsg::python
