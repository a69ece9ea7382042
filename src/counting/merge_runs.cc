#include "counting/merge_runs.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "bsg/error.h"
#include "counting/word_prefix.h"

namespace bsg::counting {
namespace {

constexpr std::uint64_t kWordsBetweenLooks = 1 << 16;  // at the stop token

/// The run with the least word at hand is found in logarithmic time.
class RunHeap {
 public:
  explicit RunHeap(const std::vector<SortedRun>& runs) {
    readers_.reserve(runs.size());
    for (const SortedRun& run : runs) {
      RunReader& reader = readers_.emplace_back(run);
      if (reader.next()) heap_.push_back({word_prefix(reader.word()), &reader});
    }
    std::make_heap(heap_.begin(), heap_.end(), after);
  }
  RunHeap(const RunHeap&) = delete;
  RunHeap& operator=(const RunHeap&) = delete;

  [[nodiscard]] bool empty() const { return heap_.empty(); }
  /// The record with the least word.
  [[nodiscard]] const RunReader& least() const { return *heap_.front().reader; }

  /// Moves the least record's run on.
  void next() {
    Place place = heap_.front();
    if (place.reader->next()) {
      place.prefix = word_prefix(place.reader->word());
    } else {
      place = heap_.back();
      heap_.pop_back();
      if (heap_.empty()) return;
    }
    sink(place);
  }

 private:
  struct Place {
    std::uint64_t prefix;
    RunReader* reader;
  };

  static bool after(const Place& a, const Place& b) {
    return a.prefix != b.prefix ? a.prefix > b.prefix : a.reader->word() > b.reader->word();
  }

  /// Puts `place` where the root was, and brings the heap in order.
  void sink(const Place& place) {
    std::size_t hole = 0;
    for (std::size_t child = 1; child < heap_.size(); child = 2 * hole + 1) {
      if (child + 1 < heap_.size() && after(heap_[child], heap_[child + 1])) ++child;
      if (!after(place, heap_[child])) break;
      heap_[hole] = heap_[child];
      hole = child;
    }
    heap_[hole] = place;
  }

  std::vector<RunReader> readers_;
  std::vector<Place> heap_;
};

}  // namespace

void merge_runs(const std::vector<SortedRun>& runs, const VisitWord& visit,
                const std::stop_token& stop) {
  RunHeap heap(runs);
  std::string word;
  for (std::uint64_t words = 0; !heap.empty(); ++words) {
    if (words % kWordsBetweenLooks == 0 && stop.stop_requested())
      throw Interrupted("interrupted while counting words");
    word = heap.least().word();
    std::uint64_t count = 0;
    do {
      count += heap.least().count();
      heap.next();
    } while (!heap.empty() && heap.least().word() == word);
    visit(word, count);
  }
}

std::vector<SortedRun> reduce_runs(std::vector<SortedRun> runs, std::size_t most,
                                   const std::filesystem::path& folder,
                                   const std::stop_token& stop) {
  while (runs.size() > most) {
    const auto file = std::make_shared<files::ScratchFile>(folder);
    std::vector<SortedRun> merged;
    for (auto begin = runs.begin(); begin != runs.end();) {
      const auto end = begin + std::min(static_cast<std::ptrdiff_t>(most), runs.end() - begin);
      RunWriter writer(file);
      merge_runs(
          {begin, end},
          [&](std::string_view word, std::uint64_t count) { writer.add(word, count); }, stop);
      merged.push_back(writer.finish());
      begin = end;
    }
    runs = std::move(merged);
  }
  return runs;
}

}  // namespace bsg::counting
