#include "bsg/export.h"

#include <fmt/format.h>

#include <charconv>
#include <numeric>
#include <string>

#include "bsg/error.h"
#include "files/output_file.h"
#include "model/representation.h"
#include "reading/separators.h"

namespace bsg {
namespace {

using model::Moment;

/// The rows that are asked for, one at a time.
class Rows {
 public:
  Rows(const Model& model, Representation representation, Moment moment)
      : model_(model),
        representation_(representation),
        moment_(moment),
        row_(model::representation_dimension(model, representation)) {}

  [[nodiscard]] std::size_t dimension() const { return row_.size(); }

  std::span<const float> operator[](WordId id) {
    model::representation_row(model_, representation_, moment_, id, std::span(row_));
    return row_;
  }

 private:
  const Model& model_;
  Representation representation_;
  Moment moment_;
  std::vector<float> row_;
};

void check(const Model& model, const std::filesystem::path& path, const ExportOptions& options) {
  if (options.format == ExportFormat::tensorboard && std::filesystem::exists(path) &&
      !std::filesystem::is_regular_file(path)) {
    throw OptionError(fmt::format(
        "format tensorboard writes two files beside each other, so '{}' must be a regular file",
        path.string()));
  }
  if (!describe(options.representation).has_vector) {
    throw OptionError(
        "representation target-context has no vector of its own to export: use target, context, "
        "sum or concat");
  }
  model::check_representation(model, options.representation);
  if (options.what == ExportWhat::variance && !model.has_variances()) {
    throw ModelError("this model has no variances to export: it is a model of points");
  }
}

/// The formats separate words by white space and have no way to quote it.
std::string_view exportable_word(const Model& model, WordId id) {
  const std::string_view word = model.word(id);
  if (word.find_first_of(reading::kSeparators) != std::string_view::npos) {
    throw ModelError(
        fmt::format("the word {:?} has white space in it and cannot be exported", word));
  }
  return word;
}

/// The shortest text that reads back as the same float.
void append_number(std::string& text, float value) {
  char digits[32];
  const auto [end, status] = std::to_chars(std::begin(digits), std::end(digits), value);
  text.append(digits, end);
}

void append_numbers(std::string& line, std::span<const float> row, char separator) {
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (k > 0) line += separator;
    append_number(line, row[k]);
  }
}

void write_word2vec_text(const Model& model, Rows& rows, files::OutputFile& file) {
  file.write(fmt::format("{} {}\n", model.size(), rows.dimension()));
  for (WordId id = 0; id < model.size(); ++id) {
    std::string line = fmt::format("{} ", exportable_word(model, id));
    append_numbers(line, rows[id], ' ');
    file.write(line += '\n');
  }
}

void write_word2vec_binary(const Model& model, Rows& rows, files::OutputFile& file) {
  file.write(fmt::format("{} {}\n", model.size(), rows.dimension()));
  for (WordId id = 0; id < model.size(); ++id) {
    file.write(fmt::format("{} ", exportable_word(model, id)));
    const auto bytes = std::as_bytes(rows[id]);
    file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    file.write("\n");
  }
}

void write_tensorboard_vectors(const Model& model, Rows& rows, files::OutputFile& file) {
  for (WordId id = 0; id < model.size(); ++id) {
    std::string line;
    append_numbers(line, rows[id], '\t');
    file.write(line += '\n');
  }
}

void write_tensorboard_words(const Model& model, Representation representation,
                             files::OutputFile& file) {
  const bool variances = model.has_variances();
  Rows rows(model, representation, Moment::variance);
  file.write(variances ? "word\tcount\ttotal_variance\n" : "word\tcount\n");
  for (WordId id = 0; id < model.size(); ++id) {
    std::string line = fmt::format("{}\t{}", exportable_word(model, id), model.count(id));
    if (variances) {
      const std::span<const float> row = rows[id];
      line += '\t';
      append_number(line, static_cast<float>(std::accumulate(row.begin(), row.end(), 0.0)));
    }
    file.write(line += '\n');
  }
}

/// x.tsv → x.metadata.tsv
std::filesystem::path metadata_path(const std::filesystem::path& path) {
  std::filesystem::path name = path.stem();
  name += ".metadata";
  name += path.extension();
  return path.parent_path() / name;
}

}  // namespace

std::vector<std::filesystem::path> export_vectors(const Model& model,
                                                  const std::filesystem::path& path,
                                                  const ExportOptions& options) {
  check(model, path, options);
  Rows rows(model, options.representation,
            options.what == ExportWhat::mean ? Moment::mean : Moment::variance);
  files::OutputFile vectors(path);
  if (options.format == ExportFormat::tensorboard) {
    files::OutputFile words(metadata_path(path));
    write_tensorboard_vectors(model, rows, vectors);
    write_tensorboard_words(model, options.representation, words);
    vectors.commit();
    words.commit();
    return {path, metadata_path(path)};
  }
  if (options.format == ExportFormat::word2vec_text) write_word2vec_text(model, rows, vectors);
  if (options.format == ExportFormat::word2vec_binary) write_word2vec_binary(model, rows, vectors);
  vectors.commit();
  return {path};
}

}  // namespace bsg
