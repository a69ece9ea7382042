#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bsg/query.h"
#include "cli/arguments/arguments.h"

namespace bsg::cli {

inline constexpr std::array<Choice<Measure>, 3> kMeasures{{
    {"cosine", Measure::cosine},
    {"probability", Measure::probability},
    {"kl", Measure::kl},
}};

inline constexpr std::array<Choice<Representation>, 5> kRepresentations{{
    {"target", Representation::target},
    {"context", Representation::context},
    {"sum", Representation::sum},
    {"concat", Representation::concat},
    {"target-context", Representation::target_context},
}};

/// What the commands that ask a model share.
struct QueryArguments {
  std::string model;
  std::vector<std::string> words;
  Composition composition;  ///< of --positive and --negative
  std::optional<Measure> measure;
  Representation representation = Representation::target;
  bool raw = false;
  bool json = false;
  std::size_t count = 10;

  [[nodiscard]] bool composed() const {
    return !composition.positive.empty() || !composition.negative.empty();
  }
  /// Under one measure; cosine where none was asked for.
  [[nodiscard]] QueryOptions options() const;
};

/// MODEL, of Model::load() or of open_model().
void add_model(CLI::App& app, std::string& model);
void add_vectors(CLI::App& app, std::string& path);
void add_measure(CLI::App& app, std::optional<Measure>& measure,
                 const std::string& measure_default);
void add_representation(CLI::App& app, Representation& representation);
void add_json(CLI::App& app, bool& json);

/// MODEL, WORD..., --measure, --representation, --positive, --negative, --raw and --json.
void add_query_arguments(CLI::App& app, QueryArguments& query, const std::string& words_help,
                         const std::string& measure_default = "cosine");

/// -k.
void add_answer_count(CLI::App& app, std::size_t& count);

}  // namespace bsg::cli
