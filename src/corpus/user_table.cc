#include "corpus/user_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "bsg/error.h"
#include "tables/table_columns.h"
#include "tables/table_entries.h"

namespace bsg::corpus {
namespace {

constexpr std::uint64_t kMostRows = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kRowsBetweenProgress = 1 << 16;

/// All rows as they come.
class Rows {
 public:
  explicit Rows(const CorpusOptions& options) : options_(options) {}

  void read(std::vector<reading::TextFile>& files, const ReadingObserver& observer);

  /// Gathers them. To be called once.
  UserTable gather(Repeats repeats);

 private:
  void add(const tables::TableEntry& entry);
  std::uint32_t user_of(std::string_view name);
  std::vector<std::uint32_t> rows_by_user();
  void sort_by_order(std::vector<std::uint32_t>& rows, const std::vector<std::uint64_t>& begins);
  void take_entries(std::span<const std::uint32_t> rows, Repeats repeats,
                    std::vector<std::uint64_t>& last_place);
  void take_entry(std::uint32_t row);
  [[nodiscard]] bool has_order() const { return !options_.columns.order.empty(); }
  [[nodiscard]] bool has_weight() const { return !options_.columns.weight.empty(); }

  const CorpusOptions& options_;
  UserTable table_;
  std::vector<std::uint32_t> users_;  ///< of rows, as are the others
  std::vector<std::uint32_t> items_;
  std::vector<double> weights_;
};

void Rows::read(std::vector<reading::TextFile>& files, const ReadingObserver& observer) {
  const std::uint64_t total = reading::total_size(files);
  std::uint64_t done = 0;
  for (reading::TextFile& file : files) {
    tables::TableEntries entries(file, options_, observer.stop);
    const auto tell = [&] {
      if (observer.progress) observer.progress(done + entries.bytes_read(), total);
    };
    for (tables::TableEntry entry; entries.next(entry);) {
      add(entry);
      if (users_.size() % kRowsBetweenProgress == 0) tell();
    }
    tell();
    done += entries.bytes_read();
    table_.fingerprints.push_back(entries.fingerprint());
    table_.invalid_utf8_sequences += entries.invalid_utf8_sequences();
  }
  if (users_.empty()) {
    throw InputError(fmt::format("'{}' has a header and no rows", files.front().name()));
  }
}

void Rows::add(const tables::TableEntry& entry) {
  if (users_.size() == kMostRows) {
    throw InputError(fmt::format("the tables have more than {} rows", kMostRows));
  }
  users_.push_back(user_of(entry.user));
  items_.push_back(table_.items.add(entry.item));
  if (has_weight()) weights_.push_back(entry.weight);
  if (has_order()) table_.orders.add(entry.order);
}

/// Most tables have many rows of a user together: these need no search.
std::uint32_t Rows::user_of(std::string_view name) {
  if (!users_.empty() && table_.users.word(users_.back()) == name) return users_.back();
  return table_.users.add(name);
}

UserTable Rows::gather(Repeats repeats) {
  std::vector<std::uint32_t> rows = rows_by_user();
  const std::vector<std::uint64_t> begins = table_.begins;
  if (has_order()) sort_by_order(rows, begins);
  table_.begins.assign(1, 0);
  std::vector<std::uint64_t> last_place(table_.items.size(), 0);
  for (std::size_t user = 0; user + 1 < begins.size(); ++user) {
    take_entries(std::span(rows).subspan(begins[user], begins[user + 1] - begins[user]), repeats,
                 last_place);
  }
  return std::move(table_);
}

/// Those of a user together, in the order in which they came; begins of users go into the table.
std::vector<std::uint32_t> Rows::rows_by_user() {
  std::vector<std::uint64_t>& begins = table_.begins;
  begins.assign(table_.users.size() + 1, 0);
  for (const std::uint32_t user : users_) ++begins[user + 1];
  for (std::size_t user = 1; user < begins.size(); ++user) begins[user] += begins[user - 1];
  std::vector<std::uint64_t> next(begins.begin(), begins.end() - 1);
  std::vector<std::uint32_t> rows(users_.size());
  for (std::uint32_t row = 0; row < rows.size(); ++row) rows[next[users_[row]]++] = row;
  users_ = {};
  return rows;
}

void Rows::sort_by_order(std::vector<std::uint32_t>& rows,
                         const std::vector<std::uint64_t>& begins) {
  table_.orders.finish();
  const auto before = [&](std::uint32_t a, std::uint32_t b) { return table_.orders.before(a, b); };
  for (std::size_t user = 0; user + 1 < begins.size(); ++user) {
    std::ranges::stable_sort(std::span(rows).subspan(begins[user], begins[user + 1] - begins[user]),
                             before);
  }
}

/// Of one user. last_place: of each item, one more than the entry that had it last.
void Rows::take_entries(std::span<const std::uint32_t> rows, Repeats repeats,
                        std::vector<std::uint64_t>& last_place) {
  const std::uint64_t begin = table_.begins.back();
  for (const std::uint32_t row : rows) {
    std::uint64_t& last = last_place[items_[row]];
    if (repeats == Repeats::merged && last > begin) {
      if (has_weight()) table_.weights[last - 1] += weights_[row];
      continue;
    }
    take_entry(row);
    last = table_.ids.size();
  }
  table_.begins.push_back(table_.ids.size());
}

void Rows::take_entry(std::uint32_t row) {
  table_.ids.push_back(items_[row]);
  if (has_weight()) table_.weights.push_back(weights_[row]);
  if (has_order()) table_.rows.push_back(row);
}

}  // namespace

UserTable read_users(std::vector<reading::TextFile>& files, const CorpusOptions& options,
                     Repeats repeats, const ReadingObserver& observer) {
  tables::check_columns(options);
  Rows rows(options);
  rows.read(files, observer);
  return rows.gather(repeats);
}

}  // namespace bsg::corpus
