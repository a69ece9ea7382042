#include "skipgram/pass.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <stop_token>
#include <vector>

#include "bsg/error.h"
#include "chi_squared.h"
#include "kernels/reference.h"
#include "sampling/negative_sampler.h"
#include "skipgram/pair_cursor.h"
#include "small_vocabulary.h"

namespace bsg::skipgram {
namespace {

constexpr std::uint32_t kWords = 9;
constexpr std::size_t kDimension = 11;

corpus::Vocabulary small_vocabulary() {
  return tests::vocabulary_with_counts({900, 500, 300, 200, 100, 60, 30, 20, 5});
}

/// Sentences of 1, 2, 3, … tokens, windows up to 4 cut at their ends; words and windows go round.
sampling::SampledText text_of(std::size_t tokens) {
  sampling::SampledText text;
  for (std::size_t length = 1; text.size() < tokens; length = length % 13 + 1) {
    for (std::size_t place = 0; place < length && text.size() < tokens; ++place) {
      const std::size_t n = text.size();
      const std::size_t window = 1 + n % 4;
      const std::size_t end = std::min(length, place + tokens - n);
      text.push_back({static_cast<std::uint32_t>(n * n % kWords),
                      static_cast<std::uint16_t>(std::min(window, place)),
                      static_cast<std::uint16_t>(std::min(window, end - 1 - place))});
    }
  }
  return text;
}

std::uint64_t count_pairs(const sampling::SampledText& text) {
  std::uint64_t pairs = 0;
  for (const sampling::Token& token : text) pairs += std::uint64_t{token.left} + token.right;
  return pairs;
}

/// The positive pairs of [first, last), by the definition of a window.
std::vector<Pair> list_pairs(const sampling::SampledText& text, std::size_t first,
                             std::size_t last) {
  std::vector<Pair> pairs;
  for (std::size_t centre = first; centre < last; ++centre) {
    for (std::size_t other = 0; other < text.size(); ++other) {
      const bool before = other < centre && centre - other <= text[centre].left;
      const bool after = other > centre && other - centre <= text[centre].right;
      if (before || after) pairs.push_back({text[centre].word, text[other].word});
    }
  }
  return pairs;
}

/// What Trainer promises, in double and on one thread.
class Transcription {
 public:
  Transcription(const corpus::Vocabulary& vocabulary, std::uint32_t negatives, std::uint64_t seed)
      : table_(sampling::negative_weights(vocabulary, 0.75)),
        negatives_(negatives),
        random_(seed, random::Purpose::negatives),
        v(kWords * kDimension) {
    Points start(kWords, kDimension);
    initialise(start, seed);
    for (const float x : start.compact()) u.push_back(double{x});
  }

  double pass(std::uint32_t number, std::uint32_t passes, double rate,
              const sampling::SampledText& text) {
    double loss = 0;
    for (std::size_t first = 0; first < text.size(); first += kChunkTokens) {
      const double share = static_cast<double>(first) / static_cast<double>(text.size());
      const double done = (number - 1 + share) / passes;
      loss += learn_chunk(number, first, rate * (1 - done), text);
    }
    return loss;
  }

 private:
  double learn_chunk(std::uint32_t number, std::size_t first, double rate,
                     const sampling::SampledText& text) {
    const std::size_t last = std::min(first + kChunkTokens, text.size());
    const std::size_t middle = first + (last - first) / 2;
    const auto front = list_pairs(text, first, middle);
    const auto back = list_pairs(text, middle, last);
    random::RandomSequence bits(random_, number, first / kChunkTokens);
    double loss = 0;
    for (std::size_t n = 0; n < std::max(front.size(), back.size()); ++n) {
      if (n < front.size()) loss += learn(front[n], rate, bits);
      if (n < back.size()) loss += learn(back[n], rate, bits);
    }
    return loss;
  }

  double learn(Pair pair, double rate, random::RandomSequence& bits) {
    std::vector<std::uint32_t> outputs{pair.context};
    for (std::uint32_t n = 0; n < negatives_; ++n) outputs.push_back(table_.draw(bits.next()));
    const std::vector<std::uint32_t> centres{pair.centre};
    return kernels::reference::skipgram_steps(u.data(), v.data(), kDimension,
                                              {centres, outputs, negatives_}, rate);
  }

  random::AliasTable table_;
  std::uint32_t negatives_;
  random::CounterRandom random_;

 public:
  std::vector<double> u, v;
};

void expect_near(const Points& points, const std::vector<double>& expected) {
  const std::vector<float> found = points.compact();
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(double{found[i]}, expected[i], 2e-5) << i;
  }
}

template <class Body>
void on_threads(int threads, Body body) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  tbb::task_arena(threads).execute(body);
}

TEST(PairCursor, VisitsEveryPairOfAWindowInOrder) {
  const sampling::SampledText text = text_of(120);
  for (const auto& [first, last] : {std::pair{0, 120}, {0, 1}, {7, 60}, {119, 120}, {40, 40}}) {
    const auto expected =
        list_pairs(text, static_cast<std::size_t>(first), static_cast<std::size_t>(last));
    PairCursor cursor(text, static_cast<std::size_t>(first), static_cast<std::size_t>(last));
    for (const Pair& pair : expected) {
      ASSERT_FALSE(cursor.at_end());
      const Pair found = cursor.next();
      EXPECT_EQ(found.centre, pair.centre);
      EXPECT_EQ(found.context, pair.context);
    }
    EXPECT_TRUE(cursor.at_end());
  }
}

TEST(LearningRate, FallsLinearlyOverAllPasses) {
  const LearningRate rate{0.1, 4};
  EXPECT_DOUBLE_EQ(rate.at(1, 0), 0.1);
  EXPECT_DOUBLE_EQ(rate.at(1, 0.5), 0.0875);
  EXPECT_DOUBLE_EQ(rate.at(3, 0), 0.05);
  EXPECT_DOUBLE_EQ(rate.at(4, 1), 0);
}

TEST(Initialise, IsUniformAndDiffersByWordAndSeed) {
  Points points(4000, 5);
  initialise(points, 1);
  std::vector<std::uint64_t> cells(10);
  for (const float x : points.compact()) {
    ASSERT_LE(std::abs(x), 0.1F);
    ++cells[std::min<std::size_t>(9, static_cast<std::size_t>((double{x} + 0.1) / 0.02))];
  }
  EXPECT_TRUE(tests::agrees(cells, std::vector<double>(10, 0.1)));
  Points other(4000, 5);
  initialise(other, 2);
  EXPECT_NE(points.compact(), other.compact());
}

TEST(FindInfinite, NamesTheFirstWord) {
  Points points(3, 20);
  EXPECT_EQ(find_infinite(points), std::nullopt);
  points.rows().row(2)[19] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(find_infinite(points), 2U);
  points.rows().row(1)[0] = std::numeric_limits<float>::infinity();
  EXPECT_EQ(find_infinite(points), 1U);
}

TEST(Trainer, AgreesWithTheTranscription) {
  constexpr std::uint32_t kPasses = 3;
  const corpus::Vocabulary vocabulary = small_vocabulary();
  const sampling::SampledText text = text_of(3 * kChunkTokens + 77);
  for (const std::uint32_t negatives : {1U, 6U}) {
    const Trainer trainer(vocabulary, {.negatives = negatives}, {0.05, kPasses}, 17);
    Points u(kWords, kDimension), v(kWords, kDimension);
    initialise(u, 17);
    Transcription expected(vocabulary, negatives, 17);
    for (std::uint32_t pass = 1; pass <= kPasses; ++pass) {
      PassSummary summary;
      on_threads(1, [&] { summary = trainer.pass(pass, text, u, v, {}); });
      const double loss = expected.pass(pass, kPasses, 0.05, text);
      EXPECT_NEAR(summary.loss, loss, 1e-5 * loss);
      expect_near(u, expected.u);
      expect_near(v, expected.v);
    }
  }
}

TEST(Trainer, MakesEveryPairOfEveryPassOnAnyNumberOfThreads) {
  const corpus::Vocabulary vocabulary = small_vocabulary();
  for (const int threads : {1, 2, 3, 7}) {
    for (const std::size_t tokens : {1U, 5U, 256U, 257U, 40000U}) {
      const sampling::SampledText text = text_of(tokens);
      const Trainer trainer(vocabulary, {.negatives = 2}, {0.05, 3}, 1);
      Points u(kWords, kDimension), v(kWords, kDimension);
      for (std::uint32_t pass = 1; pass <= 3; ++pass) {
        PassSummary summary;
        on_threads(threads, [&] { summary = trainer.pass(pass, text, u, v, {}); });
        EXPECT_EQ(summary.positive_pairs, count_pairs(text)) << threads << ' ' << tokens;
        EXPECT_LE(summary.negative_pairs, 2 * count_pairs(text));
      }
    }
  }
}

TEST(Trainer, LeavesOutDrawsThatHitTheContextAtTheirRate) {
  const corpus::Vocabulary vocabulary = small_vocabulary();
  const sampling::SampledText text = text_of(60000);
  const std::vector<double> weights = sampling::negative_weights(vocabulary, 0.75);
  double total = 0;
  for (const double weight : weights) total += weight;
  double kept = 0;
  for (const Pair& pair : list_pairs(text_of(9000), 0, 9000)) {
    kept += 1 - weights[pair.context] / total;
  }
  kept /= static_cast<double>(count_pairs(text_of(9000)));

  Points u(kWords, kDimension), v(kWords, kDimension);
  const PassSummary summary =
      Trainer(vocabulary, {.negatives = 1}, {0.05, 1}, 5).pass(1, text, u, v, {});
  EXPECT_NEAR(
      static_cast<double>(summary.negative_pairs) / static_cast<double>(summary.positive_pairs),
      kept, 0.005);
}

TEST(Trainer, StopsOnRequest) {
  const corpus::Vocabulary vocabulary = small_vocabulary();
  std::stop_source source;
  source.request_stop();
  Points u(kWords, kDimension), v(kWords, kDimension);
  const Trainer trainer(vocabulary, {.negatives = 1}, {0.05, 1}, 1);
  EXPECT_THROW(trainer.pass(1, text_of(1000), u, v, source.get_token()), Interrupted);
}

}  // namespace
}  // namespace bsg::skipgram
