#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bsg/model.h"
#include "bsg/sentences.h"

/// What a model says of a text that it was not trained on: whether two words stand beside each
/// other or not. It needs no benchmark, so that options can be chosen on one's own data.

namespace bsg {

/// Files, or sentences in memory, as TrainingInput has them.
struct HeldOutText {
  std::vector<std::string> texts{};
  std::shared_ptr<const Sentences> sentences{};
};

/// Over positive pairs, in nats: the mean, and its standard error from how it differs between
/// centre words. The error is that of one text read by one model; models that are compared on the
/// same text and vocabulary differ by less.
struct MeanLogLikelihood {
  double mean = 0;
  double error = 0;
};

struct HeldOutResult {
  std::uint64_t tokens = 0;           ///< of the text
  std::uint64_t left_out_tokens = 0;  ///< of these, words that training did not teach the model
  std::uint64_t left_out_words = 0;   ///< distinct ones
  /// As training would have met them, on average over its draws. With BasketWeight::items those of
  /// a basket of n count 1 / (n − 1); pair_weight is left out.
  double positive_pairs = 0;
  std::uint32_t negatives = 0;  ///< N: for each of them

  /// log p(1 | i, j) + N E log p(0 | i, z), z drawn from p_uni^¾ over all words, with
  /// p(1 | i, j) = E σ(u_iᵀv_j), (17): the densities integrated out. Unset for a model of points.
  std::optional<MeanLogLikelihood> integrated;
  /// The same with σ(μ_iᵀμ_j).
  MeanLogLikelihood points;
  /// integrated − points, pair by pair.
  std::optional<MeanLogLikelihood> gain;
  /// The same for one who knows how frequent words are and nothing else: p(1 | i, j) depends on j
  /// alone.
  MeanLogLikelihood frequencies;
};

/// Pairs are made as the model's own training made them, with its tokenizer, windows and
/// subsampling, on average over their draws. Negatives are all words, whether they are positives or
/// not, or evenly spread draws where the vocabulary is large: the same each time, on any number of
/// threads. Throws FileError; InputError if the text has no pair of words that the model has
/// learned; ModelError if the model has no contexts or does not tell how it was trained;
/// Interrupted on request.
HeldOutResult evaluate_held_out(const Model& model, const HeldOutText& text,
                                const std::stop_token& stop = {});

}  // namespace bsg
