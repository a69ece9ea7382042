#include "cli/reports/split_report.h"

#include <fmt/format.h>

#include <string_view>

#include "cli/reports/quantity.h"

namespace bsg::cli {
namespace {

/// "1 user", "1,234 users".
std::string number_of(std::size_t number, std::string_view thing) {
  return fmt::format("{} {}{}", grouped(number), thing, number == 1 ? "" : "s");
}

}  // namespace

std::string split_text(const BasketSplit& split, const std::string& train,
                       const std::string& test) {
  std::size_t baskets = 0;
  for (const Basket& basket : split.train) baskets += basket.items.empty() ? 0 : 1;
  std::string text =
      fmt::format("{}: {}, {}\n{}: {}, {} held out\n", train, number_of(baskets, "basket"),
                  number_of(split.train_items, "item"), test, number_of(split.test.size(), "user"),
                  number_of(split.held_out_items, "item"));
  if (split.new_items > 0) {
    text +=
        fmt::format("{} of the held-out items {} not in the training file: no model can find {}\n",
                    grouped(split.new_items), split.new_items == 1 ? "is" : "are",
                    split.new_items == 1 ? "it" : "them");
  }
  if (split.without_known > 0) {
    text += fmt::format("left out: {} with items behind the cut only\n",
                        number_of(split.without_known, "user"));
  }
  return text;
}

}  // namespace bsg::cli
