#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "bsg/evaluate_baskets.h"
#include "evaluation/item_scorer.h"

namespace bsg::evaluation {

/// A test basket in a model's ids; items that it does not have are only counted.
struct JudgedUser {
  std::vector<WordId> known;     ///< ascending
  std::vector<WordId> held_out;  ///< ascending
  std::size_t unknown_held_out = 0;
};

enum Third : std::uint8_t { popular, middle, rare };

/// By item, the third of all held-out items that it belongs to, which are ordered by falling count.
/// The middle of an item's share of them decides, and items of one count are in the same third.
/// Items that nobody is to find have no meaning here. REQUIRES: a count for each item.
std::vector<Third> popularity_thirds(const std::vector<JudgedUser>& users,
                                     const std::vector<double>& counts);

/// Judges the lists of all methods alike.
class ListJudge {
 public:
  /// `thirds`: by item. What the model does not have is among the rare. REQUIRES: each user has a
  /// held-out item.
  ListJudge(std::vector<JudgedUser> users, std::vector<Third> thirds);

  [[nodiscard]] const std::vector<JudgedUser>& users() const { return users_; }

  /// Throws Interrupted.
  [[nodiscard]] MethodResult judge(std::string name, const ItemScorer& scorer,
                                   const std::stop_token& stop) const;

 private:
  struct UserWorth;
  class FirstOfSomebody;

  [[nodiscard]] UserWorth judge_user(const JudgedUser& user, std::span<double> scores,
                                     FirstOfSomebody& first) const;
  [[nodiscard]] std::size_t wanted_in(const JudgedUser& user, Third third) const;
  [[nodiscard]] std::array<PopularityThird, 3> thirds_of(
      const std::vector<UserWorth>& worths) const;

  std::vector<JudgedUser> users_;
  std::vector<Third> thirds_;
};

}  // namespace bsg::evaluation
