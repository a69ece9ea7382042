#pragma once

#include <array>
#include <cstddef>

#include "evaluation/co_occurrences.h"
#include "evaluation/item_scorer.h"

namespace bsg::evaluation {

/// Above this number of items the cubic work takes too long.
inline constexpr std::size_t kMostItemsOfEase = 20'000;

/// What ease_scorer() needs while it is made.
double ease_bytes_needed(std::size_t items);

/// EASE: the B with a zero diagonal that minimises ‖X − XB‖² + λ‖B‖². With P = (XᵀX + λI)⁻¹,
/// b_ij = −p_ij / p_jj for i ≠ j; a basket's scores are Σ_i∈basket b_ij. (Steck, "Embarrassingly
/// Shallow Autoencoders for Sparse Data", 2019.) REQUIRES: λ > 0.
ItemScorer ease_scorer(const CoOccurrences& together, double penalty);

/// The λ that are tried.
inline constexpr std::array<double, 6> kPenalties{20, 50, 100, 200, 500, 1000};

/// Of more items the most frequent ones alone choose the penalty.
inline constexpr std::size_t kMostItemsOfChoice = 2000;

/// The one of kPenalties with the best NDCG@10 where one item is left out of each basket, of 2,000
/// evenly spread ones at the most; found by going uphill from 200, so that it need not be the best
/// of all. Only the `most` most frequent items take part. 200 without a basket of two of them.
/// REQUIRES: all ids are below `items`.
double choose_ease_penalty(const IdBaskets& baskets, std::size_t items,
                           std::size_t most = kMostItemsOfChoice);

}  // namespace bsg::evaluation
