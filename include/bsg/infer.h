#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "bsg/model.h"
#include "bsg/sentences.h"

/// Densities of words (or items) that a model does not have, from what appears around them, in
/// closed form: the model's contexts stay as they are, and so does everything else.

namespace bsg {

/// What words are inferred from.
struct InferenceInput {
  /// Text files, as TrainingInput has them.
  std::vector<std::string> texts{};
  /// Sentences in memory instead.
  std::shared_ptr<const Sentences> sentences{};
  /// The words to infer; none: every word of the texts that the model does not have.
  std::vector<std::string> words{};
  /// Of these, those that occur so often. Words asked for by name are inferred in any case.
  std::uint64_t min_count = 1;
};

struct InferredWord {
  std::string word;
  std::uint64_t count = 0;  ///< occurrences in the texts
  /// Words around them that told of it, each by how often training would have seen it: frequent
  /// words, and those farther off, count less than 1; with BasketWeight::items the words of one
  /// basket count c together. Each pair_weight times.
  double evidence = 0;
  TargetDensity density{};

  bool operator==(const InferredWord&) const = default;
};

/// Infers targets of one model. Immutable, thread-safe. Results do not depend on the number of
/// threads, nor on which other words are inferred at the same time.
class TargetInference {
 public:
  /// Throws ModelError if the model holds points or the vectors of another program, or if it has
  /// learned nothing.
  explicit TargetInference(const Model& model);
  ~TargetInference();
  TargetInference(TargetInference&&) noexcept;
  TargetInference& operator=(TargetInference&&) noexcept;

  /// Densities of words from the lines they appear in, the most frequent first. The prior is the
  /// guess from the word's spelling, where the model knows spelling. Of other words and of bags it
  /// has a mean of 0 and is as wide as the model's own targets spread. Throws FileError; InputError
  /// if a word asked for is in the model already or not in the texts, if there is no new word, or
  /// if the texts have no word that the model has learned; ResourceError if there are more words
  /// than fit into this machine's memory; NumericalError; Interrupted on request.
  [[nodiscard]] std::vector<InferredWord> words(const InferenceInput& input,
                                                const std::stop_token& stop = {}) const;

  /// The density of something without a name that these words appear around: a user, a session, a
  /// document. The order of the words does not matter; with baskets, repeats do not either. Words
  /// that the model does not have, or has inferred itself, are skipped. Each word counts whole,
  /// pair_weight times, with BasketWeight::items too: there a basket of n items beside a word, read
  /// by words(), tells c / n times as much. Throws InputError if there is no other word, and
  /// NumericalError.
  [[nodiscard]] TargetDensity bag(std::span<const std::string> words) const;
  /// Many at once, in a fraction of the time: each the same as alone, to the byte. Throws
  /// InputError with the places, counted from 0, of all bags that tell nothing.
  [[nodiscard]] std::vector<TargetDensity> bags(
      std::span<const std::vector<std::string>> bags) const;
  /// The same, but nothing in the place of a bag that tells nothing.
  [[nodiscard]] std::vector<std::optional<TargetDensity>> known_bags(
      std::span<const std::vector<std::string>> bags) const;

 private:
  class Engine;
  std::unique_ptr<const Engine> engine_;
};

/// The model with these words among its own: all it had stays the same to the byte. The contexts of
/// the words are the prior, so that they are no answers where contexts are compared. Throws
/// InputError if the model has one of the words, one is there twice, or a density is of another
/// dimension, and ModelError if the model has points, or as Model(ModelData) does.
Model add_words(const Model& model, std::span<const InferredWord> words);

}  // namespace bsg
