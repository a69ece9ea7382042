#pragma once

#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "corpus/read_corpus.h"
#include "reading/block_reader.h"

namespace bsg::corpus {

/// Reads block after block and tells the observer.
class ObservedReader {
 public:
  ObservedReader(std::vector<reading::TextFile>& texts, const CorpusOptions& options, bool keep,
                 const ReadingObserver& observer);

  bool next(reading::TextBlock& block);
  [[nodiscard]] const std::vector<std::uint64_t>& fingerprints() const {
    return reader_.fingerprints();
  }

 private:
  reading::BlockReader reader_;
  const ReadingObserver& observer_;
  std::uint64_t total_;
};

/// Reads blocks in order, works on them on all threads of the arena, and takes the results in
/// order:
///   work(block, result), by any thread, fills a result that was used before;
///   take(result), one call at a time, in the order of the texts.
/// At most a few blocks for each thread are in memory.
template <class Result, class Work, class Take>
void for_each_block(ObservedReader& reader, const Work& work, const Take& take) {
  struct Place {
    reading::TextBlock block;
    Result result;
  };
  // A place is free again when its result was taken, and results are taken in order: as many places
  // as there may be blocks under way, used in turn, are enough.
  std::vector<Place> places(2 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()));
  std::size_t turn = 0;
  const auto read = [&](tbb::flow_control& flow) -> Place* {
    Place& place = places[turn++ % places.size()];
    if (reader.next(place.block)) return &place;
    flow.stop();
    return nullptr;
  };
  const auto work_on = [&](Place* place) {
    work(place->block, place->result);
    return place;
  };
  tbb::parallel_pipeline(
      places.size(),
      tbb::make_filter<void, Place*>(tbb::filter_mode::serial_in_order, read) &
          tbb::make_filter<Place*, Place*>(tbb::filter_mode::parallel, work_on) &
          tbb::make_filter<Place*, void>(tbb::filter_mode::serial_in_order,
                                         [&](Place* place) { take(place->result); }));
}

}  // namespace bsg::corpus
