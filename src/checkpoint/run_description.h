#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bsg/options.h"
#include "bsg/train.h"
#include "checkpoint/checkpoint_file.h"
#include "corpus/vocabulary.h"

namespace bsg::checkpoint {

/// What a training is, as its checkpoints record it: all that must be the same for whoever goes on
/// with it, and all that is needed to do so.
struct RunDescription {
  std::string version;                            ///< of the library
  std::string simd;                               ///< instruction set
  std::map<std::string, std::string> options{};   ///< that affect the result
  std::map<std::string, std::string> settings{};  ///< that do not
  std::vector<std::string> texts{};               ///< absolute paths, or "-"
  bool in_memory = false;                         ///< sentences instead of texts
  std::optional<std::string> vocabulary{};
  std::optional<std::string> features{};
  std::optional<std::string> save_vocabulary{};
  std::optional<std::string> keep_posterior{};
  std::optional<std::string> save_draws{};
  std::optional<std::string> base{};            ///< of an update: the model
  std::optional<std::string> base_posterior{};  ///< and what was kept beside it
  std::string base_checksum{};                  ///< of the model; empty where there is none
  std::optional<std::string> output{};
  std::uint32_t every = 1;
  std::vector<std::string> fingerprints{};  ///< of each text, once they are read
  std::string words{};  ///< checksum of the words and their counts, once they are known
  std::string tags{};   ///< and of given features; empty where there are none
};

/// Options as the model records them.
std::map<std::string, std::string> recorded_options(const TrainingInput& input,
                                                    const TrainingOptions& options);

RunDescription describe_run(const TrainingInput& input, const TrainingOptions& options);

/// RunDescription::words.
std::string words_checksum(const corpus::Vocabulary& vocabulary);

/// The metadata's keys: bsg.version, bsg.simd, option.NAME, setting.NAME, text.N (from 0 on),
/// fingerprint.N, sentences, vocabulary, features, save-vocabulary, keep-posterior, save-draws,
/// base, base-posterior, base-checksum, words, tags, output, every. Paths are written as URLs write
/// them, since they need not be UTF-8.
void add_description(const RunDescription& run, Metadata& metadata);
/// Throws tensors::FormatError.
RunDescription description_from(const Metadata& metadata);

/// What train() has to be given to go on, apart from a model that is updated. Throws
/// tensors::FormatError.
TrainingInput input_of(const RunDescription& run);
TrainingOptions options_of(const RunDescription& run);

}  // namespace bsg::checkpoint
