#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bsg/model.h"

namespace bsg::cli {

/// What people call the items of a model: the lines id TAB name of a file, or nothing.
class ItemNames {
 public:
  /// REQUIRES: the model outlives this. Throws FileError, and InputError for a line without a tab.
  ItemNames(const Model& model, const std::optional<std::string>& file);

  [[nodiscard]] bool any() const { return !names_.empty(); }
  /// Empty for an item that the file does not have.
  [[nodiscard]] std::string_view name(WordId item) const;
  /// Its name, or else its id.
  [[nodiscard]] std::string_view title(WordId item) const;

  /// The item of this id, or else of exactly this name: of several, the most frequent.
  [[nodiscard]] std::optional<WordId> find(std::string_view text) const;
  /// The same as an id; the text itself if there is none.
  [[nodiscard]] std::string id_of(const std::string& text) const;

  /// Titles of items that may have been meant, at most three: names with the text in them, by
  /// descending count, or else the closest ids.
  [[nodiscard]] std::vector<std::string> closest(const std::string& text) const;

 private:
  const Model& model_;
  std::vector<std::string> names_;  ///< by id; none without a file
  std::unordered_map<std::string_view, WordId> items_;
};

}  // namespace bsg::cli
