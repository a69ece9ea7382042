#include "bsg/export.h"

#include <fmt/format.h>

#include <charconv>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "bsg/error.h"
#include "files/output_file.h"
#include "model/representation.h"
#include "model/word_guess.h"
#include "reading/separators.h"
#include "reading/text_lines.h"

namespace bsg {
namespace {

using model::Moment;

/// The words that are asked for.
class Words {
 public:
  Words(const Model& model, const ExportOptions& options) : model_(model), asked_(options.words) {}

  [[nodiscard]] std::size_t size() const { return asked_ ? asked_->size() : model_.size(); }
  [[nodiscard]] std::string_view operator[](std::size_t place) const {
    return asked_ ? (*asked_)[place] : model_.word(static_cast<WordId>(place));
  }
  /// Unset for a word that the model does not have.
  [[nodiscard]] std::optional<WordId> id(std::size_t place) const {
    return asked_ ? model_.find((*asked_)[place]) : static_cast<WordId>(place);
  }
  [[nodiscard]] std::uint64_t count(std::size_t place) const {
    const std::optional<WordId> known = id(place);
    return known ? model_.count(*known) : 0;
  }

 private:
  const Model& model_;
  const std::optional<std::vector<std::string>>& asked_;
};

/// Their rows, one at a time.
class Rows {
 public:
  Rows(const Model& model, const ExportOptions& options, Moment moment)
      : model_(model),
        words_(model, options),
        representation_(options.representation),
        known_only_(options.known_only),
        moment_(moment),
        row_(model::representation_dimension(model, representation_)) {}

  [[nodiscard]] const Words& words() const { return words_; }
  [[nodiscard]] std::size_t dimension() const { return row_.size(); }

  std::span<const float> operator[](std::size_t place) {
    std::optional<WordId> id = words_.id(place);
    if (!id && known_only_) id = model_.id(words_[place]);  // throws
    if (id) {
      model::representation_row(model_, representation_, moment_, *id, std::span(row_));
      return row_;
    }
    TargetDensity guess =
        model::guess_of(model_, representation_, model::Role::asked, words_[place]);
    row_ = std::move(moment_ == Moment::mean ? guess.mean : guess.variance);
    return row_;
  }

 private:
  const Model& model_;
  Words words_;
  Representation representation_;
  bool known_only_;
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
  if (options.words && options.words->empty()) throw OptionError("no words to export are given");
  model::check_representation(model, options.representation);
  if (options.what == ExportWhat::variance && !model.has_variances()) {
    throw ModelError("this model has no variances to export: it is a model of points");
  }
}

/// The formats separate words by white space and have no way to quote it.
std::string_view exportable_word(const Words& words, std::size_t place) {
  const std::string_view word = words[place];
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

void write_word2vec_text(Rows& rows, files::OutputFile& file) {
  const Words& words = rows.words();
  file.write(fmt::format("{} {}\n", words.size(), rows.dimension()));
  for (std::size_t place = 0; place < words.size(); ++place) {
    std::string line = fmt::format("{} ", exportable_word(words, place));
    append_numbers(line, rows[place], ' ');
    file.write(line += '\n');
  }
}

void write_word2vec_binary(Rows& rows, files::OutputFile& file) {
  const Words& words = rows.words();
  file.write(fmt::format("{} {}\n", words.size(), rows.dimension()));
  for (std::size_t place = 0; place < words.size(); ++place) {
    file.write(fmt::format("{} ", exportable_word(words, place)));
    const auto bytes = std::as_bytes(rows[place]);
    file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    file.write("\n");
  }
}

void write_tensorboard_vectors(Rows& rows, files::OutputFile& file) {
  for (std::size_t place = 0; place < rows.words().size(); ++place) {
    std::string line;
    append_numbers(line, rows[place], '\t');
    file.write(line += '\n');
  }
}

void write_tensorboard_words(const Model& model, const ExportOptions& options,
                             files::OutputFile& file) {
  const bool variances = model.has_variances();
  Rows rows(model, options, Moment::variance);
  const Words& words = rows.words();
  file.write(variances ? "word\tcount\ttotal_variance\n" : "word\tcount\n");
  for (std::size_t place = 0; place < words.size(); ++place) {
    std::string line = fmt::format("{}\t{}", exportable_word(words, place), words.count(place));
    if (variances) {
      const std::span<const float> row = rows[place];
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

std::vector<std::string> read_words(const std::filesystem::path& path) {
  std::vector<std::string> words;
  const std::string name =
      reading::for_each_line(path.string(), [&](const reading::TextLine& line) {
        if (line.text.empty()) return;
        reading::check_word(line, line.text);
        words.emplace_back(line.text);
      });
  if (words.empty()) throw InputError(fmt::format("'{}' has no words: write one a line", name));
  return words;
}

std::vector<std::filesystem::path> exported_files(const std::filesystem::path& path,
                                                  ExportFormat format) {
  if (format == ExportFormat::tensorboard) return {path, metadata_path(path)};
  return {path};
}

std::vector<std::filesystem::path> export_vectors(const Model& model,
                                                  const std::filesystem::path& path,
                                                  const ExportOptions& options) {
  check(model, path, options);
  Rows rows(model, options, options.what == ExportWhat::mean ? Moment::mean : Moment::variance);
  files::OutputFile vectors(path);
  if (options.format == ExportFormat::tensorboard) {
    files::OutputFile words(metadata_path(path));
    write_tensorboard_vectors(rows, vectors);
    write_tensorboard_words(model, options, words);
    vectors.commit();
    words.commit();
    return exported_files(path, options.format);
  }
  if (options.format == ExportFormat::word2vec_text) write_word2vec_text(rows, vectors);
  if (options.format == ExportFormat::word2vec_binary) write_word2vec_binary(rows, vectors);
  vectors.commit();
  return exported_files(path, options.format);
}

}  // namespace bsg
