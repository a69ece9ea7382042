#include "training/make_vocabulary.h"

#include <string_view>
#include <utility>
#include <vector>

#include "corpus/vocabulary_selection.h"
#include "files/unnamed_file.h"
#include "planning/machine_memory.h"

namespace bsg::training {
namespace {

using corpus::Vocabulary;
using corpus::VocabularySelection;
using counting::WordCounts;

/// The words of a list that came without counts, with the counts that the texts have for them.
Vocabulary count_listed(const Vocabulary& listed, const WordCounts& counts,
                        const std::stop_token& stop, std::uint64_t& distinct_words) {
  std::vector<std::uint64_t> met(listed.size(), 0);
  counts.for_each(
      [&](std::string_view word, std::uint64_t count) {
        ++distinct_words;
        if (const std::optional<std::uint32_t> id = listed.find(word)) met[*id] = count;
      },
      stop);
  VocabularySelection all({.size = static_cast<std::uint32_t>(listed.size()), .min_count = 0});
  for (std::uint32_t id = 0; id < listed.size(); ++id) all.take(listed.word(id), met[id]);
  return all.finish();
}

Vocabulary choose(const WordCounts& counts, const TrainingOptions& options,
                  const std::stop_token& stop, std::uint64_t& distinct_words) {
  VocabularySelection selection(options.vocabulary,
                                spill_options(options.memory).vocabulary_bytes());
  counts.for_each([&](std::string_view word, std::uint64_t count) { selection.take(word, count); },
                  stop);
  distinct_words = selection.distinct_words();
  return selection.finish();
}

}  // namespace

counting::SpillOptions spill_options(const MemoryOptions& options) {
  const std::uint64_t budget = options.budget != 0 ? options.budget : planning::automatic_budget();
  return {.bytes = budget / 8 * 7, .folder = files::scratch_folder(options.scratch)};
}

CountedWords make_vocabulary(const TrainingInput& input, const TrainingOptions& options,
                             corpus::TokenSource& reader, const corpus::ReadingObserver& observer,
                             Run& run) {
  Vocabulary given;
  if (input.vocabulary) {
    given = Vocabulary::read(*input.vocabulary);
    if (given.has_counts()) return {std::move(given)};
  }
  begin_stage(run, Stage::counting);
  CountedWords words;
  words.reading.emplace();
  const WordCounts counts = reader.count(*words.reading, observer);
  std::uint64_t& distinct_words = run.report.distinct_words;
  if (input.base) {
    JoinedWords joined =
        join_words(input.base->model, counts, options.vocabulary,
                   spill_options(options.memory).vocabulary_bytes(), observer.stop);
    words.vocabulary = std::move(joined.vocabulary);
    words.update = std::move(joined.words);
    distinct_words = words.update->distinct_words;
  } else {
    words.vocabulary = input.vocabulary ? count_listed(given, counts, observer.stop, distinct_words)
                                        : choose(counts, options, observer.stop, distinct_words);
  }
  return words;
}

}  // namespace bsg::training
