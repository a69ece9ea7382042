#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bsg/model.h"
#include "bsg/recommend.h"
#include "cli/arguments/item_names.h"
#include "cli/arguments/recommend_arguments.h"

namespace bsg::cli {

/// A list of recommendations, and for whom it is.
struct RecommendedList {
  std::optional<std::string> user{};  ///< one that the model was trained on
  std::vector<WordId> items{};        ///< what they have, of the model's items
  std::vector<Recommendation> answers{};
  std::vector<std::string> unknown{};  ///< items that the model does not have
};

/// Prints lists as they come, as tables or as one JSON object; memory does not grow with them.
class RecommendationReport {
 public:
  /// REQUIRES: all of these outlive the report. `suggests`: whether to say what may have been meant
  /// by unknown items, which takes time.
  RecommendationReport(const RecommendArguments& given, const Model& model, const ItemNames& names,
                       bool suggests);

  void print(const std::vector<RecommendedList>& lists);
  void finish();

 private:
  [[nodiscard]] std::string text_of(const RecommendedList& list) const;
  [[nodiscard]] std::string json_of(const RecommendedList& list) const;
  [[nodiscard]] std::string title_of(const RecommendedList& list) const;
  [[nodiscard]] std::string notes_of(const RecommendedList& list) const;
  [[nodiscard]] std::string table_of(const std::vector<Recommendation>& answers) const;
  [[nodiscard]] std::vector<std::string> closest(const std::string& unknown) const;

  const RecommendArguments& given_;
  const Model& model_;
  const ItemNames& names_;
  bool suggests_;
  bool first_ = true;
};

/// For the help.
std::string recommendation_notes();

}  // namespace bsg::cli
