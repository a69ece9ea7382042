#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "bsg/error.h"
#include "bsg/evaluate.h"
#include "evaluation/benchmark_file.h"

namespace bsg {
namespace {

using evaluation::TextLine;
using reading::check_word;
using reading::fail;
using Fields = std::vector<std::string_view>;

/// Which fields of a line hold what.
struct Columns {
  std::size_t first = 0;
  std::size_t second = 1;
  std::size_t rating = 2;
};

/// SCWS: number, word, POS, word, POS, context, context, rating.
constexpr Columns kScws{1, 3, 7};

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  const bool whole = error == std::errc() && stopped == end && std::isfinite(value);
  return whole ? std::optional(value) : std::nullopt;
}

bool begins_like_a_number(std::string_view text) {
  constexpr std::string_view kStarts = "0123456789+-.";
  return !text.empty() && kStarts.find(text.front()) != std::string_view::npos;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Tabs and commas separate fields that may be empty; spaces only those that are not.
Fields split(std::string_view text, char separator) {
  Fields fields;
  if (separator == ' ') text = trimmed(text);
  while (true) {
    const std::size_t end = text.find(separator);
    fields.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return fields;
    text.remove_prefix(end + 1);
    if (separator == ' ') text = trimmed(text);
  }
}

char separator_of(std::string_view text) {
  for (const char separator : {'\t', ','}) {
    if (text.find(separator) != std::string_view::npos) return separator;
  }
  return ' ';
}

/// Where a line keeps its words and rating, if it has the fields for it.
std::optional<Columns> columns_of(const Fields& fields) {
  if (fields.size() > kScws.rating && parse_number(fields[0]) && !parse_number(fields[1]) &&
      !parse_number(fields[2]) && parse_number(fields[kScws.rating])) {
    return kScws;
  }
  for (std::size_t column = 2; column < fields.size(); ++column) {
    if (parse_number(fields[column])) return Columns{0, 1, column};
  }
  return std::nullopt;
}

/// How a file writes its pairs.
struct Form {
  char separator;
  Columns columns;
};

/// The form of a file with this line in it, which is not its header.
Form form_of(const TextLine& line) {
  const char separator = separator_of(line.text);
  const std::optional<Columns> columns = columns_of(split(line.text, separator));
  if (!columns) {
    fail(line, "there are not two words and a rating, separated by tabs, commas or spaces");
  }
  return {separator, *columns};
}

RatedPair parse_pair(const TextLine& line, const Form& form) {
  const auto& [first, second, rating] = form.columns;
  const Fields fields = split(line.text, form.separator);
  if (fields.size() <= rating) {
    fail(line, fmt::format("there are {} fields, and the rating is field {} in other lines",
                           fields.size(), rating + 1));
  }
  const std::optional<double> value = parse_number(fields[rating]);
  if (!value) {
    fail(line, fmt::format("the rating '{}' is not a number", reading::printable(fields[rating])));
  }
  check_word(line, fields[first]);
  check_word(line, fields[second]);
  return {std::string(fields[first]), std::string(fields[second]), *value};
}

bool is_header(const TextLine& line, const Form& form) {
  const Fields fields = split(line.text, form.separator);
  return fields.size() > form.columns.rating && !begins_like_a_number(fields[form.columns.rating]);
}

/// Takes line after line. The first one may be a header: the second tells.
class SimilaritySetParser {
 public:
  void take(const TextLine& line) {
    if (!first_) {
      first_ = {line.number, std::string(line.text)};
      return;
    }
    if (!form_) {
      form_ = form_of(line);
      take_first(line.file);
    }
    pairs_.push_back(parse_pair(line, *form_));
  }

  std::vector<RatedPair> finish(const std::string& file) {
    if (!first_) throw InputError(fmt::format("'{}' has no pairs of words", file));
    if (!form_) {
      form_ = form_of({file, first_->number, first_->text});
      take_first(file);
    }
    return std::move(pairs_);
  }

 private:
  struct FirstLine {
    std::size_t number;
    std::string text;
  };

  void take_first(const std::string& file) {
    const TextLine line{file, first_->number, first_->text};
    if (!is_header(line, *form_)) pairs_.push_back(parse_pair(line, *form_));
  }

  std::optional<FirstLine> first_;
  std::optional<Form> form_;
  std::vector<RatedPair> pairs_;
};

}  // namespace

SimilaritySet read_similarity_set(const std::filesystem::path& path) {
  SimilaritySetParser parser;
  evaluation::for_each_entry(path, [&](const TextLine& line) { parser.take(line); });
  return {evaluation::set_name(path), parser.finish(path.string())};
}

}  // namespace bsg
