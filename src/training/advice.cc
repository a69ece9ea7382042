#include "training/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::training {
namespace {

using wording::compose;
using wording::grouped;
using wording::option;
using wording::setting;

constexpr double kDominatingShare = 0.5;
constexpr double kGenerousSubsample = 1e-3;
/// Of squared means by variances: with less, cosines are those of rounding and chance.
constexpr double kLeastSignal = 0.01;

/// Of a text's words, which an update expects the model to have.
constexpr double kLeastKnown = 0.5;
/// Of kept axes beside new ones. Measured on a text in ten parts: at 1.4 the mean of six benchmarks
/// is 0.2 points lower, at 1.6 0.6, at 2.3 1.2, at 3.5 2.2.
constexpr double kMostStretch = 1.5;

const Suggestion kMoreData{.remedy = Remedy::more_data};

std::optional<Advice> differing_runs(const TrainingReport& report, const TrainingOptions& options) {
  if (options.method != Method::skipgram || report.threads == 1) return std::nullopt;
  return Advice{
      .kind = AdviceKind::differing_runs,
      .warning = false,
      .measured = static_cast<double>(report.threads),
      .limit = 1,
      .suggestions = {{Remedy::set_option, "threads", "1"}},
      .wording = compose("on several threads another run of {} will differ a little; {} gives the "
                         "same model each time",
                         setting("method", "skipgram"), setting("threads", "1"))};
}

/// The update knew the model's means and variances alone.
std::optional<Advice> variances_alone(const BaseModel& base) {
  if (base.posterior) return std::nullopt;
  return Advice{
      .kind = AdviceKind::variances_alone,
      .warning = false,
      .measured = 0,
      .limit = static_cast<double>(base.model.size()),
      .suggestions = {{Remedy::keep_posterior, "keep-posterior"}},
      .wording = compose(
          "the update started from the model's variances, since no posterior was given: how the "
          "dimensions of a word vary together was lost; to keep it, train with {} and update with "
          "{}",
          option("keep-posterior"), option("posterior"))};
}

/// Texts in capitals, or in another tokenization, are mostly new words.
std::optional<Advice> unfamiliar_text(const TrainingReport& report) {
  const double share =
      static_cast<double>(report.known_tokens) / static_cast<double>(report.tokens);
  if (share >= kLeastKnown) return std::nullopt;
  return Advice{
      .kind = AdviceKind::unfamiliar_text,
      .warning = true,
      .measured = share,
      .limit = kLeastKnown,
      .suggestions = {},
      .wording = compose("the model knew {:.0f} % of the text's words; check that the text is "
                         "tokenized, and in capitals or not, as the model's own text was",
                         100 * share)};
}

/// Axes follow from what was known when they were chosen.
std::optional<Advice> outdated_axes(const TrainingReport& report) {
  if (report.axes_stretch <= kMostStretch) return std::nullopt;
  return Advice{
      .kind = AdviceKind::outdated_axes,
      .warning = false,
      .measured = report.axes_stretch,
      .limit = kMostStretch,
      .suggestions = {{Remedy::set_option, "new-axes", "yes"}},
      .wording = compose(
          "the model has outgrown its axes: some directions count {:.1f} times too much beside "
          "others, and scores are worse for it; this update with {} chooses new ones, and vectors "
          "can then not be compared with older ones",
          report.axes_stretch, option("new-axes"))};
}

std::optional<Advice> dominating_baskets(const TrainingReport& report) {
  const double share = report.largest_baskets_share;
  if (share <= kDominatingShare) return std::nullopt;
  return Advice{.kind = AdviceKind::dominating_baskets,
                .warning = true,
                .measured = share,
                .limit = kDominatingShare,
                .suggestions = {{Remedy::divide_baskets}},
                .wording = compose(
                    "the largest 1 % of the baskets make {:.0f} % of all pairs (the largest has {} "
                    "items); split or leave out such baskets if they should not dominate the model",
                    100 * share, grouped(report.largest_basket))};
}

std::vector<Suggestion> ways_to_more_pairs(const TrainingOptions& options) {
  if (options.subsample() >= 1) return {kMoreData};
  if (options.corpus.is_sets()) return {kMoreData, {Remedy::set_option, "subsample", "1"}};
  const bool strict = options.subsample() < kGenerousSubsample;
  return {{Remedy::set_option, "subsample", strict ? "1e-3" : "1"}};
}

Wording in_words(const std::vector<Suggestion>& ways_to_more_pairs) {
  const Suggestion& last = ways_to_more_pairs.back();
  if (last == kMoreData) return compose("train on more data");
  const Wording subsample = setting(last.option, last.value);
  if (ways_to_more_pairs.size() > 1) {
    return compose("train on more data, or keep all of it with {}", subsample);
  }
  return compose("{} keeps {} of a small text", subsample, last.value == "1" ? "all" : "more");
}

/// Where words outnumber the pairs of an iteration, most densities stay close to the prior.
std::optional<Advice> few_pairs(const Model& model, std::uint64_t words,
                                const TrainingOptions& options) {
  std::uint64_t pairs = 0;
  for (const IterationRecord& record : model.iterations()) pairs += record.positive_pairs;
  const std::uint64_t mean = pairs / std::max<std::size_t>(model.iterations().size(), 1);
  if (mean >= words) return std::nullopt;
  std::vector<Suggestion> ways = ways_to_more_pairs(options);
  const Wording what_to_do = in_words(ways);
  return Advice{
      .kind = AdviceKind::few_pairs,
      .warning = true,
      .measured = static_cast<double>(mean),
      .limit = static_cast<double>(words),
      .suggestions = std::move(ways),
      .wording = compose(
          "an iteration has {} positive pairs on average for {} {}, too few to learn from; {}",
          grouped(mean), grouped(words), options.corpus.is_sets() ? "items" : "words", what_to_do)};
}

/// Of the first so many words.
double signal(const Model& model, Side side, std::uint64_t words) {
  const std::size_t numbers = words * model.dimension();
  double means = 0, variances = 0;
  for (const float mean : model.means(side).first(numbers)) means += double{mean} * double{mean};
  for (const float variance : model.variances(side).first(numbers)) variances += double{variance};
  return means / variances;
}

/// Where means are nothing beside their variances. The geometric mean of both sides: only their
/// product says anything, since u may be long where v is short.
std::optional<Advice> prior_alone(const Model& model, std::uint64_t words,
                                  const TrainingReport& report, const TrainingOptions& options) {
  if (!model.has_variances()) return std::nullopt;
  const double both =
      std::sqrt(signal(model, Side::target, words) * signal(model, Side::context, words));
  if (both >= kLeastSignal) return std::nullopt;
  const bool spelled = report.features > 0 && options.subwords_in_use().any();
  const bool tagged = report.features > 0 && !spelled;
  const bool learned = tagged || options.inference.learn_prior;
  const Suggestion weaker =
      spelled   ? Suggestion{Remedy::set_option, "subwords", "no"}
      : learned ? Suggestion{Remedy::omit_option, tagged ? "features" : "learn-prior"}
                : Suggestion{Remedy::lower_option, "prior-precision",
                             get_option(options, "prior-precision")};
  return Advice{
      .kind = AdviceKind::prior_alone,
      .warning = true,
      .measured = both,
      .limit = kLeastSignal,
      .suggestions = {kMoreData, weaker},
      .wording = compose(
          "too little data against the prior: the densities hardly differ from it, and scores say "
          "nothing; train on more data, or {}",
          spelled ? compose("do without a learned prior: {}", setting(weaker.option, weaker.value))
          : learned ? compose("leave out {}", option(weaker.option))
                    : compose("choose a {} below {}", option(weaker.option), weaker.value))};
}

}  // namespace

std::vector<Advice> advise(const Model& model, const TrainingInput& input,
                           const TrainingReport& report, const TrainingOptions& options) {
  std::vector<Advice> all;
  const auto add = [&all](std::optional<Advice> one) {
    if (!one) return false;
    all.push_back(*std::move(one));
    return true;
  };
  add(differing_runs(report, options));
  if (input.base) add(variances_alone(*input.base));
  if (input.base) add(unfamiliar_text(report));
  add(outdated_axes(report));
  add(dominating_baskets(report));
  if (input.base) return all;  // the model's own text is there to learn from, however short this is
  const std::uint64_t words = model.size() - report.cold_words;
  // Too few pairs leave the prior alone by themselves.
  if (!add(few_pairs(model, words, options))) add(prior_alone(model, words, report, options));
  return all;
}

}  // namespace bsg::training
