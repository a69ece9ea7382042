#pragma once

#include <functional>
#include <vector>

#include "training/figure_one_reference.h"

namespace bsg::tests {

/// ξ²_ij as a function of q(u_i) and q(v_j).
using XiSquared =
    std::function<double(const FigureOne<double>::Density& u, const FigureOne<double>::Density& v)>;

/// L_ξ(q) = E log p_ξ(D | θ) + E log p(θ) − E log q(θ), below (8), with all its constants:
///
///   E log p_ξ(D | θ) = Σ_{(i,j) ∈ I_D} (d_ij μ_iᵀμ_j − ξ_ij) / 2
///                                      − λ(ξ_ij) (tr(E[u_i u_iᵀ] E[v_j v_jᵀ]) − ξ_ij²) + log
///                                      σ(ξ_ij)
///   E log p(u)       = ½ (m log τ − m log 2π − τ (tr Σ + μᵀμ))
///   − E log q(u)     = ½ (m + m log 2π + log det Σ)
double evidence_bound(const FigureOne<double>& q, const FigureOneSettings& settings,
                      const std::vector<Tuple>& data, const XiSquared& xi_squared);

/// The ξ² that makes the bound tight, (9): tr(E[uuᵀ] E[vvᵀ]).
double tight_xi_squared(const FigureOne<double>::Density& u, const FigureOne<double>::Density& v);

/// (11) as printed.
double printed_xi_squared(const FigureOne<double>::Density& u, const FigureOne<double>::Density& v);

}  // namespace bsg::tests
