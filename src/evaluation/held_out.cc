#include "bsg/held_out.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "bsg/error.h"
#include "evaluation/expected_sigmoid.h"
#include "evaluation/noise_words.h"
#include "folding/taught_words.h"
#include "folding/text_of_model.h"
#include "posterior/trained_options.h"
#include "sampling/expected_pairs.h"

namespace bsg {
namespace {

using evaluation::log_expected_sigmoid;
using evaluation::log_sigmoid;
using evaluation::NoiseWords;
using folding::TextOfModel;
using sampling::ExpectedPairs;
using sampling::PairRow;
using sampling::PairSums;

/// Negatives of a centre word that are looked at: as many as training would draw, within these.
constexpr double kFewestNegatives = 64, kMostNegatives = 4096;

/// Log-likelihoods, of a pair or of a sum of them, in each of the ways that they are reported.
struct Likelihoods {
  double integrated = 0;
  double points = 0;
  double frequencies = 0;

  void add(double weight, const Likelihoods& other) {
    integrated += weight * other.integrated;
    points += weight * other.points;
    frequencies += weight * other.frequencies;
  }
};

/// All positive pairs of one centre word, with their negatives.
struct CentreWord {
  double pairs = 0;
  Likelihoods sum;
};

const Model& checked(const Model& model) {
  if (model.has_contexts()) return model;
  throw ModelError(
      "the model has no contexts: what stands beside a word cannot be told by it; use a model that "
      "bsg trained");
}

/// What a model says of pairs: log p(1 | i, j) and log p(0 | i, z).
class PairLikelihood {
 public:
  PairLikelihood(const Model& model, std::vector<double> scores)
      : model_(model), scores_(std::move(scores)) {}

  /// d = 1 for a positive pair, −1 for a negative one.
  [[nodiscard]] Likelihoods of(double d, WordId target, WordId context) const {
    const std::span u = model_.mean(Side::target, target), v = model_.mean(Side::context, context);
    double mean = 0;
    for (std::size_t k = 0; k < u.size(); ++k) mean += double{u[k]} * double{v[k]};
    const double points = log_sigmoid(d * mean);
    return {.integrated = model_.has_variances()
                              ? log_expected_sigmoid(d * mean, variance(target, context))
                              : points,
            .points = points,
            .frequencies = log_sigmoid(d * scores_[context])};
  }

 private:
  /// Of u_iᵀv_j, (16).
  [[nodiscard]] double variance(WordId target, WordId context) const {
    const std::span u = model_.mean(Side::target, target), v = model_.mean(Side::context, context);
    const std::span u_variance = model_.variance(Side::target, target);
    const std::span v_variance = model_.variance(Side::context, context);
    double sum = 0;
    for (std::size_t k = 0; k < u.size(); ++k) {
      const double u_square = double{u[k]} * double{u[k]}, v_square = double{v[k]} * double{v[k]};
      sum += double{u_variance[k]} * (double{v_variance[k]} + v_square) +
             double{v_variance[k]} * u_square;
    }
    return sum;
  }

  const Model& model_;
  std::vector<double> scores_;  ///< by context, of one who knows frequencies alone
};

class HeldOutEvaluation {
 public:
  /// REQUIRES: the model has contexts.
  explicit HeldOutEvaluation(const Model& model)
      : HeldOutEvaluation(model, posterior::trained_options(model), folding::taught_words(model)) {}

  HeldOutResult of(const HeldOutText& given, const std::stop_token& stop) const {
    HeldOutResult result;
    result.negatives = options_.sampling.negatives;
    const TextOfModel text = read(given, result, stop);
    const ExpectedPairs pairs(text.corpus, {.keep = keep_,
                                            .window = options_.sampling.window,
                                            .sets = options_.corpus.is_sets(),
                                            .basket_weight = options_.sampling.basket_weight});
    std::vector<CentreWord> words(model_.size());
    tbb::enumerable_thread_specific<PairSums> sums(model_.size());
    tbb::parallel_for(std::size_t{0}, words.size(), [&](std::size_t id) {
      if (stop.stop_requested()) return;
      const auto target = static_cast<WordId>(id);
      if (keep_[target] > 0) words[target] = of_word(target, pairs, sums.local());
    });
    if (stop.stop_requested()) throw Interrupted("interrupted while judging a text");
    summarise(words, result);
    return result;
  }

 private:
  HeldOutEvaluation(const Model& model, TrainingOptions options, const std::vector<WordId>& taught)
      : model_(model),
        options_(std::move(options)),
        keep_(folding::kept_as_context(model, taught, options_.subsample())),
        noise_(folding::weights_as_negatives(model, taught, options_.sampling.negative_exponent)),
        likelihood_(model_, scores_by_frequency()) {}

  /// log (q_j / N p̃_j): the log odds of a context that is one of the text's, with probability
  /// q_j ∝ count_j p(keep_j), against one of the N drawn from p̃.
  [[nodiscard]] std::vector<double> scores_by_frequency() const {
    std::vector<double> kept(model_.size());
    double total = 0;
    for (WordId id = 0; id < kept.size(); ++id) {
      kept[id] = static_cast<double>(model_.count(id)) * double{keep_[id]};
      total += kept[id];
    }
    std::vector<double> scores(kept.size());
    for (WordId id = 0; id < kept.size(); ++id) {
      if (!(kept[id] > 0)) continue;
      scores[id] = std::log(kept[id] / total / (options_.sampling.negatives * noise_.shares()[id]));
    }
    return scores;
  }

  /// Counts what is left out.
  TextOfModel read(const HeldOutText& given, HeldOutResult& result,
                   const std::stop_token& stop) const {
    const auto leave_out = [&result](std::string_view /*word*/, std::uint64_t count) {
      result.left_out_tokens += count;
      ++result.left_out_words;
      return false;
    };
    TextOfModel text = folding::read_text(model_, options_.corpus, {given.texts, given.sentences},
                                          leave_out, stop);
    result.tokens = result.left_out_tokens;
    for (WordId id = 0; id < model_.size(); ++id) {
      result.tokens += text.counts[id];
      if (text.counts[id] > 0 && keep_[id] == 0) leave_out(model_.word(id), text.counts[id]);
    }
    return text;
  }

  CentreWord of_word(WordId target, const ExpectedPairs& pairs, PairSums& sums) const {
    for (const std::uint32_t position : pairs.occurrences(target)) {
      pairs.add_contexts(position, sums);
    }
    PairRow row;
    sums.take(row);
    CentreWord word;
    for (std::size_t k = 0; k < row.ids.size(); ++k) {
      const double weight = double{keep_[target]} * double{row.counts[k]};
      word.pairs += weight;
      word.sum.add(weight, likelihood_.of(1, target, row.ids[k]));
    }
    if (word.pairs > 0) add_negatives(target, word);
    return word;
  }

  void add_negatives(WordId target, CentreWord& word) const {
    const double negatives = options_.sampling.negatives * word.pairs;
    const double draws = std::clamp(std::ceil(negatives), kFewestNegatives, kMostNegatives);
    const evaluation::NoiseSample noise = noise_.sample(target, static_cast<std::size_t>(draws));
    for (std::size_t k = 0; k < noise.words.size(); ++k) {
      word.sum.add(negatives * noise.weights[k], likelihood_.of(-1, target, noise.words[k]));
    }
  }

  /// Σ L_i / Σ n_i over centre words, and the standard error of that quotient.
  template <class Value>
  static MeanLogLikelihood mean_over(const std::vector<CentreWord>& words, double pairs,
                                     Value value) {
    double sum = 0, squares = 0;
    for (const CentreWord& word : words) sum += value(word.sum);
    const double mean = sum / pairs;
    for (const CentreWord& word : words) {
      const double off = value(word.sum) - mean * word.pairs;
      squares += off * off;
    }
    return {.mean = mean, .error = std::sqrt(squares) / pairs};
  }

  void summarise(const std::vector<CentreWord>& words, HeldOutResult& result) const {
    for (const CentreWord& word : words) result.positive_pairs += word.pairs;
    const double pairs = result.positive_pairs;
    if (!(pairs > 0)) {
      throw InputError(
          "the text has no two words beside each other that the model has learned: there is no "
          "pair to judge; give more text, or longer lines");
    }
    result.points = mean_over(words, pairs, [](const Likelihoods& sum) { return sum.points; });
    result.frequencies =
        mean_over(words, pairs, [](const Likelihoods& sum) { return sum.frequencies; });
    if (!model_.has_variances()) return;
    result.integrated =
        mean_over(words, pairs, [](const Likelihoods& sum) { return sum.integrated; });
    result.gain =
        mean_over(words, pairs, [](const Likelihoods& sum) { return sum.integrated - sum.points; });
  }

  Model model_;
  TrainingOptions options_;
  std::vector<float> keep_;  ///< by word; 0 for those that were not taught
  NoiseWords noise_;
  PairLikelihood likelihood_;
};

}  // namespace

HeldOutResult evaluate_held_out(const Model& model, const HeldOutText& text,
                                const std::stop_token& stop) {
  return HeldOutEvaluation(checked(model)).of(text, stop);
}

}  // namespace bsg
