#include "bsg/import.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bsg/error.h"
#include "model/buffered_bytes.h"
#include "reading/text_file.h"
#include "reading/utf8.h"

namespace bsg {
namespace {

using model::BufferedBytes;

constexpr std::string_view kBlanks = " \t\r";
constexpr std::size_t kLargestDimension = std::size_t{1} << 20;
/// Digits of a number in text, at most, for telling text from binary by a line of it.
constexpr std::size_t kLongestNumber = 64;
constexpr std::size_t kLongestWord = std::size_t{1} << 20;

struct Header {
  std::uint64_t words = 0;
  std::uint64_t dimension = 0;
};

template <class Number>
std::optional<Number> parse(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

std::string_view without_trailing_blanks(std::string_view line) {
  const std::size_t last = line.find_last_not_of(kBlanks);
  return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// Takes the last field off a line; empty if there is none.
std::string_view take_last_field(std::string_view& line) {
  line = without_trailing_blanks(line);
  const std::size_t before = line.find_last_of(kBlanks);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::string_view field = line.substr(begin);
  line = line.substr(0, begin);
  return field;
}

std::optional<Header> parse_header(std::string_view line) {
  const auto dimension = parse<std::uint64_t>(take_last_field(line));
  const auto words = parse<std::uint64_t>(take_last_field(line));
  if (!dimension || !words || !without_trailing_blanks(line).empty()) return std::nullopt;
  return Header{*words, *dimension};
}

/// A word may have blanks in it. A number between them tells that the line has more numbers than it
/// should, or that it is two lines whose end was lost.
bool has_number_within(std::string_view word) {
  if (word.find_first_of(kBlanks) == std::string_view::npos) return false;
  while (!word.empty()) {
    const std::optional<float> value = parse<float>(take_last_field(word));
    if (value && std::isfinite(*value)) return true;
    word = without_trailing_blanks(word);
  }
  return false;
}

/// Reads the vector at the end of `line` and leaves the word before it; false if there are not
/// exactly `vector.size()` finite numbers behind a word.
bool split_line(std::string_view& line, std::span<float> vector) {
  for (std::size_t k = vector.size(); k-- > 0;) {
    const std::optional<float> value = parse<float>(take_last_field(line));
    if (!value || !std::isfinite(*value)) return false;
    vector[k] = *value;
  }
  line = without_trailing_blanks(line);
  return !line.empty() && !has_number_within(line);
}

/// A line of text that is not as it should be; not a word and the bytes of its numbers.
bool is_spoilt_text(std::string_view line) {
  if (reading::valid_utf8_prefix(line) != line.size()) return false;
  const auto is_binary = [](char c) {
    return static_cast<unsigned char>(c) < ' ' && kBlanks.find(c) == std::string_view::npos;
  };
  if (std::ranges::any_of(line, is_binary)) return false;
  for (;;) {
    const std::string_view field = take_last_field(line);
    if (line.empty()) return false;
    if (parse<float>(field)) return true;
  }
}

/// Dimension of a file whose first line is a word's: the numbers at its end, but for the first
/// field.
std::size_t count_numbers(std::string_view line) {
  std::size_t numbers = 0;
  for (;;) {
    const std::string_view field = take_last_field(line);
    if (field.empty()) return numbers > 0 ? numbers - 1 : 0;
    if (!parse<float>(field)) return numbers;
    ++numbers;
  }
}

class Importer {
 public:
  explicit Importer(BufferedBytes bytes) : bytes_(std::move(bytes)) {}

  ModelData read();

 private:
  void read_text(std::optional<std::uint64_t> words);
  void read_binary(std::uint64_t words);
  [[nodiscard]] bool next_is_text();
  void add(std::string_view word);
  void set_dimension(std::uint64_t dimension);
  [[noreturn]] static void fail(const std::string& what) { throw ModelError(what); }

  BufferedBytes bytes_;
  ModelData data_;
  std::unordered_set<std::string> known_;
  std::vector<float> vector_;  ///< of the word being read
};

ModelData Importer::read() {
  const std::string_view first = bytes_.peek(kLongestWord);
  const std::string_view line = first.substr(0, first.find('\n'));
  if (const std::optional<Header> header = parse_header(line)) {
    bytes_.take_until('\n');
    set_dimension(header->dimension);
    next_is_text() ? read_text(header->words) : read_binary(header->words);
  } else {
    const std::size_t dimension = count_numbers(line);
    if (dimension == 0) {
      fail(
          "it is neither a bsg model nor vectors in word2vec's format: its first line is neither "
          "two whole numbers nor a word and its numbers");
    }
    set_dimension(dimension);
    read_text(std::nullopt);
  }
  if (data_.words.empty()) fail("it has no words");
  data_.counts.assign(data_.words.size(), 0);
  return std::move(data_);
}

void Importer::set_dimension(std::uint64_t dimension) {
  if (dimension == 0 || dimension > kLargestDimension) {
    fail(fmt::format("line 1: {} is not a dimension from 1 to {}", dimension, kLargestDimension));
  }
  data_.dimension = dimension;
  vector_.resize(dimension);
}

/// In a binary file the first line that follows ends wherever a byte happens to be a newline.
bool Importer::next_is_text() {
  const std::string_view ahead = bytes_.peek(kLongestWord + data_.dimension * kLongestNumber);
  const std::string_view line = ahead.substr(0, ahead.find('\n'));
  std::string_view word = line;
  return split_line(word, vector_) || is_spoilt_text(line);
}

void Importer::read_text(std::optional<std::uint64_t> words) {
  std::uint64_t line_number = words ? 1 : 0;
  std::uint64_t lines = 0;
  while (!bytes_.at_end()) {
    std::string_view line = bytes_.take_until('\n');
    ++line_number;
    if (without_trailing_blanks(line).empty()) continue;
    if (!split_line(line, vector_)) {
      fail(fmt::format("line {}: it is not a word and {} finite numbers", line_number,
                       data_.dimension));
    }
    ++lines;
    add(line);
  }
  if (words && lines != *words) {
    fail(fmt::format("its first line speaks of {} words, and {} follow", *words, lines));
  }
}

void Importer::read_binary(std::uint64_t words) {
  for (std::uint64_t word = 1; word <= words; ++word) {
    std::string text(bytes_.take_until(' '));
    // Some programs end each vector with a newline.
    if (text.starts_with('\n')) text.erase(0, 1);
    const auto raw = std::as_writable_bytes(std::span(vector_));
    if (!bytes_.take({reinterpret_cast<char*>(raw.data()), raw.size()})) {
      fail(
          fmt::format("its first line speaks of {} words of {} numbers, and it ends within word {}",
                      words, data_.dimension, word));
    }
    if (text.empty() || text.size() > kLongestWord)
      fail(fmt::format("word {} is empty or too long", word));
    for (const float value : vector_) {
      if (!std::isfinite(value)) fail(fmt::format("word {} has a number that is not finite", word));
    }
    add(text);
  }
  const std::string_view rest = bytes_.peek(2);
  if (!rest.empty() && rest != "\n") {
    fail(fmt::format("its first line speaks of {} words, and more follows after them", words));
  }
}

void Importer::add(std::string_view word) {
  std::string repaired;
  if (reading::repair_utf8(word, repaired) == 0) repaired = word;
  const auto [place, is_new] = known_.insert(std::move(repaired));
  if (!is_new) return;
  if (known_.size() >= std::numeric_limits<WordId>::max()) fail("it has too many words");
  data_.words.push_back(*place);
  data_.target_mean.insert(data_.target_mean.end(), vector_.begin(), vector_.end());
}

/// safetensors starts with eight bytes of a length below 2³², of which the last four are zeros; one
/// of them may be damaged. Vectors have a first line there, or one and a short word: at the most
/// two zeros of a number end up among the eight.
bool looks_like_safetensors(std::string_view start) {
  constexpr std::size_t kLength = 8;
  const auto zeros = std::ranges::count(start.substr(std::min(start.size(), kLength / 2)), '\0');
  return start.empty() ||
         (start.size() < kLength ? start.find('\0') != std::string_view::npos : zeros >= 3);
}

BufferedBytes open_bytes(const std::filesystem::path& path) {
  return BufferedBytes(reading::TextFile(path.string()).open({}));
}

Model import_bytes(BufferedBytes bytes, const std::filesystem::path& path) {
  static_assert(std::endian::native == std::endian::little, "the binary format is little-endian");
  try {
    return Model(Importer(std::move(bytes)).read());
  } catch (const ModelError& error) {
    throw ModelError(fmt::format("cannot load '{}': {}", path.string(), error.what()));
  }
}

}  // namespace

Model import_vectors(const std::filesystem::path& path) {
  return import_bytes(open_bytes(path), path);
}

Model open_model(const std::filesystem::path& path) {
  BufferedBytes bytes = open_bytes(path);
  if (looks_like_safetensors(bytes.peek(8))) return Model::load(path);
  return import_bytes(std::move(bytes), path);
}

}  // namespace bsg
