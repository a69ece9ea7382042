#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bsg/options.h"
#include "corpus/token_source.h"
#include "corpus/user_table.h"
#include "reading/text_file.h"

namespace bsg::corpus {

/// Tables of users and items: the items of a user are a sentence, or a set where sentences are. The
/// same baskets as lines of a text, in the same order, count and encode the same. Files are read
/// once, by the first count() or encode().
class TableReader final : public TokenSource {
 public:
  /// Throws FileError for a file that cannot be opened, InputError if there is none, OptionError
  /// for columns that are missing or make no sense.
  TableReader(const std::vector<std::string>& files, CorpusOptions options);

  counting::WordCounts count(ReadingReport& report, const ReadingObserver& observer) override;
  EncodedCorpus encode(const Vocabulary& vocabulary, const files::ScratchRule& rule,
                       ReadingReport& report, const ReadingObserver& observer) override;
  [[nodiscard]] UserItems user_items() const override;
  [[nodiscard]] std::vector<std::string> fingerprints() const override;

 private:
  const UserTable& table(const ReadingObserver& observer);
  [[nodiscard]] ReadingReport report() const;

  std::vector<reading::TextFile> files_;
  CorpusOptions options_;
  std::optional<UserTable> table_;
  /// Of the last encode(): whose the sentences are, and the weights of their tokens.
  std::vector<std::uint32_t> sentence_users_;
  std::vector<float> weights_;
};

}  // namespace bsg::corpus
