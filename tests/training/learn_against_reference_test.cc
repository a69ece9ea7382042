#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <string>

#include "inference/bound.h"
#include "inference/densities.h"
#include "paper_options.h"
#include "training/evidence_bound_reference.h"
#include "training/figure_one_reference.h"
#include "training/generated_text.h"
#include "training/learn.h"

namespace bsg::tests {
namespace {

struct Scenario {
  std::string name;
  GeneratedTextOptions text;
  TrainingOptions options = paper_options();

  friend void PrintTo(const Scenario& scenario, std::ostream* out) { *out << scenario.name; }
};

/// ModelData's numbers, from the reference.
struct ReferenceModel {
  std::vector<double> target_mean, target_variance;
  std::vector<double> context_mean, context_variance;
  std::vector<double> target_change, context_change, relative_change;  ///< by iteration
  std::vector<double> bound;  ///< likewise, over the positive pairs
};

std::vector<Eigen::VectorXd> initial_means(Side side, std::size_t words,
                                           const TrainingOptions& options) {
  const std::size_t m = options.inference.dimension;
  inference::Densities densities(words, m);
  inference::initialise(densities, side, options.seed);
  const std::vector<float> flat = densities.means();
  std::vector<Eigen::VectorXd> means;
  for (std::size_t word = 0; word < words; ++word) {
    const Eigen::Map<const Eigen::VectorXf> mean(flat.data() + word * m,
                                                 static_cast<Eigen::Index>(m));
    means.emplace_back(mean.cast<double>());
  }
  return means;
}

template <typename Scalar>
void flatten(const std::vector<typename FigureOne<Scalar>::Density>& densities,
             std::vector<double>& means, std::vector<double>& variances) {
  for (const auto& q : densities) {
    for (Eigen::Index k = 0; k < q.mean.size(); ++k) {
      means.push_back(static_cast<double>(q.mean(k)));
      variances.push_back(static_cast<double>(q.covariance(k, k)));
    }
  }
}

FigureOneSettings settings(const TrainingOptions& options) {
  return {.xi = options.inference.xi,
          .target_prior_precision = options.prior_precision(),
          .context_prior_precision = options.context_prior_precision(),
          .burn_in = options.inference.burn_in,
          .decay = options.inference.decay};
}

double bound_per_pair(const FigureOne<double>& q, const TrainingOptions& options,
                      const std::vector<Tuple>& tuples) {
  const auto positives = std::ranges::count(tuples, Sign::positive, &Tuple::sign);
  return evidence_bound(q, settings(options), tuples,
                        options.inference.xi == Xi::exact ? tight_xi_squared : printed_xi_squared) /
         static_cast<double>(positives);
}

double bound_per_pair(const FigureOne<float>& /*q*/, const TrainingOptions& /*options*/,
                      const std::vector<Tuple>& /*tuples*/) {
  return 0;  // what single precision makes of the densities is compared elsewhere
}

/// Figure 1 on the pairs that production draws, from the means that production starts with.
template <typename Scalar>
ReferenceModel run_reference(const GeneratedText& text, const TrainingOptions& options) {
  const std::size_t words = text.vocabulary.size();
  FigureOne<Scalar> figure_one(settings(options), initial_means(Side::target, words, options),
                               initial_means(Side::context, words, options));
  sampling::DataSet data(text.corpus, text.vocabulary, options);
  ReferenceModel model;
  for (std::uint32_t iteration = 1; iteration <= options.inference.iterations; ++iteration) {
    data.draw(iteration, {});
    const std::vector<Tuple> tuples = list_tuples(data, words);
    const SideChange target = figure_one.update_targets(tuples);
    const SideChange context = figure_one.update_contexts(tuples);
    model.target_change.push_back(target.change);
    model.context_change.push_back(context.change);
    model.relative_change.push_back((target.change + context.change) /
                                    (figure_one.step() * (target.length + context.length)));
    model.bound.push_back(bound_per_pair(figure_one, options, tuples));
    figure_one.next_iteration();
  }
  flatten<Scalar>(figure_one.u(), model.target_mean, model.target_variance);
  flatten<Scalar>(figure_one.v(), model.context_mean, model.context_variance);
  return model;
}

ModelData run_production(GeneratedText text, const TrainingOptions& options) {
  const TrainingObserver observer;
  training::Run run(observer, options.inference.iterations);
  run.precision_at_end = options.inference.gauge != 0;
  training::PreparedText prepared;
  prepared.vocabulary = std::move(text.vocabulary);
  prepared.text = std::move(text.corpus);
  return training::learn(prepared, {}, options, run).model;
}

template <typename A, typename B>
double furthest(const std::vector<A>& a, const std::vector<B>& b) {
  EXPECT_EQ(a.size(), b.size());
  double distance = 0;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
    distance = std::max(distance, std::abs(double{a[k]} - double{b[k]}));
  }
  return distance;
}

/// Float accuracy: what the reference itself loses with floats in place of doubles, no less than
/// one rounding of the largest number. Production also sums pairs in single precision (blocks of
/// pairs, fused multiply-adds), and its errors fall elsewhere: its largest may be some times
/// larger.
double tolerance(const std::vector<double>& reference, const std::vector<double>& single) {
  constexpr double times = 8;
  const double largest = furthest(reference, std::vector<double>(reference.size()));
  return times *
         std::max(furthest(reference, single), largest * std::numeric_limits<float>::epsilon() / 2);
}

void expect_agreement(const std::vector<float>& production, const std::vector<double>& reference,
                      const std::vector<double>& single, const char* what) {
  EXPECT_LT(tolerance(reference, single), 5e-5) << what << ": a tolerance that says nothing";
  EXPECT_LE(furthest(production, reference), tolerance(reference, single)) << what;
}

std::vector<double> column(const ModelData& model, double IterationRecord::*field) {
  std::vector<double> values;
  for (const IterationRecord& record : model.iterations) values.push_back(record.*field);
  return values;
}

void expect_same_changes(const ModelData& model, const ReferenceModel& reference,
                         const ReferenceModel& single) {
  const auto expect = [&](double IterationRecord::*field, std::vector<double> ReferenceModel::*of) {
    EXPECT_LE(furthest(column(model, field), reference.*of), tolerance(reference.*of, single.*of));
  };
  expect(&IterationRecord::target_change, &ReferenceModel::target_change);
  expect(&IterationRecord::context_change, &ReferenceModel::context_change);
  expect(&IterationRecord::relative_change, &ReferenceModel::relative_change);
}

class LearnAgainstReference : public ::testing::TestWithParam<Scenario> {};

TEST_P(LearnAgainstReference, AgreesToFloatAccuracy) {
  const GeneratedText text = generate_text(GetParam().text);
  const TrainingOptions& options = GetParam().options;
  const ModelData model = run_production(generate_text(GetParam().text), options);
  const auto reference = run_reference<double>(text, options);
  const auto single = run_reference<float>(text, options);
  expect_agreement(model.target_mean, reference.target_mean, single.target_mean, "mean of u");
  expect_agreement(model.target_variance, reference.target_variance, single.target_variance,
                   "variance of u");
  expect_agreement(model.context_mean, reference.context_mean, single.context_mean, "mean of v");
  expect_agreement(model.context_variance, reference.context_variance, single.context_variance,
                   "variance of v");
  expect_same_changes(model, reference, single);
}

/// Where all targets have a part in it.
TEST_P(LearnAgainstReference, BoundsAgree) {
  const GeneratedText text = generate_text(GetParam().text);
  const std::vector<double> alike(text.vocabulary.size(), 1);
  if (inference::sample_targets(alike).size() < text.vocabulary.size()) {
    GTEST_SKIP() << "estimated from some targets";
  }
  const ModelData model = run_production(generate_text(GetParam().text), GetParam().options);
  const auto reference = run_reference<double>(text, GetParam().options);
  ASSERT_EQ(model.iterations.size(), reference.bound.size());
  for (std::size_t k = 0; k < reference.bound.size(); ++k) {
    ASSERT_TRUE(model.iterations[k].bound.has_value());
    EXPECT_NEAR(*model.iterations[k].bound, reference.bound[k], 1e-5) << "iteration " << k + 1;
  }
}

/// The power of the comparison: one option changed in the reference is far beyond the tolerance.
TEST_P(LearnAgainstReference, OtherOptionsAreToldApart) {
  const GeneratedText text = generate_text(GetParam().text);
  const TrainingOptions& options = GetParam().options;
  const auto reference = run_reference<double>(text, options);
  const auto single = run_reference<float>(text, options);
  const double far = 100 * tolerance(reference.context_mean, single.context_mean);

  TrainingOptions other_xi = options;
  other_xi.inference.xi = options.inference.xi == Xi::exact ? Xi::paper : Xi::exact;
  EXPECT_GT(furthest(reference.context_mean, run_reference<double>(text, other_xi).context_mean),
            far);
  TrainingOptions other_prior = options;
  other_prior.inference.context_prior_precision = 1.1 * options.context_prior_precision();
  EXPECT_GT(furthest(reference.context_mean, run_reference<double>(text, other_prior).context_mean),
            far);
}

/// Columns, which v is updated from, hold the same pairs as rows.
TEST_P(LearnAgainstReference, ColumnsAreTheTransposedRows) {
  const GeneratedText text = generate_text(GetParam().text);
  const std::size_t words = text.vocabulary.size();
  sampling::DataSet data(text.corpus, text.vocabulary, GetParam().options);
  data.draw(2, {});
  const auto make_matrix = [&](auto give, bool transposed) {
    std::vector<std::pair<float, float>> matrix(words * words);
    sampling::PairCounter scratch(words);
    sampling::PairRow row;
    for (std::uint32_t word = 0; word < words; ++word) {
      (data.*give)(word, scratch, row);
      for (std::size_t k = 0; k < row.ids.size(); ++k) {
        matrix[transposed ? row.ids[k] * words + word : word * words + row.ids[k]] = {row.counts[k],
                                                                                      row.pulls[k]};
      }
    }
    return matrix;
  };
  EXPECT_EQ(make_matrix(&sampling::DataSet::row, false),
            make_matrix(&sampling::DataSet::column, true));
}

Scenario scenario(const std::string& name, std::uint32_t dimension, Xi xi, std::uint32_t burn_in) {
  Scenario made{.name = name, .text = {}};
  made.options.sampling.subsample = 0.03;
  made.options.inference.dimension = dimension;
  made.options.inference.iterations = 5;
  made.options.inference.burn_in = burn_in;
  made.options.inference.xi = xi;
  return made;
}

std::vector<Scenario> scenarios() {
  constexpr std::uint32_t kNotStochastic = 10;
  std::vector<Scenario> all;
  all.push_back(scenario("PaperXi", 5, Xi::paper, kNotStochastic));
  all.push_back(scenario("ExactXi", 8, Xi::exact, kNotStochastic));
  all.push_back(scenario("StochasticPaperXi", 11, Xi::paper, 2));
  all.push_back(scenario("StochasticExactXi", 3, Xi::exact, 0));

  all.push_back(scenario("PriorsThatDiffer", 7, Xi::exact, 1));
  all.back().options.inference.prior_precision = 0.5;
  all.back().options.inference.context_prior_precision = 3;

  all.push_back(scenario("PositivesNotExcluded", 6, Xi::exact, 1));
  all.back().options.sampling.exclude_positives = false;
  all.back().options.sampling.negatives = 3;

  all.push_back(scenario("Sets", 9, Xi::paper, 2));
  all.back().options.corpus.sets = true;
  all.back().options.sampling.subsample.reset();
  all.back().text.sets = true;

  all.push_back(scenario("SetsPositivesNotExcluded", 4, Xi::exact, 0));
  all.back().options.corpus.sets = true;
  all.back().options.sampling.subsample = 0.05;
  all.back().options.sampling.exclude_positives = false;
  all.back().text.sets = true;

  all.push_back(scenario("RowsOfManyPairs", 17, Xi::exact, 2));
  all.back().text = {.words = 150, .sentences = 300, .longest_sentence = 14, .sets = false};
  all.back().options.sampling.subsample = 1;
  all.back().options.sampling.negatives = 2;
  return all;
}

INSTANTIATE_TEST_SUITE_P(Training, LearnAgainstReference, ::testing::ValuesIn(scenarios()),
                         [](const auto& test) { return test.param.name; });

/// The last line of Figure 1, where the reference knows the sums.
TEST(LearnStops, WhenBothSumsAreBelowTheTolerance) {
  Scenario made = scenario("", 4, Xi::exact, 1);
  made.options.inference.iterations = 12;
  const GeneratedText text = generate_text(made.text);
  const auto reference = run_reference<double>(text, made.options);
  constexpr std::size_t kLast = 6;
  const double larger = std::max(reference.target_change[kLast], reference.context_change[kLast]);
  made.options.inference.tolerance = larger * 1.001;
  std::size_t expected = 1;
  while (std::max(reference.target_change[expected], reference.context_change[expected]) >=
         made.options.inference.tolerance) {
    ++expected;
  }
  EXPECT_EQ(run_production(generate_text(made.text), made.options).iterations.size(), expected + 1);
}

TEST(LearnStops, NeverInTheFirstIteration) {
  Scenario made = scenario("", 4, Xi::exact, 1);
  made.options.inference.tolerance = 1e9;
  EXPECT_EQ(run_production(generate_text(made.text), made.options).iterations.size(), 2U);
}

}  // namespace
}  // namespace bsg::tests
