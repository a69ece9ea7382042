#include "training/prepare_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "bsg/error.h"
#include "corpus/open_source.h"
#include "corpus/sentence_reader.h"
#include "files/output_target.h"
#include "planning/memory_plan.h"
#include "posterior/update_prior.h"
#include "training/make_vocabulary.h"
#include "training/stopping_rule.h"
#include "training/update_features.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::training {
namespace {

using corpus::ReadingReport;
using corpus::TokenSource;

/// The shortest text that can be learned from: one pair of words. Counts that were given with a
/// vocabulary may be those of another text, so they say nothing of this one's length.
constexpr planning::TextSize kShortestText{
    .tokens = 2, .sentences = 1, .kept = 2, .positive_pairs = 2};

std::unique_ptr<TokenSource> open_source(const TrainingInput& input,
                                         const TrainingOptions& options) {
  if (!input.sentences)
    return corpus::open_source(input.texts, options.corpus, spill_options(options.memory));
  if (!input.texts.empty())
    throw InputError("texts and sentences are both given; train on one of them");
  // A model of a table may well be updated with sentences.
  if (options.corpus.format != InputFormat::lines && !input.base)
    throw OptionError(wording::compose("option {}: sentences in memory are no files; leave it out",
                                       wording::option("input-format")));
  return std::make_unique<corpus::SentenceReader>(*input.sentences, options.corpus);
}

/// None is needed by a run without checkpoints, or by one that will write no other; and none by a
/// posterior that goes to a pipe.
planning::DiskRoom room_of(const TrainingInput& input, const Run& run,
                           const TrainingOptions& options) {
  planning::DiskRoom room;
  if (run.checkpoints && !is_finished(run.checkpoints->done(), options)) {
    room.checkpoints = run.checkpoints->folder();
    room.checkpoints_held = run.checkpoints->bytes_held();
  }
  if (input.keep_posterior) {
    const files::OutputTarget target = files::resolve_output(*input.keep_posterior);
    if (!target.direct) room.posterior = files::folder_of(target.path).string();
  }
  return room;
}

planning::FeatureSize need_of(const WordKnowledge& knowledge) {
  std::uint64_t tags = 0;
  for (const auto& line : knowledge.tagged.lines()) {
    tags += sizeof(line) + line.word.size() + sizeof(std::string) * line.tags.size();
  }
  return {.features = knowledge.matrix.features(),
          .bytes = knowledge.matrix.bytes() + tags,
          .cold_words = knowledge.cold.size()};
}

/// Bytes of a model that is updated, and of what is made of it before the text.
std::uint64_t base_bytes(const TrainingInput& input, std::size_t words) {
  if (!input.base) return 0;
  const Model& model = input.base->model;
  const std::uint64_t row = sizeof(float) * model.dimension();
  const auto [ngrams, tags] = model.feature_counts();
  // Weights lie in the model, and are copied and brought into the axes of training.
  const std::uint64_t features = (ngrams + tags) * 3 * (row + sizeof(std::string));
  const std::uint64_t rows = row * (model.dimension() + 1) * model.size();
  const std::uint64_t posterior =
      input.base->posterior ? std::min(rows, posterior::kMostBytesInMemory) : 0;
  return 4 * row * model.size() + words * (5 * row + 5 * sizeof(float)) + features + posterior;
}

planning::PosteriorUse use_of(const TrainingInput& input, const Run& run, std::size_t words) {
  return {.needed_at_end = run.precision_at_end,
          .kept = input.keep_posterior.has_value(),
          .draws = input.save_draws.has_value(),
          .base = base_bytes(input, words)};
}

/// What memory the training will need, as far as it is known before the text is encoded: all of it
/// where the text was counted, the least that any text needs otherwise.
MemoryPlan plan_ahead(const CountedWords& words, const WordKnowledge& knowledge,
                      const TrainingInput& input, const TrainingOptions& options, const Run& run) {
  planning::TextSize text = kShortestText;
  if (words.reading) {
    const std::uint64_t sentences = std::min(words.reading->sentences, words.tokens());
    text = planning::estimate_text(words.vocabulary, words.tokens(), sentences, options);
  }
  return planning::plan_memory(
      planning::memory_need(text, words.vocabulary.size(), need_of(knowledge),
                            use_of(input, run, words.vocabulary.size()), options,
                            run.report.threads),
      options.memory, false, room_of(input, run, options));
}

/// The plan once the text is there.
MemoryPlan plan_again(const PreparedText& prepared, const TrainingInput& input,
                      const TrainingOptions& options, const Run& run) {
  return planning::plan_memory(
      planning::memory_need(planning::measure_text(prepared.text, prepared.vocabulary, options),
                            prepared.vocabulary.size(), need_of(prepared.knowledge),
                            use_of(input, run, prepared.vocabulary.size()), options,
                            run.report.threads),
      options.memory, prepared.text.is_file(), room_of(input, run, options));
}

/// Whether nobody needs to hear of `now` after `before`: the same parts in files, of about the
/// size.
bool is_known(const MemoryPlan& before, const MemoryPlan& now) {
  const auto same_place = [](const MemoryPart& a, const MemoryPart& b) {
    return a.name == b.name && a.in_file == b.in_file;
  };
  return std::ranges::equal(before.parts, now.parts, same_place) &&
         now.memory <= before.memory + before.memory / 50 &&
         now.disk <= before.disk + before.disk / 50;
}

/// The plan goes into the report; who watches hears of it if it is new.
void take_plan(Run& run, MemoryPlan plan) {
  const bool known = is_known(run.report.memory, plan);
  run.report.memory = std::move(plan);
  if (!known) run.announcer.planned(run.report.memory);
}

/// What the pairs of a basket weigh together.
double weight_of_basket(std::uint64_t size, BasketWeight each) {
  if (size < 2) return 0;
  const auto items = static_cast<double>(size);
  return each == BasketWeight::items ? items : items * (items - 1);
}

/// How unevenly the pairs of sets are spread: the largest baskets have most of them.
void report_baskets(const corpus::EncodedCorpus& text, BasketWeight each, TrainingReport& report) {
  std::vector<double> pairs;
  for (std::size_t s = 0; s + 1 < text.sentences.size(); ++s) {
    const std::uint64_t size = text.sentences[s + 1] - text.sentences[s];
    report.largest_basket = std::max(report.largest_basket, size);
    pairs.push_back(weight_of_basket(size, each));
  }
  const double all = std::accumulate(pairs.begin(), pairs.end(), 0.0);
  const auto few = static_cast<std::ptrdiff_t>((pairs.size() + 99) / 100);
  std::nth_element(pairs.begin(), pairs.begin() + few - 1, pairs.end(), std::greater<>());
  const double largest = std::accumulate(pairs.begin(), pairs.begin() + few, 0.0);
  report.largest_baskets_share = all > 0 ? largest / all : 0;
}

void report_words(const TrainingInput& input, const CountedWords& words,
                  const WordKnowledge& knowledge, TrainingReport& report) {
  report.features = knowledge.matrix.features();
  report.cold_words = knowledge.cold.size();
  if (!words.update) return;
  if (report.features == 0) {
    const FeatureCounts features = input.base->model.feature_counts();
    report.features = features.ngrams + features.tags;
  }
  report.cold_words = words.update->left_out.size();
  report.known_tokens = words.update->known_tokens;
  report.new_words =
      static_cast<std::uint64_t>(std::ranges::count(*words.update->in_model, posterior::kNewWord));
}

/// Throws as PosteriorFile does.
std::shared_ptr<const posterior::OldPosterior> posterior_of(const BaseModel& base) {
  return base.posterior ? posterior::kept_posterior(*base.posterior, base.model)
                        : posterior::diagonal_posterior(base.model);
}

void refuse_text_without_words(const corpus::EncodedCorpus& text, const ReadingReport& reading) {
  if (!text.ids.empty()) return;
  throw InputError(
      fmt::format("none of the {} tokens of the texts is in the vocabulary", reading.tokens));
}

}  // namespace

PreparedText prepare_text(const TrainingInput& input, const TrainingOptions& options, Run& run) {
  const std::unique_ptr<TokenSource> reader = open_source(input, options);
  const corpus::ReadingObserver observer{[&run](std::uint64_t read, std::uint64_t total) {
                                           run.announcer.reading(run.clock.stage(), read, total);
                                         },
                                         run.announcer.stop()};

  PreparedText prepared;
  if (input.base) prepared.old_posterior = posterior_of(*input.base);
  features::TaggedWords tagged = read_tags(input);
  CountedWords words = make_vocabulary(input, options, *reader, observer, run);
  if (input.save_vocabulary) words.vocabulary.write(*input.save_vocabulary);
  const bool counted = words.reading.has_value();
  if (!input.base || relearns_features(input.base->model, *prepared.old_posterior, *words.update)) {
    prepared.knowledge = gather_knowledge(std::move(tagged), input, options, words.vocabulary);
  }
  report_words(input, words, prepared.knowledge, run.report);
  take_plan(run, plan_ahead(words, prepared.knowledge, input, options, run));
  prepared.vocabulary = std::move(words.vocabulary);
  prepared.update = std::move(words.update);

  begin_stage(run, Stage::encoding);
  ReadingReport reading;
  prepared.text = reader->encode(
      prepared.vocabulary, planning::place_of_text(run.report.memory, counted), reading, observer);
  refuse_text_without_words(prepared.text, reading);
  prepared.fingerprints = reader->fingerprints();
  if (options.corpus.users) prepared.user_items = reader->user_items();
  run.report.tokens = reading.tokens;
  run.report.sentences = reading.sentences;
  run.report.invalid_utf8_sequences = reading.invalid_utf8_sequences;
  run.report.vocabulary_tokens = prepared.text.ids.size();
  if (options.corpus.sets) {
    report_baskets(prepared.text, options.sampling.basket_weight, run.report);
  }
  if (prepared.update) {
    leave_lonely_words(prepared.text, *prepared.update);
    run.report.updated_words = prepared.update->in_text.size();
  }
  // What the words' counts do not tell: the size of baskets; the length of a text that was not
  // counted; how frequent the vocabulary's words are in a text that is not all it was counted in.
  if (options.corpus.is_sets() || !counted || prepared.update) {
    take_plan(run, plan_again(prepared, input, options, run));
    if (planning::text_goes_to_file(run.report.memory)) prepared.text.move_to_file();
  }
  return prepared;
}

}  // namespace bsg::training
