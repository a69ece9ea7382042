#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bsg/advice.h"
#include "bsg/memory_plan.h"
#include "bsg/model.h"
#include "bsg/options.h"
#include "bsg/sentences.h"

namespace bsg {

/// A folder that holds, all through a training, the state to resume from: a program that is killed
/// at any moment and resumed ends with the model it would have had, to the byte. None of the fields
/// changes the result. bsg/checkpoint.h reads and empties such folders.
struct CheckpointOptions {
  /// Made if it is not there; empty: no checkpoints. A folder that holds what another training has
  /// learned is refused (CheckpointError) unless `resume` is set, and so is one that another uses.
  std::string folder{};
  std::uint32_t every = 1;  ///< iterations from one checkpoint to the next; the last has one always
  /// Resume from the checkpoint in the folder. Everything that affects the result must be as it
  /// was: options, content of the texts and of the vocabulary, version, instruction set.
  bool resume = false;
};

/// A model to update: what it has learned takes the place of the prior.
struct BaseModel {
  Model model;
  /// Where the model lies, for whoever resumes from a checkpoint; empty: in memory only.
  std::string path{};
  /// What `keep_posterior` wrote beside the model. Without it the variances stand in for it, and
  /// how the dimensions of a word vary together is lost.
  std::optional<std::string> posterior{};
};

/// What to train on.
struct TrainingInput {
  /// Text files, one sentence (or basket) a line, or tables, as CorpusOptions::format says; plain,
  /// gzip or zstd; "-" is standard input.
  std::vector<std::string> texts{};
  /// Sentences in memory instead of text files; with the same words they give the same model.
  std::shared_ptr<const Sentences> sentences{};
  /// A vocabulary to use instead of the texts' own: lines of word, or word TAB count.
  std::optional<std::string> vocabulary{};
  /// Tags of words or items, to learn from beside the texts: lines of word TAB tags, which are
  /// separated by spaces or tabs. Those that the texts do not have get a density from their tags.
  std::optional<std::string> features{};
  /// Update this model with the texts: see update_options().
  std::optional<BaseModel> base{};
  /// Where to write the model; none: it is only returned.
  std::optional<std::string> output{};
  /// Where to write the full posterior, for later updates: l·m(m + 1)/2 floats a side. It belongs
  /// to this model alone, so both files are put in place together, or neither of them.
  std::optional<std::string> keep_posterior{};
  /// Method::gibbs: where to write draws of all u and v, a safetensors file with the F32 tensors u
  /// and v, draws × l × m, in the axes of the model; see GibbsOptions::thinning.
  std::optional<std::string> save_draws{};
  /// Where to write the vocabulary that was used, as word TAB count.
  std::optional<std::string> save_vocabulary{};
  /// Where to keep checkpoints, or which one to resume from.
  CheckpointOptions checkpoint{};
};

enum class Stage : std::uint8_t {
  counting,     ///< reading the texts, counting words
  encoding,     ///< reading them again, words to ids
  sampling,     ///< steps 5.1 to 5.4 of Figure 1
  targets,      ///< step 5.6
  contexts,     ///< step 5.7
  passes,       ///< gradient steps of Method::skipgram, in place of targets and contexts
  calibration,  ///< after the last iteration: what variances miss, if the options say so
  gauge,        ///< in the end: other axes, likewise
};
inline constexpr std::size_t kStageCount = 8;

/// The enumerator's name.
std::string_view stage_name(Stage stage);

struct Progress {
  Stage stage = Stage::counting;
  std::uint64_t bytes_read = 0;   ///< while counting and encoding: of the files as they lie on disk
  std::uint64_t bytes_total = 0;  ///< 0 where it cannot be known (standard input, pipes)
  std::uint32_t iteration = 0;    ///< 1 … iterations, 0 before the first
  std::uint32_t iterations = 0;
  /// Set in one call after each iteration (stage is contexts or passes then).
  const IterationRecord* finished = nullptr;
};

struct TrainingObserver {
  /// Called while texts are read, at the start of every stage and after every iteration; never by
  /// two threads at once, but not always by the thread that called train().
  std::function<void(const Progress&)> progress{};
  /// Called once the words are counted, before the texts are encoded; and again if what was not
  /// known by then (the size of baskets, a text that was not counted) changes the plan.
  std::function<void(const MemoryPlan&)> planned{};
  /// Told in a sentence what a person should know: which checkpoint training goes on from.
  std::function<void(std::string_view)> noted{};
  /// Told in a sentence what is not as it should be, but does no harm: which checkpoint is damaged
  /// and left out, since an older one is there.
  std::function<void(std::string_view)> warned{};
  /// Checked all along; training then throws Interrupted. With checkpoints it ends the iteration
  /// at hand and keeps what was learned first.
  std::stop_token stop{};
};

/// What happened, beyond the model itself. Differs from run to run.
struct TrainingReport {
  std::uint64_t tokens = 0;             ///< in the texts
  std::uint64_t vocabulary_tokens = 0;  ///< of these, in the vocabulary
  std::uint64_t distinct_words = 0;     ///< in the texts, before the cut
  std::uint64_t features = 0;           ///< n-grams and tags that the prior was learned from
  std::uint64_t cold_words = 0;     ///< of the model: have tags and no text; after all the others
  std::uint64_t new_words = 0;      ///< of an update: that the model did not have
  std::uint64_t updated_words = 0;  ///< of an update: that the texts have beside other words
  std::uint64_t known_tokens = 0;   ///< of an update's texts: of words that the model has
  /// Of an update that keeps its axes: how unevenly new ones would stretch the targets, the largest
  /// stretch beside the smallest; 0 where that was not looked at.
  double axes_stretch = 0;
  std::uint64_t sentences = 0;               ///< lines with at least one token
  std::uint64_t invalid_utf8_sequences = 0;  ///< replaced by U+FFFD
  std::uint64_t row_entries = 0;             ///< distinct pairs × sides, over all iterations
  /// Share of all pairs, by what they weigh, that come from the largest 1 % of the baskets (0 for
  /// text).
  double largest_baskets_share = 0;
  std::uint64_t largest_basket = 0;
  bool converged = false;  ///< stopped by the tolerance
  std::uint32_t resumed_after =
      0;  ///< iterations that were done before, and read from a checkpoint
  std::uint32_t threads = 0;
  MemoryPlan memory;
  std::chrono::duration<double> stage_time[kStageCount] = {};
  std::chrono::duration<double> checkpoint_time{};  ///< of writing checkpoints, in no stage
  std::vector<Advice> advice;                       ///< what a person should hear of

  [[nodiscard]] std::chrono::duration<double> time(Stage stage) const {
    return stage_time[static_cast<std::size_t>(stage)];
  }
};

struct TrainingResult {
  Model model;
  TrainingReport report;
};

/// Figure 1 of the paper: text in, densities out; or, with Method::skipgram, points, and with
/// Method::gibbs the moments of draws from the exact posterior. Throws OptionError, FileError,
/// InputError, ResourceError, CheckpointError, NumericalError or Interrupted.
TrainingResult train(const TrainingInput& input, const TrainingOptions& options,
                     const TrainingObserver& observer = {});

}  // namespace bsg
