#include "evaluation/list_judge.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "bsg/error.h"
#include "evaluation/ranked_items.h"

namespace bsg::evaluation {
namespace {

constexpr auto& kCutoffs = FirstItems::kCutoffs;
constexpr std::size_t kMostCutoff = kCutoffs.back();
constexpr std::size_t kCutoffOfThirds = kCutoffs.front();
/// Of a normal distribution: 95 % lie within so many standard deviations.
constexpr double kDeviationsOf95Percent = 1.959963984540054;
/// Scores that are in memory at a time.
constexpr std::size_t kScoresInMemory = std::size_t{1} << 22;
constexpr std::size_t kMostUsersAtATime = 1024;

MeanOverUsers mean_of(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  if (values.empty()) return {};
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double variance = values.size() < 2 ? 0 : squares / (n - 1);
  return {.mean = mean, .error = kDeviationsOf95Percent * std::sqrt(variance / n)};
}

std::vector<double> scores_of(std::span<const double> scores, const std::vector<WordId>& items) {
  std::vector<double> some;
  for (const WordId item : items) some.push_back(scores[item]);
  return some;
}

}  // namespace

/// What a user's list is worth.
struct ListJudge::UserWorth {
  std::array<ListWorth, kCutoffs.size()> first;
  std::array<ListWorth, 3> thirds;
};

/// Which items are among the first of somebody's list. Many threads may add at once.
class ListJudge::FirstOfSomebody {
 public:
  explicit FirstOfSomebody(std::size_t items) : best_(items) {
    for (auto& place : best_) place.store(kNever, std::memory_order_relaxed);
  }

  /// NaN marks what is not in the list; items with the same score come by id.
  void add(std::span<const double> scores) {
    std::vector<WordId>& list = lists_.local();
    list.clear();
    for (WordId id = 0; id < scores.size(); ++id) {
      if (!std::isnan(scores[id])) list.push_back(id);
    }
    const auto better = [&](WordId a, WordId b) {
      return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
    };
    const std::size_t count = std::min(kMostCutoff, list.size());
    const auto middle = list.begin() + static_cast<std::ptrdiff_t>(count);
    std::ranges::nth_element(list, middle, better);
    std::sort(list.begin(), middle, better);
    for (std::size_t place = 0; place < count; ++place) lower(list[place], place);
  }

  [[nodiscard]] double share_within(std::size_t cutoff) const {
    const auto met = std::ranges::count_if(
        best_, [&](const auto& place) { return place.load(std::memory_order_relaxed) < cutoff; });
    return static_cast<double>(met) / static_cast<double>(best_.size());
  }

 private:
  static constexpr auto kNever = std::numeric_limits<std::uint32_t>::max();

  void lower(WordId item, std::size_t place) {
    const auto mine = static_cast<std::uint32_t>(place);
    std::uint32_t so_far = best_[item].load(std::memory_order_relaxed);
    while (mine < so_far &&
           !best_[item].compare_exchange_weak(so_far, mine, std::memory_order_relaxed)) {
    }
  }

  std::vector<std::atomic<std::uint32_t>> best_;  ///< by item, its best place in any list
  tbb::enumerable_thread_specific<std::vector<WordId>> lists_;
};

std::vector<Third> popularity_thirds(const std::vector<JudgedUser>& users,
                                     const std::vector<double>& counts) {
  std::vector<std::size_t> wanted(counts.size());
  double total = 0;
  for (const JudgedUser& user : users) {
    for (const WordId item : user.held_out) ++wanted[item];
    total += static_cast<double>(user.held_out.size() + user.unknown_held_out);
  }
  std::vector<WordId> order(counts.size());
  std::iota(order.begin(), order.end(), WordId{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](WordId id) { return counts[id]; });
  std::vector<Third> thirds(counts.size(), rare);
  double before = 0;
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    double mine = 0;
    for (; last < order.size() && counts[order[last]] == counts[order[first]]; ++last) {
      mine += static_cast<double>(wanted[order[last]]);
    }
    const double centre = 3 * (before + mine / 2);
    const Third third = centre < total ? popular : centre < 2 * total ? middle : rare;
    for (; first < last; ++first) thirds[order[first]] = third;
    before += mine;
  }
  return thirds;
}

ListJudge::ListJudge(std::vector<JudgedUser> users, std::vector<Third> thirds)
    : users_(std::move(users)), thirds_(std::move(thirds)) {}

std::size_t ListJudge::wanted_in(const JudgedUser& user, Third third) const {
  const auto known =
      std::ranges::count(user.held_out, third, [&](WordId id) { return thirds_[id]; });
  return static_cast<std::size_t>(known) + (third == rare ? user.unknown_held_out : 0);
}

ListJudge::UserWorth ListJudge::judge_user(const JudgedUser& user, std::span<double> scores,
                                           FirstOfSomebody& first) const {
  for (const WordId known : user.known) scores[known] = std::numeric_limits<double>::quiet_NaN();
  first.add(scores);
  UserWorth worth;
  const std::vector<TiedItems> places = places_of(scores, scores_of(scores, user.held_out));
  const std::size_t wanted = user.held_out.size() + user.unknown_held_out;
  for (std::size_t k = 0; k < kCutoffs.size(); ++k) {
    worth.first[k] = worth_of(places, wanted, kCutoffs[k]);
  }
  for (const Third third : {popular, middle, rare}) {
    const std::size_t in_third = wanted_in(user, third);
    if (in_third == 0) continue;
    std::vector<WordId> items;
    std::ranges::copy_if(user.held_out, std::back_inserter(items),
                         [&](WordId id) { return thirds_[id] == third; });
    worth.thirds[third] =
        worth_of(places_of(scores, scores_of(scores, items)), in_third, kCutoffOfThirds);
  }
  return worth;
}

std::array<PopularityThird, 3> ListJudge::thirds_of(const std::vector<UserWorth>& worths) const {
  std::array<PopularityThird, 3> thirds;
  for (const Third third : {popular, middle, rare}) {
    std::vector<double> hits, ndcgs;
    for (std::size_t u = 0; u < users_.size(); ++u) {
      const std::size_t wanted = wanted_in(users_[u], third);
      if (wanted == 0) continue;
      thirds[third].items += wanted;
      hits.push_back(worths[u].thirds[third].hit_rate);
      ndcgs.push_back(worths[u].thirds[third].ndcg);
    }
    thirds[third].users = hits.size();
    thirds[third].hit_rate = mean_of(hits);
    thirds[third].ndcg = mean_of(ndcgs);
  }
  return thirds;
}

MethodResult ListJudge::judge(std::string name, const ItemScorer& scorer,
                              const std::stop_token& stop) const {
  const std::size_t items = thirds_.size();
  const std::size_t batch = std::clamp(kScoresInMemory / items, std::size_t{1}, kMostUsersAtATime);
  std::vector<UserWorth> worths(users_.size());
  FirstOfSomebody first(items);
  std::vector<double> scores;
  std::vector<std::vector<WordId>> baskets;
  for (std::size_t begin = 0; begin < users_.size(); begin += batch) {
    if (stop.stop_requested()) throw Interrupted("interrupted while judging recommendations");
    const std::size_t count = std::min(batch, users_.size() - begin);
    baskets.clear();
    for (std::size_t b = 0; b < count; ++b) baskets.push_back(users_[begin + b].known);
    scores.resize(count * items);
    scorer(baskets, scores);
    tbb::parallel_for(std::size_t{0}, count, [&](std::size_t b) {
      const std::span<double> mine = std::span(scores).subspan(b * items, items);
      worths[begin + b] = judge_user(users_[begin + b], mine, first);
    });
  }
  MethodResult result{.name = std::move(name), .first = {}, .thirds = thirds_of(worths)};
  for (std::size_t k = 0; k < kCutoffs.size(); ++k) {
    const auto mean = [&](double ListWorth::*part) {
      std::vector<double> values;
      for (const UserWorth& worth : worths) values.push_back(worth.first[k].*part);
      return mean_of(values);
    };
    result.first[k] = {.hit_rate = mean(&ListWorth::hit_rate),
                       .recall = mean(&ListWorth::recall),
                       .ndcg = mean(&ListWorth::ndcg),
                       .mrr = mean(&ListWorth::mrr),
                       .coverage = first.share_within(kCutoffs[k])};
  }
  return result;
}

}  // namespace bsg::evaluation
