#include "cli/arguments/judged_baskets.h"

#include <fmt/format.h>

namespace bsg::cli {
namespace {

constexpr const char* kGroup = "Recommendations";

/// Lists of draws are not judged.
std::vector<RecommendationRankDescription> judged_ranks() {
  std::vector<RecommendationRankDescription> ranks;
  for (const RecommendationRankDescription& rank : recommendation_rank_table()) {
    if (rank.value != RecommendationRank::thompson) ranks.push_back(rank);
  }
  return ranks;
}

}  // namespace

void add_baskets(CLI::App& app, BasketsRequest& request) {
  app.add_option("--baskets", request.test,
                 "Judge recommendations by this file of bsg split: lines of known items, a tab, "
                 "held-out items.")
      ->type_name("FILE")
      ->group(kGroup);
  app.add_option("--train", request.train,
                 "The baskets that the model was trained on, in the same form. With it, item kNN "
                 "and EASE are judged, too.")
      ->type_name("FILE...")
      ->group(kGroup);
  add_choice(app, "--basket-rank", request.options.rank, judged_ranks(),
             "What the model's recommendations are ordered by, as in bsg recommend. [default "
             "mean]")
      ->group(kGroup);
  app.add_option("--ease-penalty", request.options.ease_penalty,
                 "Lambda of EASE; without it, the best of 20 to 1000 for the training baskets. [a "
                 "number above 0]")
      ->type_name("NUMBER")
      ->group(kGroup);
}

void refuse_without_baskets(const Arguments& parser, const CLI::App& app) {
  for (const char* option : {"--train", "--basket-rank", "--ease-penalty"}) {
    if (app.count(option) == 0) continue;
    parser.refuse(fmt::format("option {} has no effect without --baskets; leave it out", option));
  }
}

}  // namespace bsg::cli
