#include "kernels/skipgram_steps.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "kernels/aligned_buffer.h"
#include "kernels/every_target.h"
#include "kernels/random_densities.h"
#include "kernels/reference.h"
#include "kernels/row_layout.h"

namespace bsg::kernels {
namespace {

class SkipgramSteps : public EveryTarget {};
BSG_ON_EVERY_TARGET(SkipgramSteps);

/// Random vectors of both sides, in float for the kernel and in double for the reference.
class Sides {
 public:
  Sides(std::size_t words, std::size_t m, float largest, std::uint32_t seed)
      : m_(m), stride_(row_stride(m)), u_(words * stride_), v_(words * stride_) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> value(-largest, largest);
    for (std::size_t word = 0; word < words; ++word) {
      for (std::size_t i = 0; i < m; ++i) {
        u_[word * stride_ + i] = value(random);
        v_[word * stride_ + i] = value(random);
      }
    }
    u_expected_ = compact(u_);
    v_expected_ = compact(v_);
  }

  PointRows u() { return {u_.data(), stride_}; }
  PointRows v() { return {v_.data(), stride_}; }

  double step(const SkipgramPairs& pairs, float rate) {
    AlignedBuffer workspace(stride_);
    return skipgram_steps(u(), v(), m_, pairs, rate, workspace.data());
  }
  double step_reference(const SkipgramPairs& pairs, float rate) {
    return reference::skipgram_steps(u_expected_.data(), v_expected_.data(), m_, pairs,
                                     double{rate});
  }

  void expect_equal(double tolerance) const {
    expect_near(compact(u_), u_expected_, tolerance);
    expect_near(compact(v_), v_expected_, tolerance);
  }
  void expect_zero_padding() const {
    for (std::size_t i = 0; i < u_.size(); ++i) {
      if (i % stride_ < m_) continue;
      ASSERT_EQ(u_[i], 0);
      ASSERT_EQ(v_[i], 0);
    }
  }

 private:
  [[nodiscard]] std::vector<double> compact(const AlignedBuffer& rows) const {
    std::vector<double> all;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i % stride_ < m_) all.push_back(double{rows[i]});
    }
    return all;
  }
  static void expect_near(const std::vector<double>& found, const std::vector<double>& expected,
                          double tolerance) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], tolerance);
  }

  std::size_t m_;
  std::size_t stride_;
  AlignedBuffer u_, v_;
  std::vector<double> u_expected_, v_expected_;
};

TEST_P(SkipgramSteps, AreThoseOfTheReference) {
  constexpr std::uint32_t kWords = 12;  // few, so that a row is often met again
  constexpr std::size_t kPairs = 60;
  for (const std::size_t m : kAwkwardLengths) {
    for (const std::size_t negatives : {1U, 2U, 3U, 4U, 7U, 20U}) {
      const auto centres = random_ids(kPairs, kWords, 1);
      const auto outputs = random_ids(kPairs * (1 + negatives), kWords, 2);
      const SkipgramPairs pairs{centres, outputs, negatives};
      Sides sides(kWords, m, 1 / std::sqrt(static_cast<float>(m)), 3);
      const double loss = sides.step(pairs, 0.05F);
      EXPECT_NEAR(loss, sides.step_reference(pairs, 0.05F), 1e-5 * loss) << m << ' ' << negatives;
      sides.expect_equal(2e-5);
      sides.expect_zero_padding();
    }
  }
}

TEST_P(SkipgramSteps, WithoutPairsDoNothing) {
  Sides sides(3, 10, 1, 1);
  EXPECT_EQ(sides.step({{}, {}, 1}, 0.5F), 0);
  sides.expect_equal(0);
}

TEST_P(SkipgramSteps, LeaveOutANegativeThatIsTheContext) {
  const std::vector<std::uint32_t> centres{0};
  const std::vector<std::uint32_t> with{2, 1, 2, 1, 2, 2, 0};
  const std::vector<std::uint32_t> without{2, 1, 1, 0};
  Sides one(3, 17, 1, 5);
  Sides other(3, 17, 1, 5);
  EXPECT_EQ(one.step({centres, with, 6}, 0.1F), other.step({centres, without, 3}, 0.1F));
  for (std::size_t word = 0; word < 3; ++word) {
    for (std::size_t i = 0; i < 17; ++i) {
      EXPECT_NEAR(one.u().row(word)[i], other.u().row(word)[i], 1e-6);
      EXPECT_NEAR(one.v().row(word)[i], other.v().row(word)[i], 1e-6);
    }
  }
}

/// −log σ(u_0ᵀv_1) − Σ_z log σ(−u_0ᵀv_z), z = 2, 3, 4.
double loss_of_first_pair(Sides& sides, std::size_t m) {
  double loss = 0;
  for (std::size_t o = 1; o <= 4; ++o) {
    double product = 0;
    for (std::size_t i = 0; i < m; ++i) {
      product += double{sides.u().row(0)[i]} * double{sides.v().row(o)[i]};
    }
    loss += std::log1p(std::exp(o == 1 ? -product : product));
  }
  return loss;
}

TEST_P(SkipgramSteps, GoDownTheNumericalGradientOfTheLoss) {
  constexpr std::size_t m = 9;
  constexpr float kStep = 0x1p-8F;
  const std::vector<std::uint32_t> centres{0};
  const std::vector<std::uint32_t> outputs{1, 2, 3, 4};
  Sides before(5, m, 1, 7);
  Sides after(5, m, 1, 7);
  EXPECT_NEAR(after.step({centres, outputs, 3}, 1), loss_of_first_pair(before, m), 1e-5);

  const auto derivative = [&](float& at) {
    const float value = at;
    at = value + kStep;
    const double up = loss_of_first_pair(before, m);
    const float high = at;
    at = value - kStep;
    const double down = loss_of_first_pair(before, m);
    const double distance = double{high} - double{at};
    at = value;
    return (up - down) / distance;
  };
  for (std::size_t i = 0; i < m; ++i) {
    float& u = before.u().row(0)[i];
    EXPECT_NEAR(double{after.u().row(0)[i]} - double{u}, -derivative(u), 1e-4);
    for (std::size_t o = 1; o <= 4; ++o) {
      float& v = before.v().row(o)[i];
      EXPECT_NEAR(double{after.v().row(o)[i]} - double{v}, -derivative(v), 1e-4);
    }
  }
}

/// What the context's vector moves by, and the loss, where u = (1, x) and v = (0, 1), so that the
/// product is x and the first number of v starts from 0.
struct ExtremeStep {
  double gradient;
  double loss;
};

ExtremeStep step_at(float x) {
  AlignedBuffer u(row_stride(2)), v(2 * row_stride(2)), workspace(row_stride(2));
  u[0] = 1;
  u[1] = x;
  v[1] = 1;
  const std::vector<std::uint32_t> centres{0};
  const std::vector<std::uint32_t> outputs{0, 1};
  const double loss = skipgram_steps({u.data(), row_stride(2)}, {v.data(), row_stride(2)}, 2,
                                     {centres, outputs, 1}, 1, workspace.data());
  return {double{v[0]}, loss - std::log(2.0)};  // the negative's vector is 0
}

TEST_P(SkipgramSteps, AreAccurateHoweverLargeTheProduct) {
  for (float x = -79.5F; x < 79; x += 0.37F) {
    const ExtremeStep step = step_at(x);
    const double gradient = 1 / (1 + std::exp(double{x}));
    EXPECT_NEAR(step.gradient, gradient, 1e-6 * gradient) << x;
    EXPECT_NEAR(step.loss, std::log1p(std::exp(-double{x})), 1e-6 * (1 + std::abs(x))) << x;
  }
}

TEST_P(SkipgramSteps, StillLearnWhereTheModelIsUtterlyWrong) {
  for (const float x : {-90.0F, -1000.0F, -1e30F}) EXPECT_NEAR(step_at(x).gradient, 1, 1e-6) << x;
}

TEST_P(SkipgramSteps, LossOfManyPairsDoesNotUnderflow) {
  constexpr std::size_t kPairs = 3000;
  const std::vector<std::uint32_t> centres(kPairs, 0);
  const std::vector<std::uint32_t> outputs(kPairs * 2, 0);  // every negative is left out
  Sides sides(1, 4, 1, 1);
  EXPECT_NEAR(sides.step({centres, outputs, 1}, 1e-30F),
              sides.step_reference({centres, outputs, 1}, 1e-30F), 1e-2);
}

}  // namespace
}  // namespace bsg::kernels
