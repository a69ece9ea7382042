#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bsg/query.h"
#include "cli/arguments/arguments.h"

namespace bsg::cli {

/// Which columns a table has.
enum class Columns : std::uint8_t { standard, all };

/// What the commands that ask a model share.
struct QueryArguments {
  std::string model;
  std::vector<std::string> words;
  Composition composition;  ///< of --positive and --negative
  std::optional<Measure> measure;
  Representation representation = Representation::target;
  bool raw = false;
  bool known_only = false;
  std::optional<Rank> rank;
  std::uint64_t min_count = 0;
  Columns columns = Columns::standard;
  bool json = false;
  std::size_t count = 10;

  [[nodiscard]] bool composed() const {
    return !composition.positive.empty() || !composition.negative.empty();
  }
  /// Under one measure; the library's default where none was asked for.
  [[nodiscard]] QueryOptions options() const;
};

/// The name of the measure that applies where none is asked for.
std::string_view default_measure();

/// MODEL, of Model::load() or of open_model().
void add_model(CLI::App& app, std::string& model);
void add_vectors(CLI::App& app, std::string& path);
/// --min-count, a whole number from 1 up.
void add_min_count(CLI::App& app, std::uint64_t& count, std::string_view help);
void add_measure(CLI::App& app, std::optional<Measure>& measure, std::string_view measure_default);
void add_representation(CLI::App& app, Representation& representation);
void add_known_only(CLI::App& app, bool& known_only);
void add_rank(CLI::App& app, std::optional<Rank>& rank, std::string_view rank_default);
void add_json(CLI::App& app, bool& json);

/// MODEL, WORD..., --measure, --representation, --positive, --negative, --raw, --known-only,
/// --columns and --json.
void add_query_arguments(CLI::App& app, QueryArguments& query, const std::string& words_help,
                         std::string_view measure_default = default_measure());

/// -k, --rank and --min-count.
void add_ranking(CLI::App& app, QueryArguments& query);

/// -k, with this default; `help` says of what it is the number.
void add_answer_count(CLI::App& app, std::size_t& count, std::size_t count_default = 10,
                      std::string_view help = "How many answers.");

}  // namespace bsg::cli
