#include "training/learn_users.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "inference/bound.h"
#include "inference/expected_negatives.h"
#include "inference/half_update.h"
#include "inference/xi_form.h"
#include "sampling/data_set.h"
#include "sampling/shorten_baskets.h"
#include "sampling/user_items.h"
#include "training/density_steps.h"
#include "training/iteration_record.h"
#include "training/stopping_rule.h"
#include "training/text_without_pairs.h"
#include "training/user_state.h"

namespace bsg::training {
namespace {

using inference::Background;
using inference::Densities;
using inference::ExpectedNegatives;
using inference::LearnedSide;
using inference::PairSource;
using inference::UpdateSummary;

/// Rounds in which an item's target settles, its contexts being fixed.
constexpr int kRoundsOfItems = 6;
/// Of a user's items, those whose pairs the targets of items are made of.
constexpr std::size_t kMostItemsOfUser = 100;

/// Users by their pairs, most first.
std::vector<std::uint32_t> by_pairs(const sampling::UserItems& pairs) {
  std::vector<std::uint32_t> users(pairs.users());
  std::iota(users.begin(), users.end(), 0U);
  std::ranges::stable_sort(users, [&](std::uint32_t a, std::uint32_t b) {
    return pairs.items_of(a).size() > pairs.items_of(b).size();
  });
  return users;
}

/// Whose pairs stand for those of all users where the bound is estimated.
std::vector<inference::SampledTarget> sample_users(const sampling::UserItems& pairs) {
  const std::vector<std::uint32_t> users = by_pairs(pairs);
  std::vector<double> numbers;
  for (const std::uint32_t user : users) {
    numbers.push_back(static_cast<double>(pairs.items_of(user).size()));
  }
  std::vector<inference::SampledTarget> sample = inference::sample_targets(numbers);
  for (inference::SampledTarget& one : sample) one.word = users[one.word];
  return sample;
}

/// Figure 1 with users in the place of targets.
class UserLearning {
 public:
  UserLearning(const PreparedText& prepared, const TrainingOptions& options, Run& run)
      : options_(options),
        how_(options.inference),
        run_(run),
        pairs_(prepared.text, prepared.vocabulary.size(), prepared.user_items.weights,
               options.pair_weight()),
        rows_([this](auto user, auto& /*scratch*/, auto& pairs) { pairs_.row(user, pairs); }),
        columns_([this](auto item, auto& /*scratch*/, auto& pairs) { pairs_.column(item, pairs); }),
        sample_(sample_users(pairs_)),
        negatives_(prepared.vocabulary, pairs_.users(), options.sampling, how_) {
    const auto positives_of = [this](std::uint32_t user) { return pairs_.positives_of(user); };
    negatives_.weigh_positives(positives_of, rows_, stop_within_iteration(run));
  }

  [[nodiscard]] const sampling::UserItems& pairs() const { return pairs_; }

  void iterate(UserState& state) {
    const auto iteration = static_cast<std::uint32_t>(state.iterations.size() + 1);
    begin_stage(run_, Stage::targets, iteration);
    const UpdateSummary users = update(rows_, state.items, state.users, iteration);
    begin_stage(run_, Stage::contexts, iteration);
    const UpdateSummary items = update(columns_, state.users, state.items, iteration);
    const sampling::PairTotals totals{pairs_.pairs(), pairs_.pairs(),
                                      pairs_.pairs() * options_.sampling.negatives};
    state.iterations.push_back(make_record(iteration, 1, totals, users, items));
    if (state.features) {
      state.iterations.back().target_prior_precision = state.users.prior.precision();
      state.iterations.back().context_prior_precision = state.items.prior.precision();
    }
    state.iterations.back().bound = bound(state);
    run_.report.row_entries += users.row_entries + items.row_entries;
  }

 private:
  UpdateSummary update(const PairSource& pairs, const LearnedSide& other, LearnedSide& updated,
                       std::uint32_t iteration) {
    const std::stop_token stop = stop_within_iteration(run_);
    const std::unique_ptr<const Background> beside = negatives_.beside(updated, other, stop);
    return half_update({.xi = inference::xi_form(how_.xi),
                        .background = beside.get(),
                        .at = {options_.seed, iteration, updated.side}},
                       pairs, other.densities, updated, stop);
  }

  std::optional<double> bound(const UserState& state) {
    const Densities &u = state.users.densities, &v = state.items.densities;
    const std::stop_token stop = stop_within_iteration(run_);
    negatives_.regroup(u, v, stop);
    const inference::LikelihoodBound pairs =
        likelihood_bound(u, v, {inference::xi_form(how_.xi), rows_, &negatives_}, sample_, stop);
    if (pairs.positive_pairs == 0) return std::nullopt;
    const double priors = prior_bound(u, state.users.prior.precision()) +
                          (state.features ? prior_bound(v, *state.features)
                                          : prior_bound(v, state.items.prior.precision()));
    return pairs.sum / pairs.positive_pairs + priors / pairs_.positive_weight();
  }

  const TrainingOptions& options_;
  const InferenceOptions& how_;
  Run& run_;
  sampling::UserItems pairs_;
  PairSource rows_, columns_;
  std::vector<inference::SampledTarget> sample_;
  ExpectedNegatives negatives_;
};

/// Targets of items from the items that users had beside them, contexts as they are.
LearnedSide targets_of_items(const PreparedText& prepared, const LearnedSide& items,
                             TrainingOptions options, Run& run) {
  options.sampling.pair_weight = 1;  // items have pairs enough
  const std::stop_token stop = stop_within_iteration(run);
  const std::size_t words = prepared.vocabulary.size();
  LearnedSide targets = initial_side(Side::target, words, options);
  const std::size_t m = targets.densities.dimension();
  for (std::uint32_t item = 0; item < words; ++item) {
    std::fill_n(targets.densities.mean(item), m, 0.0F);
    std::fill_n(targets.densities.variance(item), m,
                static_cast<float>(1 / options.prior_precision()));
  }
  const corpus::EncodedCorpus baskets =
      sampling::shorten_baskets(prepared.text, kMostItemsOfUser, options.seed);
  sampling::DataSet data(baskets, prepared.vocabulary, options);
  data.draw(1, stop);
  const PairSource rows = pairs_of(data, Side::target);
  ExpectedNegatives negatives(prepared.vocabulary, options.sampling, options.inference);
  negatives.weigh_positives([&](std::uint32_t item) { return data.positives_of(item); }, rows,
                            stop);
  for (int round = 0; round < kRoundsOfItems; ++round) {
    const auto beside = negatives.of_targets(targets.densities, items.densities, stop);
    half_update({.xi = inference::xi_form(options.inference.xi), .background = beside.get()}, rows,
                items.densities, targets, stop);
  }
  return targets;
}

UserState initial_state(const PreparedText& prepared, std::size_t users,
                        const TrainingOptions& options) {
  UserState state{initial_side(Side::target, users, options),
                  initial_side(Side::context, prepared.vocabulary.size(), options)};
  if (prepared.knowledge.any()) {
    state.features.emplace(prepared.knowledge.matrix, options.inference.dimension,
                           options.context_prior_precision());
  }
  return state;
}

/// The prior of items from their tags, for the iteration to come.
void learn_prior_of_items(UserState& state) {
  if (!state.features || state.iterations.empty()) return;
  state.features->learn(state.items.densities);
  state.items.prior = state.features->blended(1);
}

UserState learn_densities(const PreparedText& prepared, const TrainingOptions& options, Run& run) {
  UserLearning learning(prepared, options, run);
  UserState state = initial_state(prepared, learning.pairs().users(), options);
  resume_users(state, options, run);
  while (!is_finished(state.iterations, options)) {
    learn_prior_of_items(state);
    learning.iterate(state);
    const IterationRecord& last = state.iterations.back();
    if (last.iteration == 1) refuse_text_without_pairs(last);
    finish_iteration(run, last);
    run.report.converged = has_converged(last, options.inference.tolerance);
    if (state.features && is_finished(state.iterations, options)) {
      state.features->finish(state.items.densities);
    }
    keep_users(state, options, run);
  }
  return state;
}

}  // namespace

Learned learn_users(const PreparedText& prepared, const TrainingInput& /*input*/,
                    const TrainingOptions& options, Run& run) {
  try {
    begin_stage(run, Stage::sampling, 1);
    UserState state = learn_densities(prepared, options, run);
    begin_stage(run, Stage::targets, static_cast<std::uint32_t>(state.iterations.size()));
    const LearnedSide targets = targets_of_items(prepared, state.items, options, run);
    return {.model = model_of_users(prepared, options, std::move(state), targets),
            .posterior = {},
            .draws = {}};
  } catch (const inference::SolveFailure& failure) {
    refuse_unsolved(prepared, failure.word);
  }
}

}  // namespace bsg::training
