#pragma once

#include <unicode/brkiter.h>
#include <unicode/utext.h>

#include <memory>

#include "tokenizing/tokenizer.h"

namespace bsg::tokenizing {

/// Words as Unicode segments text (UAX #29, with ICU's dictionaries for languages written without
/// spaces), case folded; punctuation and symbols are left out.
class WordTokenizer final : public BlockTokenizer {
 public:
  /// Throws Error if ICU's data is not there.
  WordTokenizer();
  ~WordTokenizer() override;
  WordTokenizer(const WordTokenizer&) = delete;
  WordTokenizer& operator=(const WordTokenizer&) = delete;

  void tokenize(std::string_view text, Tokens& tokens) override;

 private:
  std::unique_ptr<icu::BreakIterator> boundaries_;
  UText text_ = UTEXT_INITIALIZER;
};

}  // namespace bsg::tokenizing
