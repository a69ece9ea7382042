#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "bsg/model.h"
#include "bsg/sentences.h"

/// Which words (or items) are used differently in two texts. Both are read through the contexts of
/// one model, which stay fixed, so that what a word is in one text lies in the same axes as what it
/// is in the other, and nothing has to be aligned.

namespace bsg {

/// One of the two texts: files as TrainingInput has them, or sentences in memory.
struct ComparedText {
  std::vector<std::string> texts{};
  std::shared_ptr<const Sentences> sentences{};
};

struct ComparisonOptions {
  /// In each of the texts, at least 1; words with less are not compared.
  std::uint64_t min_count = 50;
  double threshold = 0.1;  ///< of WordChange::probability: from 0 to 2
};

struct WordChange {
  std::string word;
  std::uint64_t count_a = 0, count_b = 0;  ///< in the texts
  /// ‖a − b‖² / 2‖a‖‖b‖, a and b being what the word is in each text: for densities of one length
  /// it is 1 − cosine. What the texts' finite length adds is taken out, so that it is 0 on average
  /// for a word that did not change.
  double distance = 0;
  double deviation = 0;  ///< standard deviation of the distance
  /// How far it is beyond chance, in deviations of a word without a change; taken in axes in which
  /// noise is alike in every direction.
  double z = 0;
  /// That the true distance is larger than the threshold, given this one and how far the words of
  /// the list have moved on the whole.
  double probability = 0;
  /// Share of unchanged words to expect among the words with this rate or a lower one (Benjamini
  /// and Hochberg's q).
  double false_discovery_rate = 1;
  TargetDensity a{}, b{};  ///< of the word in each text
};

struct TextComparison {
  /// The surest change first: by ascending p-value, which false-discovery rates follow, and where
  /// that is equal by descending z.
  std::vector<WordChange> words;
};

/// Compares all words of the model that are frequent enough in both texts. The same on any number
/// of threads. Throws OptionError for an option out of range; ModelError if the model holds
/// points, or the vectors of another program; FileError; InputError if a text has no word of the
/// model, no word is frequent enough in both, or both are standard input; Interrupted on request.
TextComparison compare_texts(const Model& model, const ComparedText& a, const ComparedText& b,
                             const ComparisonOptions& options = {},
                             const std::stop_token& stop = {});

}  // namespace bsg
