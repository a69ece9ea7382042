#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bsg/model.h"
#include "model/word_list.h"

namespace bsg::model {

/// UserData in the shape of the file.
struct FlatUsers {
  WordList names;                        ///< U; none where users have no names
  std::span<const std::int64_t> starts;  ///< U + 1
  std::span<const WordId> items;
  std::span<const float> weights;  ///< parallel to the items, or empty

  [[nodiscard]] std::size_t size() const { return names.size(); }
  [[nodiscard]] std::span<const WordId> items_of(std::size_t user) const {
    return items.subspan(first(user), first(user + 1) - first(user));
  }
  [[nodiscard]] std::span<const float> weights_of(std::size_t user) const {
    if (weights.empty()) return weights;
    return weights.subspan(first(user), first(user + 1) - first(user));
  }

 private:
  [[nodiscard]] std::size_t first(std::size_t user) const {
    return static_cast<std::size_t>(starts[user]);
  }
};

/// Users of a model that was made in memory.
struct OwnedUsers {
  std::vector<char> name_bytes;
  std::vector<std::int64_t> name_offsets, starts;
  std::vector<WordId> items;
  std::vector<float> weights;
};

}  // namespace bsg::model
