#include "counting/spilling_table.h"

#include <tbb/parallel_for_each.h>

#include <algorithm>
#include <utility>

#include "counting/look_ahead.h"

namespace bsg::counting {
namespace {

/// Tokens between two looks at the memory. All of them may be new words.
constexpr std::size_t kSlice = 2048;

bool fit_together(std::vector<SpillingTable>& tables, std::uint64_t bytes) {
  std::uint64_t words = 0;
  std::uint64_t text = 0;
  std::uint64_t memory = 0;
  for (SpillingTable& one : tables) {
    if (!one.runs().empty()) return false;
    words += one.table().size();
    text += one.table().text_size();
    memory += one.table().memory_with(0, 0);
  }
  return memory + WordTable::memory_of(words, text) <= bytes;
}

WordTable merged(std::vector<SpillingTable>& tables) {
  WordTable all;
  for (SpillingTable& one : tables) {
    if (one.table().size() > all.size()) std::swap(one.table(), all);
    all.merge(one.table());
    one.table() = WordTable();
  }
  return all;
}

}  // namespace

void SpillingTable::add(const tokenizing::Tokens& tokens) {
  const std::size_t count = tokens.list.size();
  for (std::size_t begin = 0; begin < count; begin += kSlice) {
    const std::size_t end = std::min(begin + kSlice, count);
    if (!has_room_for(tokens, begin, end)) spill();
    look_up_ahead(tokens, begin, end, table_, [&](const HashedWord& word) { table_.add(word); });
  }
}

bool SpillingTable::has_room_for(const tokenizing::Tokens& tokens, std::size_t begin,
                                 std::size_t end) const {
  const tokenizing::Tokens::Token& last = tokens.list[end - 1];
  const std::uint32_t text = last.begin + last.length - tokens.list[begin].begin;
  const std::uint64_t sorting = table_.size() * kSortingMemory;
  return std::max(table_.memory_with(end - begin, text), table_.memory_with(0, 0) + sorting) <=
         bytes_;
}

void SpillingTable::spill() {
  if (table_.empty()) return;
  if (!file_) file_ = std::make_shared<files::ScratchFile>(folder_);
  runs_.push_back(write_sorted(table_, file_));
  table_.clear();
}

WordCounts join(std::vector<SpillingTable> tables, const SpillOptions& options,
                const std::stop_token& stop) {
  if (fit_together(tables, options.table_bytes())) return WordCounts(merged(tables));
  tbb::parallel_for_each(tables, [](SpillingTable& one) {
    one.spill();
    one.table() = WordTable();
  });
  std::vector<SortedRun> runs;
  for (const SpillingTable& one : tables)
    runs.insert(runs.end(), one.runs().begin(), one.runs().end());
  tables.clear();
  return {std::move(runs), options, stop};
}

}  // namespace bsg::counting
