#include "corpus/block_pipeline.h"

namespace bsg::corpus {

ObservedReader::ObservedReader(std::vector<reading::TextFile>& texts, const CorpusOptions& options,
                               bool keep, const ReadingObserver& observer)
    : reader_(texts, options.is_sets() ? reading::Cut::lines : reading::Cut::words, keep,
              observer.stop),
      observer_(observer),
      total_(reading::total_size(texts)) {}

bool ObservedReader::next(reading::TextBlock& block) {
  const bool more = reader_.next(block);
  if (observer_.progress) observer_.progress(reader_.bytes_read(), total_);
  return more;
}

}  // namespace bsg::corpus
