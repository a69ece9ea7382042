#include "corpus/table_reader.h"

#include <fmt/format.h>

#include <utility>

#include "bsg/error.h"
#include "corpus/word_ids.h"
#include "tables/table_columns.h"

namespace bsg::corpus {

TableReader::TableReader(const std::vector<std::string>& files, CorpusOptions options)
    : files_(reading::open_texts(files)), options_(std::move(options)) {
  tables::check_columns(options_);
}

const UserTable& TableReader::table(const ReadingObserver& observer) {
  if (!table_) {
    const Repeats repeats = options_.is_sets() ? Repeats::merged : Repeats::kept;
    table_ = read_users(files_, options_, repeats, observer);
  }
  return *table_;
}

ReadingReport TableReader::report() const {
  return {.tokens = table_->ids.size(),
          .sentences = table_->users.size(),
          .invalid_utf8_sequences = table_->invalid_utf8_sequences};
}

counting::WordCounts TableReader::count(ReadingReport& report, const ReadingObserver& observer) {
  const UserTable& table = this->table(observer);
  report = this->report();
  std::vector<std::uint64_t> counts(table.items.size(), 0);
  for (const std::uint32_t id : table.ids) ++counts[id];
  return with_counts(table.items, counts);
}

EncodedCorpus TableReader::encode(const Vocabulary& vocabulary, const files::ScratchRule& rule,
                                  ReadingReport& report, const ReadingObserver& observer) {
  const UserTable& table = this->table(observer);
  report = this->report();
  const WordIds items(table.items, vocabulary);
  EncodedCorpus corpus = empty_corpus(rule);
  sentence_users_.clear();
  weights_.clear();
  for (std::uint32_t user = 0; user < table.users.size(); ++user) {
    if (observer.stop.stop_requested()) throw Interrupted("interrupted while reading the texts");
    for (std::uint64_t at = table.begins[user]; at < table.begins[user + 1]; ++at) {
      const std::optional<std::uint32_t> item = items[table.ids[at]];
      if (!item) continue;
      corpus.ids.push_back(*item);
      if (!table.weights.empty()) weights_.push_back(static_cast<float>(table.weights[at]));
    }
    if (corpus.ids.size() == corpus.sentences.back()) continue;
    corpus.sentences.push_back(corpus.ids.size());
    sentence_users_.push_back(user);
  }
  corpus.finish();
  return corpus;
}

UserItems TableReader::user_items() const {
  UserItems items{.users = {}, .weights = weights_};
  items.users.reserve(sentence_users_.size());
  for (const std::uint32_t user : sentence_users_)
    items.users.emplace_back(table_->users.word(user));
  return items;
}

std::vector<std::string> TableReader::fingerprints() const {
  std::vector<std::string> digits;
  for (const std::uint64_t hash : table_->fingerprints)
    digits.push_back(fmt::format("{:016x}", hash));
  return digits;
}

}  // namespace bsg::corpus
