// Tables of any bytes. The first byte chooses the layout, the columns, and whether rows are read by
// the baskets of users or as sentences.

#include "bsg/baskets.h"
#include "bsg/error.h"
#include "corpus/table_reader.h"
#include "memory_file.h"
#include "reading/utf8.h"
#include "tables/table_entries.h"

namespace bsg::fuzz {
namespace {

CorpusOptions options_of(std::uint8_t choice) {
  const bool named = (choice & 2) != 0;
  CorpusOptions options{.users = (choice & 16) != 0,
                        .format = (choice & 1) != 0 ? InputFormat::tsv : InputFormat::csv,
                        .columns = {.user = named ? "user" : "1", .item = named ? "item" : "2"}};
  if ((choice & 4) != 0) options.columns.order = named ? "time" : "3";
  if ((choice & 8) != 0) options.columns.weight = named ? "stars" : "4";
  return options;
}

void check_text(std::string_view text) {
  require(!text.empty() && reading::valid_utf8_prefix(text) == text.size());
}

void check_baskets(const std::string& path, const CorpusOptions& options) {
  for (const Basket& basket : read_baskets({path}, options)) {
    check_text(basket.user);
    require(!basket.items.empty());
    for (const std::string& item : basket.items) check_text(item);
    const auto fits = [&](std::size_t size, const std::string& column) {
      return size == (column.empty() ? 0 : basket.items.size());
    };
    require(fits(basket.orders.size(), options.columns.order));
    require(fits(basket.weights.size(), options.columns.weight));
    for (const double weight : basket.weights) require(weight >= tables::kLeastWeight);
  }
}

void check_text_of(const std::string& path, const CorpusOptions& options) {
  corpus::TableReader reader({path}, options);
  corpus::ReadingReport counting;
  const counting::WordCounts counts = reader.count(counting, {});
  const auto vocabulary = corpus::Vocabulary::build(counts, {.size = 1U << 20, .min_count = 1});
  corpus::ReadingReport encoding;
  const corpus::EncodedCorpus text = reader.encode(vocabulary, {}, encoding, {});
  require(text.ids.size() == counting.tokens && encoding.tokens == counting.tokens);
  const corpus::UserItems users = reader.user_items();
  require(users.users.size() == counting.sentences);
  require(text.sentences.size() == counting.sentences + 1);
  require(users.weights.size() == (options.columns.weight.empty() ? 0 : text.ids.size()));
}

}  // namespace
}  // namespace bsg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const bsg::CorpusOptions options = bsg::fuzz::options_of(data[0]);
  const bsg::fuzz::MemoryFile file(data + 1, size - 1);
  const auto read = (data[0] & 32) != 0 ? bsg::fuzz::check_baskets : bsg::fuzz::check_text_of;
  try {
    read(file.path().string(), options);
  } catch (const bsg::Error&) {
  }
  return 0;
}
