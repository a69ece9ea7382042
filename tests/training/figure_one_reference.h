#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "bsg/options.h"

/// Figure 1 of the paper from step 5.5 on, as it is printed: lists of tuples for the multisets,
/// full matrices, one pair after the other. Slow, plain, and independent of what it is compared
/// with.

namespace bsg::tests {

/// d of the paper: whether (i, j) is an element of I_P or of I_N.
enum class Sign : std::int8_t { positive = 1, negative = -1 };

/// An element of the multiset I_D.
struct Tuple {
  std::uint32_t target;   ///< i
  std::uint32_t context;  ///< j
  Sign sign;              ///< d_ij
};

struct FigureOneSettings {
  Xi xi = Xi::paper;
  double target_prior_precision = 1;
  double context_prior_precision = 1;
  std::int64_t burn_in = 0;  ///< κ
  double decay = 0.7;        ///< γ
  /// Leaves step 5.6.5 out. The exact ξ is then tr(E[uuᵀ] E[vvᵀ]) with full matrices.
  bool full_covariances = false;
};

/// Sums over the words of one side, in double precision.
struct SideChange {
  double change = 0;  ///< Σ ‖r − r_prev‖
  double length = 0;  ///< Σ ‖r‖
};

/// With doubles this is the reference. With floats it shows what float accuracy is: densities,
/// natural parameters and solving are in single precision, the sums of (14) in double, so that the
/// loss does not grow with the length of the multisets.
template <typename Scalar>
class FigureOne {
 public:
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

  /// q of one word, with its natural parameters.
  struct Density {
    Vector mean;
    Matrix covariance;
    Matrix precision;
    Vector r;
  };

  /// Step 2, with means that were drawn elsewhere: a vector of m numbers for each word.
  FigureOne(const FigureOneSettings& settings, const std::vector<Eigen::VectorXd>& target_means,
            const std::vector<Eigen::VectorXd>& context_means);

  /// β of the current iteration, step 5.5.
  [[nodiscard]] double step() const;

  /// Steps 5.6 and 5.7. Both must be called, in this order, before next_iteration().
  SideChange update_targets(const std::vector<Tuple>& data);
  SideChange update_contexts(const std::vector<Tuple>& data);
  void next_iteration() { ++k_; }

  [[nodiscard]] const std::vector<Density>& u() const { return u_; }
  [[nodiscard]] const std::vector<Density>& v() const { return v_; }

  /// ξ²_ij from the densities as they are now.
  [[nodiscard]] Scalar xi_squared(const Density& u, const Density& v) const;

 private:
  struct Partner {
    std::uint32_t word;
    Sign sign;
  };
  using Partners = std::vector<std::vector<Partner>>;  ///< a multiset for each word

  SideChange update(const Partners& partners, double prior_precision,
                    const std::vector<Density>& other, std::vector<Density>& updated) const;
  /// Steps 5.6.1 to 5.6.5 for one word; returns ‖r − r_prev‖.
  double update_word(const std::vector<Partner>& partners, double prior_precision,
                     const std::vector<Density>& other, Density& q) const;

  FigureOneSettings settings_;
  std::vector<Density> u_;
  std::vector<Density> v_;
  std::int64_t k_;
};

/// λ of (7). REQUIRES: xi > 0.
double lambda(double xi);

}  // namespace bsg::tests
