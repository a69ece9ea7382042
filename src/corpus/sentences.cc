#include "bsg/sentences.h"

#include <fmt/format.h>

#include <string>

#include "bsg/error.h"
#include "corpus/sentence_content.h"
#include "reading/utf8.h"

namespace bsg {
namespace {

constexpr std::size_t kLongestWord = std::size_t{1} << 29;

}  // namespace

Sentences::Sentences() : content_(std::make_unique<Content>()) {}
Sentences::~Sentences() = default;
Sentences::Sentences(Sentences&&) noexcept = default;
Sentences& Sentences::operator=(Sentences&&) noexcept = default;

void Sentences::add(std::span<const std::string_view> words) {
  corpus::EncodedCorpus& text = content_->text;
  std::string repaired;
  for (const std::string_view word : words) {
    if (word.empty()) continue;
    if (word.size() > kLongestWord)
      throw InputError(fmt::format("sentence {} has a word of more than {} MiB", size() + 1,
                                   kLongestWord >> 20));
    const std::uint64_t invalid = reading::repair_utf8(word, repaired);
    content_->invalid_utf8_sequences += invalid;
    text.ids.push_back(content_->words.add(invalid == 0 ? word : repaired));
  }
  if (text.ids.size() > text.sentences.back()) text.sentences.push_back(text.ids.size());
}

std::uint64_t Sentences::size() const noexcept {
  return content_->text.sentences.size() - 1;
}

std::uint64_t Sentences::tokens() const noexcept {
  return content_->text.ids.size();
}

}  // namespace bsg
