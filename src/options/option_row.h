#pragma once

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "bsg/error.h"
#include "bsg/options.h"
#include "options/byte_size.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::options {

/// What an option's description says in an update, where that differs; empty: the same.
struct InUpdateText {
  std::string_view meaning{};
  std::string_view default_value{};
};

/// One row of the table: how an option is read, written and described.
struct Row {
  OptionDescription description;
  std::function<void(TrainingOptions&, std::string_view)> set;
  std::function<std::string(const TrainingOptions&)> get;
  InUpdateText in_update{};
};

/// The row of an option that may be given anew where a model is updated.
inline Row free_in_update(Row row, InUpdateText text = {.default_value = "the model's"}) {
  row.description.in_update = InUpdate::free;
  row.in_update = text;
  return row;
}

/// The row of an option that belongs to updates.
inline Row of_updates(Row row) {
  row.description.in_update = InUpdate::only;
  return row;
}

/// Smallest and largest value that an option takes.
template <class T>
struct Range {
  T lowest;
  T highest;
  bool lowest_excluded = false;

  [[nodiscard]] bool contains(T value) const {
    return (lowest_excluded ? value > lowest : value >= lowest) && value <= highest;
  }
};

[[noreturn]] inline void refuse(const OptionDescription& option, std::string_view value) {
  throw OptionError(wording::compose("option {}: '{}' is not {}", wording::option(option.name),
                                     value, option.range));
}

template <class T>
T parse_number(const OptionDescription& option, std::string_view text, Range<T> range) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (!whole || !range.contains(value)) refuse(option, text);
  return value;
}

/// A numeric option at `field(options)`.
template <class T, class Field>
Row number(OptionDescription description, Range<T> range, Field field) {
  return {description,
          [description, range, field](TrainingOptions& options, std::string_view text) {
            field(options) = parse_number<T>(description, text, range);
          },
          [field](const TrainingOptions& options) { return fmt::format("{}", field(options)); }};
}

/// A numeric option that is unset until given; `effective(options)` is what then applies.
template <class T, class Field, class Effective>
Row optional_number(OptionDescription description, Range<T> range, Field field,
                    Effective effective) {
  return {description,
          [description, range, field](TrainingOptions& options, std::string_view text) {
            field(options) = parse_number<T>(description, text, range);
          },
          [effective](const TrainingOptions& options) {
            return fmt::format("{}", effective(options));
          }};
}

template <class T>
struct Choice {
  std::string_view name;
  T value;
};

/// An option with named values; its range is the list of names.
template <class T, std::size_t n, class Field>
Row choice(OptionDescription description, std::array<Choice<T>, n> choices, Field field) {
  return {description,
          [description, choices, field](TrainingOptions& options, std::string_view text) {
            for (const Choice<T>& one : choices) {
              if (one.name == text) {
                field(options) = one.value;
                return;
              }
            }
            refuse(description, text);
          },
          [choices, field](const TrainingOptions& options) {
            for (const Choice<T>& one : choices) {
              if (one.value == field(options)) return std::string(one.name);
            }
            return std::string();
          }};
}

/// A range of lengths, SHORTEST-LONGEST, that may be unset; the word no for none. Reads as
/// `effective(options)`.
template <class Field, class Effective>
Row length_range(OptionDescription description, Range<std::uint32_t> range, Field field,
                 Effective effective) {
  return {
      description,
      [description, range, field](TrainingOptions& options, std::string_view text) {
        if (text == "no") {
          field(options) = SubwordOptions{};
          return;
        }
        const std::size_t dash = text.find('-');
        if (dash == std::string_view::npos) refuse(description, text);
        SubwordOptions lengths;
        for (const auto& [part, length] : {std::pair{text.substr(0, dash), &lengths.shortest},
                                           std::pair{text.substr(dash + 1), &lengths.longest}}) {
          const auto [end, error] =
              std::from_chars(part.data(), part.data() + part.size(), *length);
          const bool whole = error == std::errc() && end == part.data() + part.size();
          if (!whole || !range.contains(*length)) refuse(description, text);
        }
        if (lengths.shortest > lengths.longest) refuse(description, text);
        field(options) = lengths;
      },
      [effective](const TrainingOptions& options) {
        const SubwordOptions lengths = effective(options);
        return lengths.any() ? fmt::format("{}-{}", lengths.shortest, lengths.longest)
                             : std::string("no");
      }};
}

/// A number of bytes; 0 stands for the word auto.
template <class Field>
Row byte_size(OptionDescription description, Field field) {
  return {description,
          [description, field](TrainingOptions& options, std::string_view text) {
            const std::optional<std::uint64_t> bytes =
                text == "auto" ? std::uint64_t{0} : parse_byte_size(text);
            if (!bytes) refuse(description, text);
            field(options) = *bytes;
          },
          [field](const TrainingOptions& options) {
            return field(options) == 0 ? std::string("auto") : byte_size_text(field(options));
          }};
}

/// Text that is taken as it is.
template <class Field>
Row text(OptionDescription description, Field field) {
  return {description,
          [field](TrainingOptions& options, std::string_view value) { field(options) = value; },
          [field](const TrainingOptions& options) { return field(options); }};
}

}  // namespace bsg::options
