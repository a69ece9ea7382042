#include "inference/half_update.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <stop_token>
#include <utility>

#include "bsg/error.h"
#include "inference/densities.h"
#include "inference/learned_side.h"
#include "kernels/row_layout.h"

namespace bsg::inference {
namespace {

using Rows = std::vector<sampling::PairRow>;

constexpr std::uint64_t kSeeds = 4;

/// Rows from empty to nearly full, with pairs of either sign and of both at once.
Rows draw_rows(std::size_t words, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<int> percent(0, 99);
  std::uniform_int_distribution<int> times(0, 3);
  Rows rows(words);
  for (sampling::PairRow& row : rows) {
    const int density = percent(random);
    for (std::uint32_t id = 0; id < words; ++id) {
      const int positive = times(random);
      const int negative = times(random);
      if (percent(random) >= density || positive + negative == 0) continue;
      row.ids.push_back(id);
      row.counts.push_back(static_cast<float>(positive + negative));
      row.pulls.push_back(static_cast<float>(positive - negative));
    }
  }
  return rows;
}

PairSource source(const Rows& rows) {
  return [&rows](auto word, auto& /*scratch*/, auto& row) { row = rows[word]; };
}

Densities contexts(std::size_t words, std::size_t dimension, std::uint64_t seed = 1) {
  Densities other(words, dimension);
  initialise(other, Side::context, seed);
  return other;
}

LearnedSide targets(std::size_t words, std::size_t dimension, std::uint64_t seed = 1,
                    double prior_precision = 1) {
  LearnedSide side(Side::target, words, dimension, Prior::isotropic(prior_precision));
  initialise(side.densities, Side::target, seed);
  return side;
}

/// Everything that a half-update writes.
struct Outcome {
  std::vector<float> means;
  std::vector<float> variances;
  double change;
  double length;
  std::uint64_t row_entries;

  bool operator==(const Outcome&) const = default;
};

struct Setting {
  std::size_t words = 100;
  std::size_t dimension = 13;
  std::uint64_t seed = 1;
  std::vector<double> steps{1.0, 0.6};  ///< β of half-updates in sequence
};

Outcome run(const Setting& setting, const std::vector<Rows>& rows) {
  const Densities other = contexts(setting.words, setting.dimension, setting.seed);
  LearnedSide updated = targets(setting.words, setting.dimension, setting.seed);
  updated.natural.allocate_precision();
  UpdateSummary summary;
  for (std::size_t k = 0; k < setting.steps.size(); ++k) {
    summary = half_update({.xi = kernels::XiForm::exact, .step = setting.steps[k]}, source(rows[k]),
                          other, updated, {});
  }
  return {updated.densities.means(), updated.densities.variances(), summary.change, summary.length,
          summary.row_entries};
}

std::vector<Rows> draw_all_rows(const Setting& setting) {
  std::vector<Rows> all;
  for (std::size_t k = 0; k < setting.steps.size(); ++k) {
    all.push_back(draw_rows(setting.words, setting.seed * 100 + k));
  }
  return all;
}

/// Of one word: m numbers.
std::vector<float> slice(const std::vector<float>& values, std::size_t word, std::size_t m) {
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(word * m);
  return {first, first + static_cast<std::ptrdiff_t>(m)};
}

TEST(HalfUpdate, IsTheSameToTheBitForAnyNumberOfThreads) {
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, 7);
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Setting setting{.dimension = 7 + 5 * seed, .seed = seed};
    const std::vector<Rows> rows = draw_all_rows(setting);
    std::vector<Outcome> outcomes;
    for (const int threads : {1, 2, 3, 7}) {
      tbb::task_arena arena(threads);
      arena.execute([&] { outcomes.push_back(run(setting, rows)); });
    }
    for (const Outcome& outcome : outcomes) EXPECT_EQ(outcome, outcomes.front()) << seed;
  }
}

TEST(HalfUpdate, OfAWordDependsOnItsOwnRowAlone) {
  const Setting setting{.words = 40, .dimension = 10};
  const std::vector<Rows> rows = draw_all_rows(setting);
  const Outcome together = run(setting, rows);
  for (const std::size_t word : {std::size_t{0}, std::size_t{17}, std::size_t{39}}) {
    std::vector<Rows> alone(rows.size(), Rows(setting.words));
    for (std::size_t k = 0; k < rows.size(); ++k) alone[k][word] = rows[k][word];
    const Outcome outcome = run(setting, alone);
    EXPECT_EQ(slice(outcome.means, word, 10), slice(together.means, word, 10)) << word;
    EXPECT_EQ(slice(outcome.variances, word, 10), slice(together.variances, word, 10)) << word;
  }
}

/// r changes its sign with d, P does not know of it (14).
TEST(HalfUpdate, NegatesMeansWhenSignsAreExchanged) {
  const Setting setting{.steps = {1.0}};
  std::vector<Rows> rows = draw_all_rows(setting);
  const Outcome outcome = run(setting, rows);
  for (sampling::PairRow& row : rows[0]) {
    for (float& pull : row.pulls) pull = -pull;
  }
  Outcome negated = run(setting, rows);
  for (float& mean : negated.means) mean = -mean;
  EXPECT_EQ(negated, outcome);
  EXPECT_GT(outcome.change, 0);
}

TEST(HalfUpdate, OfAWordWithoutPairsIsItsPrior) {
  LearnedSide updated = targets(5, 6, 1, 4.0);
  const Rows none(5);
  const UpdateSummary summary = half_update({}, source(none), contexts(5, 6), updated, {});
  EXPECT_EQ(updated.densities.means(), std::vector<float>(30, 0.0F));
  EXPECT_EQ(updated.densities.variances(), std::vector<float>(30, 0.25F));
  EXPECT_EQ(summary.row_entries, 0U);
  EXPECT_EQ(summary.length, 0);
}

TEST(HalfUpdate, WithStepZeroKeepsWhatWas) {
  Setting setting{.steps = {1.0}};
  const std::vector<Rows> rows = draw_all_rows({.steps = {1.0, 1.0}});
  const Outcome once = run(setting, rows);
  setting.steps = {1.0, 0.0};
  const Outcome kept = run(setting, rows);
  EXPECT_EQ(kept.means, once.means);
  EXPECT_EQ(kept.variances, once.variances);
  EXPECT_EQ(kept.change, 0);
}

/// P is kept only if asked for; whether it is must not show.
TEST(HalfUpdate, DoesNotDependOnKeepingThePrecision) {
  const Rows rows = draw_rows(50, 3);
  std::vector<std::vector<float>> means;
  for (const bool keep : {false, true}) {
    LearnedSide updated = targets(50, 9, 2);
    if (keep) updated.natural.allocate_precision();
    half_update({}, source(rows), contexts(50, 9, 2), updated, {});
    means.push_back(updated.densities.means());
  }
  EXPECT_EQ(means[0], means[1]);
}

TEST(HalfUpdate, CountsRowEntries) {
  const Setting setting{.steps = {1.0}};
  const std::vector<Rows> rows = draw_all_rows(setting);
  std::uint64_t entries = 0;
  for (const sampling::PairRow& row : rows[0]) entries += row.ids.size();
  EXPECT_EQ(run(setting, rows).row_entries, entries);
}

TEST(HalfUpdate, NamesAWordWhoseNumbersAreNotFinite) {
  Densities other = contexts(40, 4);
  LearnedSide updated = targets(40, 4);
  other.mean(3)[0] = std::numeric_limits<float>::infinity();
  Rows rows(40);
  rows[31] = {.ids = {3}, .counts = {1}, .pulls = {1}};
  try {
    half_update({}, source(rows), other, updated, {});
    FAIL() << "nothing was thrown";
  } catch (const SolveFailure& failure) {
    EXPECT_EQ(failure.word, 31U);
  }
}

/// Two half-updates of some words of a side that owns more.
LearnedSide update_some(const std::vector<Rows>& rows, const WordSelection& words,
                        LearnedSide side) {
  const Densities other = contexts(rows[0].size(), side.densities.dimension());
  side.natural.allocate_precision();
  half_update({}, source(rows[0]), other, side, words, {});
  half_update({.step = 0.6}, source(rows[1]), other, side, words, {});
  return side;
}

TEST(HalfUpdate, OfARangeOrAListIsThatOfAllWordsForTheseAndLeavesTheOthersAlone) {
  constexpr std::uint32_t kWords = 60, kDimension = 11;
  const std::vector<Rows> rows{draw_rows(kWords, 1), draw_rows(kWords, 2)};
  LearnedSide before = targets(kWords, kDimension);
  LearnedSide all = update_some(rows, all_words(kWords), targets(kWords, kDimension));
  const std::vector<std::uint32_t> list{59, 3, 17, 4, 40, 41, 42, 0};
  for (const WordSelection& some : {WordSelection(WordRange{7, 50}), WordSelection(list)}) {
    LearnedSide updated = update_some(rows, some, targets(kWords, kDimension));
    std::set<std::uint32_t> chosen;
    for (std::size_t place = 0; place < some.size(); ++place) chosen.insert(some[place]);
    for (std::uint32_t word = 0; word < kWords; ++word) {
      LearnedSide& expected = chosen.contains(word) ? all : before;
      for (std::uint32_t k = 0; k < kDimension; ++k) {
        EXPECT_EQ(updated.densities.mean(word)[k], expected.densities.mean(word)[k]) << word;
        EXPECT_EQ(updated.densities.variance(word)[k], expected.densities.variance(word)[k])
            << word;
        EXPECT_EQ(updated.natural.r(word)[k], expected.natural.r(word)[k]) << word;
      }
    }
  }
}

TEST(HalfUpdate, OfASideThatOwnsARangeIsThatOfAllWords) {
  constexpr std::uint32_t kWords = 60, kDimension = 11;
  const std::vector<Rows> rows{draw_rows(kWords, 1), draw_rows(kWords, 2)};
  LearnedSide all = update_some(rows, all_words(kWords), targets(kWords, kDimension));
  const WordRange owned{13, 47};
  LearnedSide part(Side::target, kWords, kDimension, Prior::isotropic(1), owned);
  initialise(part.densities, Side::target, 1);
  part = update_some(rows, owned, std::move(part));
  for (std::uint32_t word = owned.first; word < owned.last; ++word) {
    for (std::uint32_t k = 0; k < kDimension; ++k) {
      EXPECT_EQ(part.densities.mean(word)[k], all.densities.mean(word)[k]) << word;
    }
    for (std::size_t k = 0; k < kernels::packed_size(kDimension); ++k) {
      EXPECT_EQ(part.natural.precision(word)[k], all.natural.precision(word)[k]) << word;
    }
  }
}

TEST(HalfUpdate, StopsOnRequest) {
  std::stop_source stop;
  const Densities other(500, 4);
  LearnedSide updated(Side::target, 500, 4, Prior::isotropic(1));
  std::atomic<int> asked = 0;
  const PairSource pairs = [&](auto /*word*/, auto& /*scratch*/, auto& row) {
    row.resize(0);
    if (++asked == 20) stop.request_stop();
  };
  EXPECT_THROW(half_update({}, pairs, other, updated, stop.get_token()), Interrupted);
  EXPECT_LT(asked, 500);
}

}  // namespace
}  // namespace bsg::inference
