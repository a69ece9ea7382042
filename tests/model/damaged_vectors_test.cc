// Vectors of other programs have no checksums, so damage that leaves a well-formed file cannot be
// seen. What is accepted must then be what the bytes say: everything but the row that was hit is as
// before; in a binary file, where a blank ends a word, the row after it may lose its word too.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ostream>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "bsg/import.h"
#include "corpus/compress.h"
#include "model/largest_allocation.h"
#include "model/memory_file.h"
#include "reading/utf8.h"

namespace bsg::tests {
namespace {

constexpr std::size_t kMostMemory = std::size_t{8} << 20;

struct Form {
  const char* name;
  std::string bytes;
  std::size_t most_rows_lost = 1;

  friend void PrintTo(const Form& form, std::ostream* out) { *out << form.name; }
};

std::string row(const std::string& word, const std::vector<float>& values) {
  std::string bytes(values.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return word + " " + bytes;
}

std::vector<Form> forms() {
  const std::string text = "ab 1 -2.5 3e-2\nc 0 1 2.125\n\xC3\xA9 -7 4 0.5\n";
  const std::string fasttext = "ab 1 -2.5 3e-2 \nc 0 1 2.125 \n\xC3\xA9 -7 4 0.5 \n";
  return {
      {"Word2vecText", "3 3\n" + text},
      {"FastText", "3 3\n" + fasttext},
      {"Glove", text},
      {"Word2vecBinary",
       "3 3\n" + row("ab", {1, -2.5F, 3e-2F}) + "\n" + row("c", {0, 1, 2.125F}) + "\n" +
           row("\xC3\xA9", {-7, 4, 0.5F}) + "\n",
       2},
      {"BinaryWithoutNewlines",
       "3 3\n" + row("ab", {1, -2.5F, 3e-2F}) + row("c", {0, 1, 2.125F}) +
           row("\xC3\xA9", {-7, 4, 0.5F}),
       2},
  };
}

class DamagedVectors : public testing::TestWithParam<Form> {
 protected:
  /// The model, or nothing where the file is refused with one line that names it.
  [[nodiscard]] std::vector<Model> accepted(const std::string& bytes) const {
    file_.replace(bytes);
    try {
      return {open_model(path_)};
    } catch (const Error& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find(path_.string()), std::string::npos) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      return {};
    }
  }

  /// Rows of `original` that `model` does not have as they were.
  static std::size_t rows_lost(const Model& original, const Model& model) {
    std::size_t lost = 0;
    for (WordId id = 0; id < original.size(); ++id) {
      const auto found = model.find(original.word(id));
      if (!found ||
          !std::ranges::equal(original.mean(Side::target, id), model.mean(Side::target, *found))) {
        ++lost;
      }
    }
    return lost;
  }

  static void expect_sound(const Model& model) {
    for (WordId id = 0; id < model.size(); ++id) {
      const std::string_view word = model.word(id);
      EXPECT_EQ(reading::valid_utf8_prefix(word), word.size());
      EXPECT_EQ(model.find(word), id);
    }
    EXPECT_TRUE(std::ranges::all_of(model.means(Side::target),
                                    [](float mean) { return std::isfinite(mean); }));
  }

  MemoryFile file_;
  std::filesystem::path path_ = file_.path();
};

TEST_P(DamagedVectors, AnyOtherByteIsRefusedOrSpoilsItsRow) {
  const std::string& bytes = GetParam().bytes;
  const Model original = accepted(bytes).at(0);
  const LargestAllocation memory;
  for (std::size_t place = 0; place < bytes.size(); ++place) {
    for (int change = 1; change < 256; ++change) {
      std::string changed = bytes;
      changed[place] = static_cast<char>(changed[place] ^ change);
      for (const Model& model : accepted(changed)) {
        expect_sound(model);
        ASSERT_EQ(model.dimension(), original.dimension()) << place << " by " << change;
        ASSERT_LE(model.size(), original.size()) << place << " by " << change;
        ASSERT_LE(rows_lost(original, model), GetParam().most_rows_lost)
            << place << " by " << change;
      }
    }
  }
  EXPECT_LT(LargestAllocation::bytes(), kMostMemory);
}

TEST_P(DamagedVectors, CutShortIsRefusedOrHasTheRowsBeforeTheCut) {
  const std::string& bytes = GetParam().bytes;
  const Model original = accepted(bytes).at(0);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    for (const Model& model : accepted(bytes.substr(0, size))) {
      expect_sound(model);
      const auto complete = static_cast<std::size_t>(
          std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size), '\n'));
      ASSERT_LE(model.size(), original.size()) << size;
      ASSERT_LE(model.size(), complete + 1) << size;
      ASSERT_LE(rows_lost(original, model), original.size() - model.size() + 1) << size;
    }
  }
}

TEST_P(DamagedVectors, CompressedDamageIsAlwaysSeen) {
  const std::string packed = gzip(GetParam().bytes);
  const Model original = accepted(packed).at(0);
  for (std::size_t place = 0; place < packed.size(); ++place) {
    EXPECT_TRUE(accepted(packed.substr(0, place)).empty()) << place;
    for (const int change : {1, 4, 16, 64, 128, 255}) {
      std::string changed = packed;
      changed[place] = static_cast<char>(changed[place] ^ change);
      // Some bits say nothing of the content: time and system, and what fills the last byte.
      for (const Model& model : accepted(changed)) {
        EXPECT_EQ(model.size(), original.size());
        EXPECT_EQ(rows_lost(original, model), 0U);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, DamagedVectors, testing::ValuesIn(forms()),
                         [](const auto& form) { return std::string(form.param.name); });

}  // namespace
}  // namespace bsg::tests
