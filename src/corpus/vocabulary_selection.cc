#include "corpus/vocabulary_selection.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bsg/error.h"
#include "corpus/vocabulary_order.h"
#include "files/size_text.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::corpus {

using wording::option;
using wording::setting;

namespace {

constexpr std::size_t kLeastKept = 1024;

}  // namespace

void VocabularySelection::take(std::string_view word, std::uint64_t count) {
  ++distinct_words_;
  tokens_ += count;
  if (count < options_.min_count) return;
  ++frequent_words_;
  frequent_bytes_ += word.size();
  if (too_many_ || comes_too_late(word, count)) return;
  if (kept_.size() >= most_kept()) forget_rare_words();
  if (kept_.memory_with(1, word.size()) > bytes_) {
    too_many_ = true;
    kept_ = counting::WordTable();
    return;
  }
  kept_.add(word, count);
}

bool VocabularySelection::comes_too_late(std::string_view word, std::uint64_t count) const {
  if (!last_) return false;
  return count != last_->count ? count < last_->count : word > last_->word;
}

std::size_t VocabularySelection::most_kept() const {
  return std::max<std::size_t>(2 * std::size_t{options_.size}, kLeastKept);
}

void VocabularySelection::forget_rare_words() {
  kept_ = in_order(kept_, most_frequent(kept_, options_.min_count, options_.size));
  const std::size_t last = kept_.size() - 1;
  last_ = Last{std::string(kept_.word(last)), kept_.count(last)};
}

Vocabulary VocabularySelection::finish() {
  if (too_many_) refuse_too_many();
  const std::vector<std::uint32_t> best = most_frequent(kept_, options_.min_count, options_.size);
  if (best.size() < 2)
    throw InputError(wording::compose(
        "fewer than two words are left: the texts have {} tokens of {} distinct words, and {} with "
        "{} leaves {}; give more text or change these options",
        tokens_, distinct_words_, setting("min-count", options_.min_count),
        setting("vocabulary-size", options_.size), best.size()));
  return {in_order(std::exchange(kept_, {}), best), true};
}

void VocabularySelection::refuse_too_many() const {
  const std::uint64_t words = std::min<std::uint64_t>(frequent_words_, options_.size);
  const std::uint64_t kept = std::min<std::uint64_t>(frequent_words_, most_kept());
  const std::uint64_t bytes_a_word = frequent_bytes_ / frequent_words_ + 1;
  const std::uint64_t need = counting::WordTable::memory_of(kept, kept * bytes_a_word);
  throw ResourceError(wording::compose(
      "choosing {} of {} distinct words takes {}, and {} of {} are left for that; allow {:.1f} "
      "times as much {}, or keep fewer words with {} or {}",
      words, distinct_words_, files::size_text(need), files::size_text(bytes_), option("memory"),
      std::ceil(10.0 * static_cast<double>(need) / static_cast<double>(bytes_)) / 10,
      option("memory"), option("vocabulary-size"), option("min-count")));
}

}  // namespace bsg::corpus
