#pragma once

#include <cstdint>

#include "inference/densities.h"

namespace bsg::gibbs {

/// Turns both sides by the rotation Q that brings their means closest to those of the references:
/// Q minimises Σ |Q u_i − ū_i|² + Σ |Q v_j − v̄_j|² over orthogonal matrices (Procrustes). The
/// posterior is the same in all axes, so that a chain drifts through all rotations, and moments
/// over it would in the end say nothing; every uᵀv stays as it is. The same on any number of
/// threads. REQUIRES: all have the same words and dimension.
void align(inference::Densities& u, inference::Densities& v,
           const inference::Densities& u_reference, const inference::Densities& v_reference);

}  // namespace bsg::gibbs
