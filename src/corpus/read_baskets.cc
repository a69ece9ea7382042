#include <fmt/format.h>

#include <utility>

#include "bsg/baskets.h"
#include "bsg/error.h"
#include "corpus/block_parser.h"
#include "corpus/user_table.h"
#include "reading/block_reader.h"
#include "tables/refuse_table.h"

namespace bsg {
namespace {

void add_lines(const tokenizing::Tokens& tokens, std::vector<Basket>& baskets) {
  std::size_t token = 0;
  for (const std::uint32_t line_end : tokens.line_ends) {
    if (token == line_end) continue;
    std::vector<std::string>& items = baskets.emplace_back().items;
    for (; token < line_end; ++token) items.emplace_back(tokens[token]);
  }
}

std::vector<Basket> baskets_of_lines(const std::vector<std::string>& files, CorpusOptions options) {
  std::vector<reading::TextFile> texts = reading::open_texts(files);
  tables::refuse_tables(files);
  options.sets = true;
  corpus::BlockParser parser(options);
  reading::BlockReader reader(texts, reading::Cut::lines, false, {});
  std::vector<Basket> baskets;
  for (reading::TextBlock block; reader.next(block);) add_lines(parser.parse(block), baskets);
  if (baskets.empty()) {
    throw InputError(fmt::format("there is no basket in '{}'", texts.front().name()));
  }
  return baskets;
}

Basket basket_of(const corpus::UserTable& table, std::size_t user) {
  Basket basket;
  basket.user = table.users.word(user);
  for (std::uint64_t at = table.begins[user]; at < table.begins[user + 1]; ++at) {
    basket.items.emplace_back(table.items.word(table.ids[at]));
    if (!table.weights.empty()) basket.weights.push_back(table.weights[at]);
    if (!table.rows.empty()) basket.orders.push_back(table.orders.text(table.rows[at]));
  }
  return basket;
}

}  // namespace

std::vector<Basket> read_baskets(const std::vector<std::string>& files,
                                 const CorpusOptions& options) {
  if (options.format == InputFormat::lines) return baskets_of_lines(files, options);
  std::vector<reading::TextFile> texts = reading::open_texts(files);
  const corpus::UserTable table = corpus::read_users(texts, options, corpus::Repeats::merged, {});
  std::vector<Basket> baskets;
  for (std::size_t user = 0; user < table.users.size(); ++user) {
    baskets.push_back(basket_of(table, user));
  }
  return baskets;
}

}  // namespace bsg
