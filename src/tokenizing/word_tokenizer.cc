#include "tokenizing/word_tokenizer.h"

#include <fmt/format.h>
#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/locid.h>
#include <unicode/ubrk.h>

#include <algorithm>
#include <iterator>

#include "bsg/error.h"

namespace bsg::tokenizing {
namespace {

void check(UErrorCode status) {
  if (U_FAILURE(status))
    throw Error(fmt::format("word segmentation failed in ICU: {}", u_errorName(status)));
}

bool is_ascii(std::string_view word) {
  return std::all_of(word.begin(), word.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

char fold_ascii(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

void append_folded(std::string_view word, std::string& folded) {
  if (is_ascii(word)) {
    std::transform(word.begin(), word.end(), std::back_inserter(folded), fold_ascii);
    return;
  }
  icu::StringByteSink<std::string> sink(&folded);
  UErrorCode status = U_ZERO_ERROR;
  icu::CaseMap::utf8Fold(U_FOLD_CASE_DEFAULT, {word.data(), static_cast<std::int32_t>(word.size())},
                         sink, nullptr, status);
  check(status);
}

}  // namespace

WordTokenizer::WordTokenizer() {
  UErrorCode status = U_ZERO_ERROR;
  boundaries_.reset(icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
  check(status);
}

WordTokenizer::~WordTokenizer() {
  utext_close(&text_);
}

void WordTokenizer::tokenize(std::string_view text, Tokens& tokens) {
  tokens.clear();
  UErrorCode status = U_ZERO_ERROR;
  utext_openUTF8(&text_, text.data(), static_cast<std::int64_t>(text.size()), &status);
  boundaries_->setText(&text_, status);
  check(status);

  std::int32_t begin = boundaries_->first();
  for (std::int32_t end = boundaries_->next(); end != icu::BreakIterator::DONE;
       begin = end, end = boundaries_->next()) {
    const std::string_view segment =
        text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    if (boundaries_->getRuleStatus() >= UBRK_WORD_NONE_LIMIT) {
      const auto start = static_cast<std::uint32_t>(tokens.folded.size());
      append_folded(segment, tokens.folded);
      tokens.list.push_back({start, static_cast<std::uint32_t>(tokens.folded.size()) - start});
    } else if (segment.ends_with('\n')) {
      tokens.line_ends.push_back(static_cast<std::uint32_t>(tokens.list.size()));
    }
  }
  tokens.text = tokens.folded;
}

}  // namespace bsg::tokenizing
