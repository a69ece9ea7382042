#include "corpus/block_pipeline.h"

#include <optional>

namespace bsg::corpus {
namespace {

/// 0 where the size of a text cannot be known.
std::uint64_t total_size(const std::vector<reading::TextFile>& texts) {
  std::uint64_t total = 0;
  for (const reading::TextFile& text : texts) {
    const std::optional<std::uint64_t> size = text.size();
    if (!size) return 0;
    total += *size;
  }
  return total;
}

}  // namespace

ObservedReader::ObservedReader(std::vector<reading::TextFile>& texts, const CorpusOptions& options,
                               bool keep, const ReadingObserver& observer)
    : reader_(texts, options.is_sets(), keep, observer.stop),
      observer_(observer),
      total_(total_size(texts)) {}

bool ObservedReader::next(reading::TextBlock& block) {
  const bool more = reader_.next(block);
  if (observer_.progress) observer_.progress(reader_.bytes_read(), total_);
  return more;
}

}  // namespace bsg::corpus
