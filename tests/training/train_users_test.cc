#include <gtest/gtest.h>

#include <Eigen/Core>
#include <Eigen/LU>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "bsg/query.h"
#include "bsg/recommend.h"
#include "bsg/train.h"
#include "files/temporary_folder.h"
#include "recommending/item_scores.h"
#include "training/checkpointed_training.h"
#include "training/planted_groups.h"

namespace bsg {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using tests::TemporaryFolder;

/// Users like the items of one of three groups, and now and then one that all like.
std::string users_of_groups(int users) {
  std::ostringstream text;
  std::uint32_t state = 7;
  const auto random = [&state] { return (state = state * 1664525 + 1013904223) >> 16; };
  for (int user = 0; user < users; ++user) {
    for (int n = 0; n < 6; ++n) {
      if (random() % 6 == 0) {
        text << "all" << random() % 3 << ' ';
      } else {
        text << 'g' << user % 3 << 'i' << random() % 12 << ' ';
      }
    }
    text << '\n';
  }
  return text.str();
}

TrainingOptions user_options() {
  TrainingOptions options;
  options.corpus.users = true;
  options.inference.dimension = 6;
  options.inference.iterations = 12;
  return options;
}

TEST(TrainUsers, RecommendsItemsOfTheUsersGroup) {
  const TemporaryFolder folder;
  const std::string text = folder.write("users.txt", users_of_groups(600));
  const Model model = train({.texts = {text}}, user_options()).model;
  EXPECT_EQ(model.size(), 39U);
  const Recommender recommender(model);
  for (const std::string group : {"g0", "g1", "g2"}) {
    const std::vector<std::string> basket{group + "i1", group + "i2", group + "i3"};
    for (const Recommendation& one : recommender.recommend(basket, 6).items) {
      EXPECT_TRUE(one.item.starts_with(group) || one.item.starts_with("all")) << one.item;
    }
    // Items have targets, so that they can be compared.
    for (const Answer& answer : Query(model).neighbors(group + "i1", 5)) {
      EXPECT_TRUE(answer.word.starts_with(group)) << group << ' ' << answer.word;
    }
  }
}

TEST(TrainUsers, GivesTheSameBytesOnAnyNumberOfThreads) {
  const TemporaryFolder folder;
  const std::string text = folder.write("users.txt", users_of_groups(500));
  TrainingOptions options = user_options();
  options.threads = 1;
  const std::string alone = tests::bytes_of(train({.texts = {text}}, options).model, folder);
  options.threads = 3;
  EXPECT_EQ(tests::bytes_of(train({.texts = {text}}, options).model, folder), alone);
}

TEST(TrainUsers, IsResumedToTheSameBytes) {
  const TemporaryFolder folder;
  TrainingInput input{.texts = {folder.write("users.txt", users_of_groups(200))}};
  const TrainingOptions options = user_options();
  const std::string whole = tests::bytes_of(train(input, options).model, folder);
  input.checkpoint.folder = folder / "kept";
  EXPECT_TRUE(tests::train_until(5, input, options));
  input.checkpoint.resume = true;
  const TrainingResult resumed = train(input, options);
  EXPECT_EQ(resumed.report.resumed_after, 5U);
  EXPECT_EQ(tests::bytes_of(resumed.model, folder), whole);
}

TEST(TrainUsers, TheBoundRises) {
  const TemporaryFolder folder;
  const std::string text = folder.write("users.txt", users_of_groups(60));
  const Model model = train({.texts = {text}}, user_options()).model;
  double before = -1e300;
  for (const IterationRecord& record : model.iterations()) {
    ASSERT_TRUE(record.bound.has_value());
    // Densities are diagonal, so that it may fall by what the others have of each other.
    EXPECT_GT(*record.bound, before - 2e-3) << record.iteration;
    before = *record.bound;
  }
  EXPECT_GT(before, model.iterations().front().bound.value());
}

double twice_lambda(double square) {
  const double xi = std::sqrt(square);
  return std::tanh(xi / 2) / (2 * xi);
}

/// (13) and (14) for one user with fixed contexts, one ξ̄ for all negatives, in double: iterated
/// until nothing moves.
class UserReference {
 public:
  UserReference(const Model& model, double exponent, double negatives, double pair_weight)
      : model_(model), negatives_(negatives), pair_weight_(pair_weight) {
    const auto m = static_cast<Eigen::Index>(model.dimension());
    G_ = MatrixXd::Zero(m, m);
    g_ = VectorXd::Zero(m);
    double all = 0;
    for (WordId id = 0; id < model.size(); ++id) all += std::pow(double(model.count(id)), exponent);
    for (WordId id = 0; id < model.size(); ++id) {
      const double share = std::pow(double(model.count(id)), exponent) / all;
      G_ += share * second(id);
      g_ += share * mean(id);
    }
  }

  [[nodiscard]] VectorXd user(const std::vector<WordId>& items, double tau) const {
    const auto m = static_cast<Eigen::Index>(model_.dimension());
    VectorXd mu = VectorXd::Zero(m), variance = VectorXd::Constant(m, 1 / tau);
    const double alpha = negatives_ * pair_weight_ * static_cast<double>(items.size());
    for (int round = 0; round < 400; ++round) {
      const MatrixXd own = MatrixXd(variance.asDiagonal()) + mu * mu.transpose();
      MatrixXd P = tau * MatrixXd::Identity(m, m);
      VectorXd r = -alpha * g_;
      P += alpha * twice_lambda((own.array() * G_.array()).sum()) * G_;
      for (const WordId id : items) {
        P += pair_weight_ * twice_lambda((own.array() * second(id).array()).sum()) * second(id);
        r += pair_weight_ * mean(id);
      }
      const MatrixXd covariance = P.inverse();
      mu = covariance * r / 2;
      variance = covariance.diagonal();
    }
    return mu;
  }

 private:
  [[nodiscard]] VectorXd mean(WordId id) const {
    const auto values = model_.mean(Side::context, id);
    return Eigen::Map<const Eigen::VectorXf>(values.data(), Eigen::Index(values.size()))
        .cast<double>();
  }
  [[nodiscard]] MatrixXd second(WordId id) const {
    const auto values = model_.variance(Side::context, id);
    const VectorXd variance =
        Eigen::Map<const Eigen::VectorXf>(values.data(), Eigen::Index(values.size()))
            .cast<double>();
    return MatrixXd(variance.asDiagonal()) + mean(id) * mean(id).transpose();
  }

  const Model& model_;
  double negatives_, pair_weight_;
  MatrixXd G_;
  VectorXd g_;
};

/// What a recommender folds in is what training would make of the user with everything else fixed.
TEST(TrainUsers, AUserThatIsFoldedInIsWhatTheFormulaSays) {
  const TemporaryFolder folder;
  const std::string text = folder.write("users.txt", users_of_groups(300));
  TrainingOptions options = user_options();
  options.inference.negative_groups = 1;
  options.sampling.negative_exponent = 0.4;
  options.sampling.negatives = 4;
  options.sampling.pair_weight = 2.5;
  options.inference.prior_precision = 1.7;
  const Model model = train({.texts = {text}}, options).model;
  const UserReference reference(model, 0.4, 4, 2.5);
  const recommending::ItemScores scores(model);
  for (const std::vector<WordId>& items :
       {std::vector<WordId>{3}, std::vector<WordId>{0, 5, 9, 20, 38}}) {
    const recommending::BasketView view{items};
    const inference::Densities folded = scores.fold({&view, 1});
    const VectorXd expected = reference.user(items, 1.7);
    for (std::size_t k = 0; k < model.dimension(); ++k) {
      EXPECT_NEAR(folded.rows().mean(0)[k], expected[Eigen::Index(k)], 2e-3) << k;
    }
  }
}

/// Tags of all items, the group of each, and of one more that nobody has had.
std::string tags_of_groups() {
  std::string tags;
  for (int group = 0; group < 3; ++group) {
    for (int item = 0; item < 12; ++item) {
      tags += "g" + std::to_string(group) + "i" + std::to_string(item) + "\tof" +
              std::to_string(group) + "\n";
    }
  }
  return tags + "new0\tof0\nnew1\tof1\n";
}

TEST(TrainUsers, RecommendsItemsThatNobodyHasHadByTheirTags) {
  const TemporaryFolder folder;
  TrainingInput input{.texts = {folder.write("users.txt", users_of_groups(600))},
                      .features = folder.write("tags.tsv", tags_of_groups())};
  const TrainingOptions options = user_options();
  const Model model = train(input, options).model;
  ASSERT_EQ(model.size(), 41U);
  EXPECT_EQ(model.count(model.id("new0")), 0U);
  const Recommender recommender(model);
  const auto of = [&](const std::string& group, const std::string& item) {
    const std::vector<std::string> basket{group + "i1", group + "i2", group + "i3"};
    for (const Recommendation& one : recommender.recommend(basket, 41).items) {
      if (one.item == item) return one;
    }
    ADD_FAILURE() << item << " is not recommended";
    return Recommendation{};
  };
  EXPECT_GT(of("g0", "new0").score, of("g0", "new1").score + 1);
  EXPECT_GT(of("g1", "new1").score, of("g1", "new0").score + 1);
  EXPECT_GT(of("g0", "new0").deviation, of("g0", "g0i7").deviation) << "less is known of it";

  // Checkpoints have what the tags have taught.
  const std::string whole = tests::bytes_of(model, folder);
  input.checkpoint.folder = folder / "kept";
  EXPECT_TRUE(tests::train_until(5, input, options));
  input.checkpoint.resume = true;
  EXPECT_EQ(tests::bytes_of(train(input, options).model, folder), whole);
}

/// Users of any length: the pairs of their items are bounded.
TEST(TrainUsers, TakesAUserOfVeryManyItems) {
  const TemporaryFolder folder;
  std::string text = users_of_groups(50);
  for (int item = 0; item < 66000; ++item) text += "x" + std::to_string(item) + ' ';
  TrainingOptions options = user_options();
  options.inference.iterations = 2;
  options.vocabulary.size = 100000;
  const Model model = train({.texts = {folder.write("users.txt", text + "\n")}}, options).model;
  EXPECT_EQ(model.size(), 66039U);
}

TEST(TrainUsers, RefusesWhatHasNoEffect) {
  const TemporaryFolder folder;
  const TrainingInput input{.texts = {folder.write("users.txt", users_of_groups(20))}};
  const auto refused = [&](auto change) {
    TrainingOptions options = user_options();
    change(options);
    EXPECT_THROW(train(input, options), OptionError);
  };
  refused([](TrainingOptions& o) { o.corpus.sets = true; });
  refused([](TrainingOptions& o) { o.method = Method::gibbs; });
  refused([](TrainingOptions& o) { o.subwords = SubwordOptions{3, 6}; });
  refused([](TrainingOptions& o) { o.sampling.negative_mode = NegativeMode::sampled; });
  refused([](TrainingOptions& o) { o.inference.learn_prior = true; });
  refused([](TrainingOptions& o) { o.sampling.subsample = 0.1; });
  TrainingInput keeping = input;
  keeping.keep_posterior = folder / "posterior";
  EXPECT_THROW(train(keeping, user_options()), OptionError);
}

}  // namespace
}  // namespace bsg
