#include "cli/reports/training_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/progress/progress.h"
#include "cli/reports/convergence.h"
#include "cli/reports/quantity.h"
#include "cli/reports/table.h"

namespace bsg::cli {
namespace {

/// Below this the clock says more than the computation.
constexpr double kShortestMeasurable = 0.05;
constexpr double kDominatingShare = 0.5;
constexpr double kGenerousSubsample = 1e-3;
/// Of squared means by variances: with less, cosines are those of rounding and chance.
constexpr double kLeastSignal = 0.01;

std::string tokens_text(const TrainingReport& report) {
  std::string text =
      fmt::format("{}, of them {} in the vocabulary; {} lines", grouped(report.tokens),
                  grouped(report.vocabulary_tokens), grouped(report.sentences));
  if (report.invalid_utf8_sequences > 0) {
    text += fmt::format("; {} invalid UTF-8 sequences became U+FFFD",
                        grouped(report.invalid_utf8_sequences));
  }
  return text;
}

std::string pairs_text(const Model& model) {
  std::uint64_t positive = 0, negative = 0;
  for (const IterationRecord& record : model.iterations()) {
    positive += record.positive_pairs;
    negative += record.negative_pairs;
  }
  return fmt::format("{} positive, {} negative", grouped(positive), grouped(negative));
}

std::string iterations_text(const TrainingResult& result) {
  const auto records = result.model.iterations();
  std::string text = grouped(records.size());
  if (!records.empty()) text += fmt::format(", {} in the last", convergence_text(records.back()));
  if (result.report.resumed_after > 0) {
    text += fmt::format("; {} of them before the checkpoint", grouped(result.report.resumed_after));
  }
  if (result.report.converged) text += "; the change fell below --tolerance";
  return text;
}

bool has_stage(const TrainingOptions& options, Stage stage) {
  const bool skipgram = options.method == Method::skipgram;
  switch (stage) {
    case Stage::targets:
    case Stage::contexts:
      return !skipgram;
    case Stage::passes:
      return skipgram;
    case Stage::gauge:
      return !skipgram && options.inference.gauge != 0;
    case Stage::counting:
    case Stage::encoding:
    case Stage::sampling:
      break;
  }
  return true;
}

std::string stages_text(const TrainingReport& report, const TrainingOptions& options) {
  std::string text;
  for (std::size_t i = 0; i < kStageCount; ++i) {
    const auto stage = static_cast<Stage>(i);
    if (!has_stage(options, stage)) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", stage_label(stage),
                        duration_text(report.time(stage).count()));
  }
  if (report.checkpoint_time.count() > 0) {
    text += fmt::format(", checkpoints {}", duration_text(report.checkpoint_time.count()));
  }
  return text;
}

std::string total_text(const FinishedTraining& training) {
  const std::uint32_t threads = training.result.report.threads;
  return fmt::format("{} on {} thread{}, {} of CPU time", duration_text(training.elapsed_seconds),
                     threads, threads == 1 ? "" : "s", duration_text(process_cpu_seconds()));
}

std::string model_text(const std::filesystem::path& path) {
  std::error_code unknown;
  const auto size = std::filesystem::file_size(path, unknown);
  return unknown ? path.string() : fmt::format("{}, {}", path.string(), byte_count(size));
}

std::string baskets_warning(const TrainingReport& report) {
  if (report.largest_baskets_share <= kDominatingShare) return {};
  return fmt::format(
      "warning: the largest 1 % of the baskets make {} of all pairs (the largest has {} items); "
      "split or leave out such baskets if they should not dominate the model\n",
      percent(report.largest_baskets_share), grouped(report.largest_basket));
}

std::string_view advice_for_more_pairs(const TrainingOptions& options) {
  if (options.subsample() >= 1) return "train on more data";
  if (options.corpus.sets) return "train on more data, or keep all of it with --subsample 1";
  return options.subsample() < kGenerousSubsample ? "--subsample 1e-3 keeps more of a small text"
                                                  : "--subsample 1 keeps all of a small text";
}

/// Where words outnumber the pairs of an iteration, most densities stay close to the prior.
std::string few_pairs_warning(const Model& model, const TrainingOptions& options) {
  std::uint64_t pairs = 0;
  for (const IterationRecord& record : model.iterations()) pairs += record.positive_pairs;
  const std::uint64_t mean = pairs / std::max<std::size_t>(model.iterations().size(), 1);
  if (mean >= model.size()) return {};
  return fmt::format(
      "warning: an iteration has {} positive pairs on average for {} words, too few to learn from; "
      "{}\n",
      grouped(mean), grouped(model.size()), advice_for_more_pairs(options));
}

double signal(const Model& model, Side side) {
  double means = 0, variances = 0;
  for (const float mean : model.means(side)) means += double{mean} * double{mean};
  for (const float variance : model.variances(side)) variances += double{variance};
  return means / variances;
}

/// Where means are nothing beside their variances. The geometric mean of both sides: only their
/// product says anything, since u may be long where v is short.
std::string prior_alone_warning(const Model& model, const TrainingOptions& options) {
  if (!model.has_variances()) return {};
  const double both = std::sqrt(signal(model, Side::target) * signal(model, Side::context));
  if (both >= kLeastSignal) return {};
  return fmt::format(
      "warning: too little data against the prior: the densities hardly differ from it, and scores "
      "say nothing; train on more data, {}\n",
      options.inference.learn_prior
          ? "or leave out --learn-prior"
          : fmt::format("or choose a --prior-precision below {}", options.prior_precision()));
}

std::string data_warning(const Model& model, const TrainingOptions& options) {
  const std::string few_pairs = few_pairs_warning(model, options);
  return few_pairs.empty() ? prior_alone_warning(model, options) : few_pairs;
}

/// Of skip-gram on several threads, whose result is one of many.
std::string race_note(const FinishedTraining& training) {
  if (training.options.method != Method::skipgram || training.result.report.threads == 1) return {};
  return "note: on several threads another run of --method skipgram will differ a little; "
         "--threads "
         "1 gives the same model each time\n";
}

/// Empty where the time was too short to say.
std::string speed_text(const FinishedTraining& training) {
  const auto& [model, report] = training.result;
  const bool skipgram = training.options.method == Method::skipgram;
  const double seconds =
      skipgram ? training.cpu.seconds(Stage::passes)
               : training.cpu.seconds(Stage::targets) + training.cpu.seconds(Stage::contexts);
  if (seconds <= kShortestMeasurable) return {};
  if (!skipgram) {
    return fmt::format("{} row entries a CPU second of updating",
                       short_count(static_cast<double>(report.row_entries) / seconds));
  }
  std::uint64_t pairs = 0;
  for (const IterationRecord& record : model.iterations().subspan(report.resumed_after)) {
    pairs += record.positive_pairs;
  }
  return fmt::format("{} positive pairs a CPU second of passes",
                     short_count(static_cast<double>(pairs) / seconds));
}

std::string vocabulary_text(const FinishedTraining& training) {
  const std::uint64_t distinct = training.result.report.distinct_words;
  const std::string size = grouped(training.result.model.size());
  // A given vocabulary with counts spares counting the text's own words.
  if (distinct == 0) return fmt::format("{} words", size);
  return fmt::format("{} of {} distinct words", size, grouped(distinct));
}

}  // namespace

std::string training_report(const FinishedTraining& training) {
  const auto& [model, report] = training.result;
  std::vector<std::pair<std::string, std::string>> lines{
      {"vocabulary", vocabulary_text(training)},         {"tokens", tokens_text(report)},
      {"iterations", iterations_text(training.result)},  {"pairs", pairs_text(model)},
      {"stages", stages_text(report, training.options)}, {"total", total_text(training)},
  };
  if (const std::string speed = speed_text(training); !speed.empty()) {
    lines.emplace_back("speed", speed);
  }
  const bool scratch = report.memory.disk > 0;
  lines.emplace_back("peak memory", byte_count(peak_memory()) +
                                        (scratch ? ", pages of scratch files among it" : ""));
  lines.emplace_back("model", model_text(training.model_path));
  return aligned_pairs(lines) + race_note(training) + baskets_warning(report) +
         data_warning(model, training.options);
}

}  // namespace bsg::cli
