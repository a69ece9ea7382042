#pragma once

#include <cstdint>
#include <optional>

#include "bsg/choices.h"

/// The values of both recipes, in this file alone. The defaults of bsg/options.h are the standard
/// ones; docs/recipe.md has the measurements behind them. The paper's are those of section 5.2,
/// which hold for both methods, with negatives drawn as in step 5.4 of Figure 1 and (11) for ξ as
/// printed.

namespace bsg::recipes {

/// What an option is in each recipe.
template <class T>
struct Value {
  T standard;
  T paper;

  [[nodiscard]] constexpr const T& in(Recipe recipe) const {
    return recipe == Recipe::paper ? paper : standard;
  }
};

/// A number that depends on what is learned from: texts, sets (CorpusOptions::sets), or users'
/// items (CorpusOptions::users).
struct ByInput {
  double texts;
  double sets;
  double users;
};

/// Lengths of n-grams; both 0 for none.
struct Lengths {
  std::uint32_t shortest;
  std::uint32_t longest;
};

inline constexpr Value<std::uint32_t> kVocabularySize{.standard = 30000, .paper = 30000};
inline constexpr Value<std::uint64_t> kMinCount{.standard = 1, .paper = 1};

/// Of texts. The names of items that are sold together need not be spelled alike: sets have none.
inline constexpr Value<Lengths> kSubwords{.standard = {3, 6}, .paper = {0, 0}};

/// Of sets nothing is discarded: in a small catalogue of items the texts' ρ would throw nearly
/// everything away.
inline constexpr Value<ByInput> kSubsample{.standard = {.texts = 3e-5, .sets = 1, .users = 1},
                                           .paper = {.texts = 1e-5, .sets = 1, .users = 1}};
inline constexpr Value<std::uint32_t> kWindow{.standard = 4, .paper = 4};
inline constexpr Value<std::uint32_t> kNegatives{.standard = 3, .paper = 1};
inline constexpr Value<NegativeMode> kNegativeMode{.standard = NegativeMode::expected,
                                                   .paper = NegativeMode::sampled};
inline constexpr Value<bool> kExcludePositives{.standard = false, .paper = true};

inline constexpr Value<double> kNegativeExponent{.standard = 0.75, .paper = 0.75};
/// Of sets. A basket's pairs grow with the square of its length, and would drown the others'.
inline constexpr Value<BasketWeight> kBasketWeight{.standard = BasketWeight::items,
                                                   .paper = BasketWeight::pairs};
inline constexpr Value<ByInput> kPairWeight{.standard = {.texts = 1, .sets = 1, .users = 3},
                                            .paper = {.texts = 1, .sets = 1, .users = 1}};

inline constexpr Value<std::uint32_t> kDimension{.standard = 100, .paper = 40};
inline constexpr Value<std::uint32_t> kIterations{.standard = 20, .paper = 40};
inline constexpr Value<std::uint32_t> kBurnIn{.standard = 5, .paper = 10};
inline constexpr Value<double> kDecay{.standard = 0.7, .paper = 0.7};
inline constexpr Value<double> kTolerance{.standard = 0, .paper = 0};
inline constexpr Value<Xi> kXi{.standard = Xi::exact, .paper = Xi::paper};
inline constexpr Value<std::uint32_t> kNegativeGroups{.standard = 64, .paper = 1};
/// Sets are often small: there a stronger prior gains nothing, and may leave nothing of what a few
/// baskets say.
inline constexpr Value<ByInput> kPriorPrecision{.standard = {.texts = 10, .sets = 1, .users = 3},
                                                .paper = {.texts = 1, .sets = 1, .users = 1}};
/// Unset: the targets'.
inline constexpr Value<std::optional<ByInput>> kContextPriorPrecision{
    .standard = ByInput{.texts = 1, .sets = 1, .users = 3}, .paper = {}};
inline constexpr Value<bool> kLearnPrior{.standard = false, .paper = false};
inline constexpr Value<Calibrate> kCalibrate{.standard = Calibrate::automatic,
                                             .paper = Calibrate::no};
inline constexpr Value<double> kGauge{.standard = 0.6, .paper = 0};

}  // namespace bsg::recipes
