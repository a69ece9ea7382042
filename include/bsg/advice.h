#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bsg/wording.h"

namespace bsg {

/// What is to be said of a training that went through. Each kind compares what was `measured` with
/// a `limit`.
enum class AdviceKind : std::uint8_t {
  few_pairs,           ///< fewer pairs an iteration than words: densities stay close to the prior
  prior_alone,         ///< squared means over variances: with little, scores say nothing
  dominating_baskets,  ///< share of all pairs in the largest 1 % of the baskets
  differing_runs,      ///< threads of Method::skipgram, whose races another run decides otherwise
  variances_alone,     ///< words with a full posterior to start an update from, of all the model's
  unfamiliar_text,     ///< share of an update's text that is of words the model has
  outdated_axes,       ///< stretch of the kept axes beside new ones: scores are better in new ones
};

/// The enumerator's name.
std::string_view advice_name(AdviceKind kind);

enum class Remedy : std::uint8_t {
  more_data,
  divide_baskets,  ///< or leave them out
  set_option,      ///< to the value
  lower_option,    ///< below the value
  omit_option,
  keep_posterior,  ///< beside the model, and give it to the next update
};

/// The enumerator's name.
std::string_view remedy_name(Remedy remedy);

/// One thing to try. `option` is a name of option_table() and `value` text for set_option(), each
/// empty where the remedy has none.
struct Suggestion {
  Remedy remedy;
  std::string_view option{};
  std::string value{};

  bool operator==(const Suggestion&) const = default;
};

struct Advice {
  AdviceKind kind;
  bool warning;  ///< false: good to know, nothing is wrong
  double measured;
  double limit;
  std::vector<Suggestion> suggestions;  ///< any of them helps
  Wording wording;                      ///< a sentence that says all this

  bool operator==(const Advice&) const = default;
};

}  // namespace bsg
